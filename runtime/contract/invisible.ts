// Invisible characters that change how text is read: they reverse its direction, or hide a text within a text.

/**
 * Direction marks and overrides, zero-width letters and spaces, invisible operators, tag characters and variation
 * selectors, as the content of a regular expression class (`u` flag). The joiners U+200C and U+200D are part of
 * ordinary text.
 */
export const INVISIBLE =
  '\\u00ad\\u061c\\u115f\\u1160\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\u{e0000}-\\u{e01ef}'
