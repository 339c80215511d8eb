// Third-party text in our messages: kept on one line, with control, invisible and bidirectional characters escaped.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printable } from '../../runtime/contract/printable.ts'

const ROWS: readonly (readonly [text: string, printed: string])[] = [
  ['plain, ä, 😀, \u00a0', 'plain, ä, 😀, \u00a0'],
  ['two\r\nlines', 'two\\u000d\\u000alines'],
  ['\u001b[31mred', '\\u001b[31mred'],
  ['a\u2028b\u202ec\u2066d\u0085', 'a\\u2028b\\u202ec\\u2066d\\u0085'],
  ['a\u200fb\u061cc\u{e0041}d', 'a\\u200fb\\u061cc\\u{e0041}d'],
  ['a\u200bb\u3164c\u{e0100}d', 'a\\u200bb\\u3164c\\u{e0100}d'],
  ['half of \ud83d, half of \ude00', 'half of \\ud83d, half of \\ude00'],
]

for (const [text, printed] of ROWS) {
  test(`${JSON.stringify(text)} is printed on one line`, () => assert.equal(printable(text), printed))
}
