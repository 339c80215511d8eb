// Certain mistakes in a script, and texts that only look wrong. Every row was also checked with `bash -n`.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mistakeIn } from '../../runtime/documents/shell/certain/mistake.ts'
import { fc } from '../support/property.ts'

const ROWS: readonly (readonly [script: string, what: string | undefined])[] = [
  ['if x; then\n', '"if" without "fi"'],
  ['echo "a\n', 'unclosed quote'],
  // Nothing is certain where another shell, a carriage return or an alias is involved.
  ['#!/usr/bin/env zsh\nif x; then\n', undefined],
  ['alias when=if\nif x; then\n', undefined],
  ['if x; then\r\n', undefined],
  // A shell treats only the space and the tab as blanks.
  ['echo a\u00a0b\f\u2028 \v\n', undefined],
  ['list=(a\u00a0b \f)\n', undefined],
  ['for \v in a; do :; done\n', undefined],
  // `$$` is the process id, followed by a literal brace.
  ['x="$${"\n', undefined],
]

for (const [script, what] of ROWS) {
  test(`${JSON.stringify(script)}: ${what ?? 'nothing is certain'}`, () => {
    assert.equal(mistakeIn(script)?.message, what)
  })
}

test('of a script longer than anybody writes nothing is certain', () => {
  assert.equal(mistakeIn(`${'x\n'.repeat(49_000)}if x; then\n`)?.message, '"if" without "fi"')
  assert.equal(mistakeIn(`${'x\n'.repeat(51_000)}if x; then\n`), undefined)
})

test('whatever a script is made of, there is an answer, and it stands in the text', () => {
  const word = fc.constantFrom(
    ...[
      'if ',
      'then ',
      'fi',
      'case x in ',
      'esac',
      'for x in ',
      'do ',
      'done',
      '{ ',
      '}',
      '[[ ',
      ' ]]',
      'f() ',
    ],
    ...[
      '(',
      ')',
      '((',
      '$(',
      '${',
      '$$',
      '`',
      '"',
      "'",
      '\\',
      '<<E\n',
      'E\n',
      '<(',
      '<<<',
      '>',
      '&',
      '&>',
      ';;',
    ],
    ...[
      ';',
      '|',
      '\n',
      ' ',
      '\t',
      '\v',
      '\f',
      '\u00a0',
      '\u2028',
      '=(',
      '#',
      '!',
      'a',
      '=~ ',
      '😀',
      '\ud83d',
    ],
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (words) => {
      const script = words.join('')
      const found = mistakeIn(script)
      if (found === undefined) return
      assert.ok(0 <= found.start && found.start < found.end && found.end <= script.length)
    }),
    { numRuns: 5000 },
  )
})
