// Characters that nobody sees and that change what is read: they turn the writing round, or hide a text within a text.

/** Marks and overrides of direction, invisible operators, and the letters of tags, as a class of a regular expression (`u`). */
export const INVISIBLE = '\\u061c\\u180e\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u{e0000}-\\u{e007f}'
