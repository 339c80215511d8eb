// Reading jq programs: the fields that a program takes from its input, in text order.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budgetFor } from '../../runtime/documents/budget.ts'
import { follow } from '../../runtime/documents/jq/follow.ts'
import { mistakeInProgram } from '../../runtime/documents/jq/mistake.ts'
import { parseProgram } from '../../runtime/documents/jq/parse.ts'
import { type JqValue, UNKNOWN_VALUE } from '../../runtime/documents/jq/values.ts'
import { fc } from '../support/property.ts'

/** `path` for a field, `path?` for an uncertain one, `path = "x"` for a comparison; then the program's output. */
function reading(program: string): string {
  const found: { at: number; says: string }[] = []
  const input: JqValue = { kind: 'piece', path: [], sure: true }
  const out = follow(parseProgram(program), input, {
    sink: {
      field: ({ range, path, sure, events }) => {
        const key = path.at(-1)
        assert.ok(key === '' || program.slice(range.start, range.end).replaceAll('\\', '') === key)
        const on = events === undefined ? '' : `@${events.join()}`
        found.push({ at: range.start, says: `${path.join('.')}${sure ? '' : '?'}${on}` })
      },
      compared: ({ range, path, value }) =>
        found.push({ at: range.start, says: `${path.join('.')} = ${JSON.stringify(value)}` }),
      needed: () => {},
      tested: () => {},
    },
    variables: new Map(),
    inputs: UNKNOWN_VALUE,
    narrow: (_events, _path, values) => (values.includes('turn_end') ? { yes: values } : undefined),
    budget: budgetFor(program),
  })
  const says = [...new Set(found.sort((one, two) => one.at - two.at).map((one) => one.says))]
  return [...says, `-> ${out.map(shown).join(' ')}`].join(' ; ')
}

function shown(value: JqValue): string {
  if (value.kind === 'piece') return `.${value.path.join('.')}${value.sure ? '' : '?'}`
  if (value.kind === 'literal') return JSON.stringify(value.value)
  if (value.kind === 'built')
    return `{${value.entries.map(({ key }) => key).join()}${value.more ? ',…' : ''}}`
  return value.kind === 'list' ? `[${value.items.map(shown).join()}]` : '-'
}

const rows: readonly (readonly [program: string, expected: string])[] = [
  ['.', '? ; -> .'],
  ['.a', 'a ; -> .a'],
  ['.a.b', 'a ; a.b ; -> .a.b'],
  ['.a . b', 'a ; a.b ; -> .a.b'],
  ['."a".b', 'a ; a.b ; -> .a.b'],
  ['.["a"]["b"]', 'a ; a.b ; -> .a.b'],
  ['.a?.b?', 'a ; a.b ; -> .a.b'],
  ['.a|.b', 'a ; a.b ; -> .a.b'],
  ['.a[].b', 'a ; a.*.b ; -> .a.*.b'],
  ['.a[0].b', 'a ; a.0.b ; -> .a.0.b'],
  ['.a[-1].b', 'a ; a.-1.b ; -> .a.-1.b'],
  ['.a[1:2].b', 'a ; -> -'],
  ['.[]', '-> .*'],
  ['.a, .b', 'a ; b ; -> .a .b'],
  ['[(.a | strings), (.b | strings)] | first // ""', 'a? ; b? ; -> .a? ""'],
  ['(.a | if type == "string" then . else empty end), .b.c', 'a? ; b? ; b.c? ; -> .a? .b.c?'],
  ['.a // empty', 'a ; -> .a'],
  ['.a // "x"', 'a ; -> .a "x"'],
  ['.a // .b // "x"', 'a? ; b? ; -> .a? .b? "x"'],
  ['(.a // {}) | .b', 'a ; a.b ; -> .a.b -'],
  ['select(.a == "b") | .c', 'a ; a = "b" ; c ; -> .c'],
  ['select(.event == "turn_end") | .c', 'event ; event = "turn_end" ; c@turn_end ; -> .c'],
  ['if .event == "turn_end" then .a else .b end', 'event ; event = "turn_end" ; a@turn_end ; b ; -> .a .b'],
  ['if .a then .a.b elif .c == 1 then 2 else 3 end', 'a? ; a ; a.b ; c ; c = 1 ; -> .a.b 2 3'],
  ['.a != null and (.b | not)', 'a? ; b? ; -> -'],
  ['has("a")', 'a? ; -> -'],
  ['.a | has("b") or (.c | startswith("x"))', 'a ; a.b? ; a.c ; -> -'],
  ['.a as $x | .b + $x', 'a ; b ; -> -'],
  ['.a as $x | $x.b', 'a ; a.b ; -> .a.b'],
  ['. as {a: $x} | $x.b', 'a ; a.b ; -> .a.b'],
  ['. as {$a, "b": [$x, {c: $y}]} | $y.d', 'a ; b ; b.1.c ; b.1.c.d ; -> .b.1.c.d'],
  ['. as {a: $x} ?// [$x] | $x.b', '-> -'],
  ['. as {(.k): $x} | $x.b', '-> -'],
  ['{a: .b, "c": .d.e, f, $g, (.h): 1}', 'b ; d ; d.e ; f ; h ; -> {a,c,f,g,…}'],
  ['{a: {b: 1}} | .a | .b', '-> 1'],
  ['{a: .b | .c, d: 1}', 'b ; b.c ; -> {a,d}'],
  ['{} + {a: 1}', '-> {a}'],
  ['. + {a: 1}', '-> {a,…}'],
  ['"x \\(.a) \\(.b | .c)"', 'a ; b ; b.c ; -> -'],
  ['@tsv "\\(.a)"', 'a ; -> -'],
  ['[.a, .b] | @tsv', 'a ; b ; -> -'],
  ['[.a[] | select(.b) | .c] | length', 'a ; a.*.b? ; a.*.c ; -> -'],
  ['.a | map(.b) | .[0]', 'a ; a.*.b ; -> .a.*.b'],
  ['.a | last | .b', 'a ; a.0.b ; -> .a.0.b'],
  ['first(.a[] | .b)', 'a ; a.*.b ; -> .a.*.b'],
  ['any(.a[]; .b == "x")', 'a ; a.*.b ; a.*.b = "x" ; -> -'],
  ['.a | IN("x", "y")', 'a ; a = "x" ; a = "y" ; -> -'],
  ['.a | test("x") or contains("y")', 'a ; -> -'],
  ['.a | to_entries[] | .key', 'a ; -> -'],
  ['.a | keys', 'a ; -> -'],
  ['reduce .a[] as $x (0; . + $x.b)', 'a ; a.*.b ; -> -'],
  ['def f: .a; f | f', 'a ; a.a ; -> .a.a'],
  ['def f(g): .a | g; f(.b)', 'a ; a.b ; -> .a.b'],
  ['def f: f; f', '-> -'],
  ['try .a catch .b', 'a ; -> .a -'],
  ['.a |= "x"', 'a? ; -> .?'],
  ['.a = .b | .c', 'a? ; b ; c? ; -> .c?'],
  ['del(.a) | .b', 'a? ; b? ; -> .b?'],
  ['..', '-> -'],
  ['.. | .a', '-> -'],
  ['$x.a', '-> -'],
  ['$ENV.HOME', '-> -'],
  ['# a comment\n.a # .b\n| .c', 'a ; a.c ; -> .a.c'],
  ['.a\0.b', '-> -'],
  ['."a\0"', '-> -'],
  // Unfinished.
  ['', '-> -'],
  ['.a.', 'a ; a. ; -> .a.'],
  ['.a | .', 'a ; a.? ; -> .a'],
  ['."a', 'a ; -> .a'],
  ['.["a', 'a ; -> .a'],
  ['select(.a == "', 'a ; a = "" ; -> .'],
  ['select(.', '? ; -> .'],
  ['{', ' ; -> {,…}'],
  ['{"', ' ; -> {,…}'],
  ['{a', 'a ; -> {a,…}'],
  ['{a: .b, c: .', 'b ; ? ; -> {a,c,…}'],
  ['if .a then .', 'a? ; ? ; -> . .'],
]

for (const [program, expected] of rows)
  test(`jq ${JSON.stringify(program)}`, () => assert.equal(reading(program), expected))

test('a program nested too deeply has no certain mistake', () => {
  for (const begun of ['(', '[', 'try ', 'def f: ', '"\\('])
    assert.equal(mistakeInProgram(begun.repeat(20_000), []), undefined, begun)
  for (const [first, more] of [
    ['. as ', '['],
    ['. as ', '{a:'],
  ] as const)
    assert.equal(mistakeInProgram(first + more.repeat(20_000), []), undefined, more)
})

test('no text is too strange or too long', () => {
  const pieces = [
    '.',
    'a',
    '"',
    '[',
    ']',
    '{',
    '}',
    '(',
    ')',
    '|',
    ',',
    '//',
    ':',
    ' ',
    '\\(',
    '$x',
    '\0',
    'as',
    'if',
    'def',
    '-',
    '?',
    '=',
    ';',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (some) => {
      const program = some.join('')
      follow(
        parseProgram(program),
        { kind: 'piece', path: [], sure: true },
        {
          sink: {
            field: ({ range }) =>
              assert.ok(0 <= range.start && range.start <= range.end && range.end <= program.length),
            compared: ({ range }) => assert.ok(range.end <= program.length),
            needed: () => {},
            tested: () => {},
          },
          variables: new Map(),
          inputs: UNKNOWN_VALUE,
          narrow: () => undefined,
          budget: budgetFor(program),
        },
      )
    }),
    { numRuns: 500 },
  )
  for (const deep of ['(', '[', '{a:', '-', 'if ', '"\\(', '.a|', '.a//', '.a,', 'try ', 'def f:'])
    parseProgram(deep.repeat(20_000))
})
