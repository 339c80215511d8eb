// Characters that nobody sees and that change what is read: they turn the writing round, or hide a text within a text.

/**
 * Marks and overrides of direction, letters and blanks without width, invisible operators, the letters of tags and variants,
 * as a class of a regular expression (`u`). What joins letters and pictures (U+200C, U+200D) is part of ordinary text.
 */
export const INVISIBLE =
  '\\u00ad\\u061c\\u115f\\u1160\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\u{e0000}-\\u{e01ef}'
