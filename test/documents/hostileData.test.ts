// Data files can hold anything: every text is answered in time, with ranges that lie in it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import type { DataKind } from '../../runtime/contract/files.ts'
import { isStep, RecordingLine } from '../../runtime/contract/recording.ts'
import { mismatches } from '../../runtime/contract/validate.ts'
import { readData } from '../../runtime/documents/data/read.ts'
import { readExtensions } from '../../runtime/documents/extensions.ts'
import { fc } from '../support/property.ts'
import { assertSpots, assertStands } from '../support/spots.ts'

const KINDS: readonly DataKind[] = ['settings', 'extensions', 'case', 'recording', 'payload-file']

async function check(kind: DataKind, text: string): Promise<number> {
  const started = performance.now()
  const document = await readData(kind, { path: 'turn_end.payload.json', text })
  assertSpots(document, text)
  for (const { range, repairs = [] } of document.problems) {
    const edits = repairs.flatMap((repair) => (repair.kind === 'edit' ? repair.edits : []))
    for (const one of [...(range === undefined ? [] : [range]), ...edits.map((edit) => edit.range)])
      assertStands(one, text, kind)
  }
  return performance.now() - started
}

const LONG = 130_000
const HOSTILE: Readonly<Record<string, string>> = {
  'a list nested too deeply': '['.repeat(LONG),
  'objects nested too deeply': '{"a":'.repeat(LONG / 5),
  'a line of numbers': `[${'1,'.repeat(LONG / 2)}1]`,
  'a line of objects': `{"a":[${'{"b":1},'.repeat(LONG / 8)}{}]}`,
  'one long text': `{"event":"turn_end","response":"${'x'.repeat(LONG)}"}`,
  'every key twice': `{${'"a":1,'.repeat(LONG / 6)}"a":1}`,
  'many unknown keys': `{${Array.from({ length: 10_000 }, (_, at) => `"k${at}":1`).join()}}`,
  'many wrong items': `{"disabled":[${'1,'.repeat(LONG / 2)}1]}`,
  quotes: '"'.repeat(LONG),
  'blank lines': '\n'.repeat(LONG),
  blanks: ' '.repeat(LONG),
  'half-typed words': 'x '.repeat(LONG / 2),
  commas: `{${','.repeat(LONG)}}`,
  'lines that are no steps': '{"v":1}\n'.repeat(LONG / 8),
  'YAML keys': Array.from({ length: 12_000 }, (_, at) => `k${at}: 1`).join('\n'),
  'YAML keys below extensions': `extensions:\n${Array.from({ length: 10_000 }, (_, at) => `  k${at}: 1`).join('\n')}`,
  'YAML laughs': Array.from({ length: 30 }, (_, at) => `a${at}: &a${at} [${`*a${at - 1},`.repeat(9)}]`)
    .join('\n')
    .replaceAll('*a-1', 'ha')
    .concat('\nextensions: { directories: *a29, webhooks: *a28 }'),
  'YAML aliases': `a: &a [b]\nextensions: { directories: [${'*a,'.repeat(40_000)}] }`,
  'YAML that is its own child': 'extensions: &a { webhooks: [*a], directories: *a }',
  'YAML dashes': '- '.repeat(LONG / 2),
  'YAML questions': '? '.repeat(LONG / 2),
  'YAML key without braces': '[?',
  'YAML anchor at the very end': '- &a---',
  'YAML tag that is half a character': '!😀extensions',
  'YAML indentation': Array.from({ length: 600 }, (_, at) => `${' '.repeat(at)}a:`).join('\n'),
}

function kindsOf(what: string): readonly DataKind[] {
  return what.startsWith('YAML') ? ['extensions'] : ['settings', 'extensions', 'recording', 'payload-file']
}

for (const [what, text] of Object.entries(HOSTILE)) {
  for (const kind of kindsOf(what)) {
    test(`${kind}: ${what} is answered in time`, async () => {
      const took = await check(kind, text)
      assert.ok(took < 60_000, `took ${Math.round(took)} ms`)
    })
  }
}

test('the configuration that the runtime reads may be as hostile', () => {
  for (const text of ['['.repeat(100_000), '{a: '.repeat(50_000)]) {
    const { stated, unreadable, problems } = readExtensions(text, 'secureyeoman.yaml', {})
    assert.deepEqual([stated, unreadable, problems.length], [{}, true, 1])
  }
})

test('a payload of a megabyte in one line is looked into', async () => {
  const text = `{"event":"turn_end","response":[${'{"b":"😀"},'.repeat(100_000)}{}]}`
  assert.ok((await check('payload-file', text)) < 60_000)
})

test('what is too large for its kind is reported, and not analyzed', async () => {
  const text = `extensions:\n${'# much\n'.repeat(100_000)}  enabled: 3\n`
  const { problems } = await readData('extensions', { path: 'secureyeoman.yaml', text })
  assert.deepEqual(
    problems.map(({ code, severity }) => [code, severity]),
    [['file.too-large', 'info']],
  )
})

test('the beginning of a recording is analyzed, and its length is not reported', async () => {
  const step = `${JSON.stringify({ v: 1, kind: 'started', at: 1, firing: 'f', hook: 'x'.repeat(2000) })}\n`
  const head = '{"v":1,"kind":"recording","hookbench":"1","startedAt":"","session":"s"}\n'
  const text = head + step.repeat(3000)
  const { problems, spots } = await readData('recording', { path: 'a.ndjson', text })
  assert.deepEqual(problems, [])
  assert.ok(spots.length > 1000)
})

// Texts built from meaningful tokens, cut and mixed.
const word = fc.constantFrom(
  ...[
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '"',
    "'",
    '\n',
    '\r\n',
    '  ',
    ' ',
    '//',
    '/*',
    '*/',
    '#',
    '- ',
    '&a',
    '*a',
    '<<',
  ],
  ...[
    '|',
    '>',
    '?',
    '!',
    '%',
    '@',
    '`',
    '\\',
    '\uFEFF',
    '😀',
    '\uD83D',
    '\u0000',
    '\t',
    '---',
    '...',
    '${A}',
    '1',
    'null',
  ],
  ...[
    'extensions',
    'webhooks',
    '"failOpen"',
    'true',
    '"v":1',
    '"kind":"fired"',
    '"event":"turn_end"',
    '"expect"',
  ],
  ...[
    '"matchers"',
    '"$match"',
    '"payload"',
    '"dialect":"kodelet"',
    'maxExecutionTime: 5',
    '__proto__',
    '"$schema"',
  ],
)

test('any text at all is read without a throw, with places that are in it', async () => {
  const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(''))
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom(...KINDS), async (one, kind) => {
      await check(kind, one)
    }),
    { numRuns: 1500 },
  )
})

test('a payload with any part replaced, cut off or doubled is read', async () => {
  const examples = Object.values(dialects).flatMap(({ events }) =>
    Object.values(events).map(({ example }) => JSON.stringify(example, undefined, 1)),
  )
  const edit = fc.record({ text: fc.constantFrom(...examples), at: fc.nat(), length: fc.nat(30), put: word })
  await fc.assert(
    fc.asyncProperty(edit, async ({ text, at, length, put }) => {
      const from = at % text.length
      await check('payload-file', text.slice(0, from) + put + text.slice(from + length))
    }),
    { numRuns: 400 },
  )
})

test('whatever part of a recording cannot be read is reported', () => {
  const value = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        v: fc.constantFrom(1, 2),
        kind: fc.constantFrom('fired', 'planned', 'started', 'finished', 'settled', 'other'),
        firing: fc.constantFrom('f', 1),
        dialect: fc.constantFrom('kodelet', 1),
        event: fc.constantFrom('turn_end', null),
        run: fc.constantFrom({ id: 'a' }, { id: 1 }, 1),
        outcome: fc.constantFrom({}, 1),
      },
      { requiredKeys: [] },
    ),
  )
  fc.assert(
    fc.property(value, (line) => {
      if (isStep(line)) return
      assert.notDeepEqual(mismatches(RecordingLine, line), [])
    }),
    { numRuns: 500 },
  )
})
