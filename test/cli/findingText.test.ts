// A finding as a terminal shows it: the source line, and marks below the range.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { findingText } from '../../runtime/cli/findingText.ts'

const shown = (text: string, start: number, end: number): readonly string[] => {
  const finding = {
    ...{ severity: 'error', code: 'field.unknown', message: 'No.' },
    ...{ range: { start: start - 1, end: end - 1 } },
    ...{ start: { line: 1, column: start }, end: { line: 1, column: end } },
  } as Parameters<typeof findingText>[0]
  return stripVTControlCharacters(findingText(finding, 'a.py', text))
    .split('\n')
    .slice(1)
}

for (const [what, text, start, end, expected] of [
  ['a word', 'ab cd ef\n', 4, 6, ['  1 | ab cd ef', '    |    ^^']],
  ['a word behind a tab', '\tab cd\n', 2, 4, ['  1 |  ab cd', '    |  ^^']],
  ['the first letter', 'ab\n', 1, 2, ['  1 | ab', '    | ^']],
  [
    'a word far to the right',
    `${'x'.repeat(150)}yy\n`,
    151,
    153,
    [`  1 | ${'x'.repeat(19)}yy`, `    | ${' '.repeat(19)}^^`],
  ],
] as const)
  test(`the marks stand below ${what}`, () => {
    assert.deepEqual(shown(text, start, end), expected)
  })

test('a line break in the name of a file begins no line', () => {
  const finding = { severity: 'error', code: 'field.unknown', message: 'No.' } as Parameters<
    typeof findingText
  >[0]
  const text = stripVTControlCharacters(findingText(finding, 'a\n1 file, nothing wrong.json', undefined))
  assert.equal(text, 'a\\u000a1 file, nothing wrong.json error No. field.unknown')
})
