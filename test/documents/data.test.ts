// Data files as documents: the spots at the cursor, in complete and incomplete texts, and the repair of a mistake.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dialects, recordOf } from '../../runtime/contract/dialects/index.ts'
import { type DataKind, dataKindOf, dataShape } from '../../runtime/contract/files.ts'
import { fieldsAt, shapeAt, valuesOf } from '../../runtime/contract/walk.ts'
import { readData } from '../../runtime/documents/data/read.ts'
import type { Spot } from '../../runtime/documents/spots.ts'
import { assertSpots, spotText } from '../support/spots.ts'

const PATHS: Readonly<Record<DataKind, string>> = {
  settings: '.hookbench/settings.json',
  extensions: 'secureyeoman.yaml',
  case: '.hookbench/cases/a.json',
  recording: '.hookbench/recordings/a.ndjson',
  'payload-file': '.hookbench/payloads/a.json',
}

async function read(kind: DataKind, text: string, path = PATHS[kind]) {
  const document = await readData(kind, { path, text })
  assertSpots(document, text)
  return document
}

/** The spots at the cursor `|`, each followed by the text that it replaces, in brackets. */
async function atCursor(kind: DataKind, marked: string): Promise<readonly string[]> {
  const at = marked.indexOf('|')
  const text = marked.replace('|', '')
  const { spots } = await read(kind, text)
  return spots
    .filter(({ range }) => range.start <= at && at <= range.end)
    .map((spot) => described(spot, text))
}

function described(spot: Spot, text: string): string {
  const description = spotText(spot, [])
    .replace(' write maybe', '')
    .replace(/ \+siblings.*/, '')
  return `${description} [${text.slice(spot.range.start, spot.range.end)}]`
}

const CURSORS: readonly (readonly [kind: DataKind, text: string, ...spots: string[]])[] = [
  // JSON: keys
  ['settings', '{ "fa|', 'field settings fa [fa]'],
  ['settings', '{ "fa|" }', 'field settings fa [fa]'],
  ['settings', '{ fa| }', 'field settings fa [fa]'],
  ['settings', '{|}', 'field settings  []'],
  ['settings', '{ | }', 'field settings  []'],
  ['settings', '{\n  |\n}', 'field settings  []'],
  ['settings', '{\r\n  |\r\n}', 'field settings  []'],
  ['settings', '{|\r\n', 'field settings  []'],
  ['settings', '{ "fa\\|\r\n', 'field settings fa [fa\\]'],
  ['settings', '{ "a" "b|'],
  ['settings', '{ //\r\n|', 'field settings  []'],
  ['settings', '{\n  |\n  "workers": 2\n}', 'field settings  []'],
  ['settings', '{ "workers": 2, | }', 'field settings  []'],
  ['settings', '{ "workers": 2, "fa|\n}', 'field settings fa [fa]'],
  ['settings', '{\n  "workers": 2,\n  |\n}', 'field settings  []'],
  ['settings', '{\n  "workers": 2\n  |\n}', 'field settings  []'],
  ['settings', '{ "workers": 2, // more\n  |\n}', 'field settings  []'],
  ['settings', '{ "builtin": { "logging": { "| } } }', 'field settings builtin.logging. } } } [ } } }]'],
  ['settings', '{ "builtin": { "logging": { | } } }', 'field settings builtin.logging. []'],
  ['settings', '{ "builtin": { "logging": { "l|"', 'field settings builtin.logging.l [l]'],
  // JSON: values
  ['settings', '{ "failOpen": | }', 'value settings failOpen []'],
  ['settings', '{ "failOpen": |', 'value settings failOpen []'],
  ['settings', '{ "failOpen":| }', 'value settings failOpen []'],
  ['settings', '{ "failOpen": tr| }', 'value settings failOpen = "tr" [tr]'],
  ['settings', '{ "failOpen": |, "workers": 1 }', 'value settings failOpen []'],
  ['settings', '{ "failOpen": tru|e }', 'value settings failOpen = true [true]'],
  [
    'settings',
    '{ "severities": { "event.unknown": "o|" } }',
    'value settings severities.event.unknown = "o" [o]',
  ],
  ['settings', '{ "severities": { "event.| } }', 'field settings severities.event. } } [event. } }]'],
  ['settings', '{ "disabled": [|] }', 'value settings disabled.0 []'],
  ['settings', '{ "disabled": ["a", |] }', 'value settings disabled.1 []'],
  ['settings', '{ "disabled": ["kodelet:|"] }', 'value settings disabled.0 = "kodelet:" [kodelet:]'],
  // JSON: no spots
  ['settings', '{ "workers": 2 | }'],
  ['settings', '{ "workers" |: 2 }'],
  ['settings', '{ // com|ment\n }'],
  ['settings', '{ // comment|\n }'],
  ['settings', '{\n|  "workers": 2 }'],
  ['settings', '|'],
  // What a value means
  [
    'settings',
    '{ "$schema": "../schemas/s|.json" }',
    'value settings $schema = "../schemas/s.json" [../schemas/s.json]',
    'file ../schemas/s.json [../schemas/s.json]',
  ],
  [
    'settings',
    '{ "environment": { "drop": ["TO|KEN"] } }',
    'value settings environment.drop.0 = "TOKEN" [TOKEN]',
    'variable TOKEN [TOKEN]',
  ],
  [
    'case',
    '{ "dialect": "kodelet", "event": "before|"',
    'value case event = "before" [before]',
    'event before [before]',
  ],
  ['case', '{ "event": | }', 'value case event []', 'event  []'],
  ['case', '{ "expect": { "reason": { "$| } } }', 'field case expect.reason.$ } } } [$ } } }]'],
  ['case', '{ "matchers": { "payload.| } }', 'field case matchers.payload. } } [payload. } }]'],
  ['payload-file', '{ "event": "turn_end", "respo| }', 'field payload-file respo } [respo }]'],
  // YAML: keys
  ['extensions', '|', 'field extensions  []'],
  ['extensions', 'ext|', 'field extensions ext [ext]'],
  ['extensions', 'extensions:\n  |', 'field extensions extensions. []'],
  ['extensions', 'extensions: |', 'field extensions extensions. []'],
  ['extensions', 'extensions:\n  fai|', 'field extensions extensions.fai [fai]'],
  ['extensions', 'extensions:\n  enabled: true\n  fai|', 'field extensions extensions.fai [fai]'],
  ['extensions', 'extensions:\n  fai|\n  enabled: true\n', 'field extensions extensions.fai [fai]'],
  ['extensions', 'extensions:\r\n  fai|\r\n  enabled: true\r\n', 'field extensions extensions.fai [fai]'],
  ['extensions', 'extensions:\n  enabled: true\n  |\n', 'field extensions extensions. []'],
  ['extensions', 'extensions:\r\n  enabled: true\r\n  |\r\n', 'field extensions extensions. []'],
  ['extensions', 'extensions:\n  enabled: true\n|', 'field extensions  []'],
  [
    'extensions',
    'extensions:\n  enabled: true\n # later\n  |\nother: 1\n',
    'field extensions extensions. []',
  ],
  [
    'extensions',
    'extensions:\n  webhooks:\n    - hook: a\n      |\n',
    'field extensions extensions.webhooks.0. []',
  ],
  [
    'extensions',
    'extensions:\n  webhooks:\n    - hook: a\n      u|\n',
    'field extensions extensions.webhooks.0.u [u]',
  ],
  ['extensions', 'extensions:\n  webhooks:\n    - |', 'field extensions extensions.webhooks.0. []'],
  ['extensions', 'extensions:\n  webhooks:\n    - ho|', 'field extensions extensions.webhooks.0.ho [ho]'],
  ['extensions', 'extensions: { fai| }', 'field extensions extensions.fai [fai]'],
  ['extensions', 'extensions: { | }', 'field extensions extensions. []'],
  ['extensions', 'extensions: { enabled: true, | }', 'field extensions extensions. []'],
  // YAML: values
  ['extensions', 'extensions:\n  enabled: |\n', 'value extensions extensions.enabled []'],
  ['extensions', 'extensions:\n  enabled: tr|\n', 'value extensions extensions.enabled = "tr" [tr]'],
  [
    'extensions',
    'extensions:\n  webhooks:\n    - hook: |\n      url: a\n',
    'value extensions extensions.webhooks.0.hook []',
    'event  []',
  ],
  [
    'extensions',
    'extensions:\n  webhooks: [{ hook: agent_|init }]\n',
    'value extensions extensions.webhooks.0.hook = "agent_init" [agent_init]',
    'event agent_init [agent_init]',
  ],
  [
    'extensions',
    'extensions:\n  webhooks:\n    - url: "https://a/${TO|KEN}"\n',
    'value extensions extensions.webhooks.0.url = "https://a/${TOKEN}" [https://a/${TOKEN}]',
    'variable TOKEN [TOKEN]',
  ],
  [
    'extensions',
    'extensions:\n  directories:\n    - more/|ext\n',
    'value extensions extensions.directories.0 = "more/ext" [more/ext]',
    'file more/ext [more/ext]',
  ],
  [
    'extensions',
    "extensions:\n  directories: ['~/|ext']\n",
    'value extensions extensions.directories.0 = "~/ext" [~/ext]',
  ],
  // YAML: no spots
  ['extensions', 'extensions:\n  enabled: true\n    |\n'],
  ['extensions', 'extensions:\n  enabled:|\n'],
  ['extensions', '# ext|\n'],
]

for (const [kind, text, ...spots] of CURSORS) {
  test(`${kind}: at the cursor of ${JSON.stringify(text)}`, async () => {
    assert.deepEqual(await atCursor(kind, text), spots)
  })
}

test('a key knows the keys beside it, a hole all of them', async () => {
  const { spots } = await read('settings', '{ "workers": 1, "failOpen": true, }')
  const fields = spots.filter((spot) => spot.kind === 'field')
  assert.deepEqual(
    fields.slice(0, 3).map(({ path, siblings }) => [path.join('.'), siblings]),
    [
      ['workers', ['failOpen']],
      ['failOpen', ['workers']],
      ['', ['workers', 'failOpen']],
    ],
  )
})

test('offsets are UTF-16, before and behind a mark of the encoding', async () => {
  for (const [kind, before, after] of [
    ['settings', '{ "environment": { "set": { "😀": "x" } }, "', '": true }'],
    ['settings', '\uFEFF{ /* 😀 */ "', '": true }'],
    ['extensions', '\uFEFFextensions: # 😀\n  ', ': true\n'],
    ['extensions', '"😀": 1\r\nextensions:\r\n  ', ': true\r\n'],
  ] as const) {
    const { spots, problems } = await read(kind, `${before}failOpen${after}`)
    assert.deepEqual(problems, [])
    const spot = spots.find(({ kind, range }) => kind === 'field' && range.start === before.length)
    assert.equal(spot?.range.end, before.length + 'failOpen'.length)
  }
})

/** The text with a mistake, and the text after its first repair; undefined where there is no repair. */
const MENDED: readonly (readonly [kind: DataKind, text: string, mended: string | undefined])[] = [
  ['settings', '{ "failOpn": true }', '{ "failOpen": true }'],
  ['settings', '{ "failOpen": "yes" }', '{ "failOpen": true }'],
  ['settings', '{ "failOpen": "perhaps" }', undefined],
  ['settings', '{ "maxExecutionTime": 5 }', '{ "maxExecutionTime": 5000 }'],
  ['settings', '{ "maxExecutionTime": "5s" }', '{ "maxExecutionTime": 5000 }'],
  ['settings', '{ "maxExecutionTime": 0 }', '{ "maxExecutionTime": 1 }'],
  ['settings', '{ "workers": "5s" }', undefined],
  ['settings', '{ "workers": 100 }', '{ "workers": 64 }'],
  ['settings', '{ "workers": 2.5 }', '{ "workers": 3 }'],
  ['settings', '{ "severities": { "event.unknown": "of" } }', '{ "severities": { "event.unknown": "off" } }'],
  ['settings', '{ "severities": { "event.unknwn": "off" } }', '{ "severities": { "event.unknown": "off" } }'],
  ['settings', '{\n  "workers": 2\n  "failOpen": true\n}', '{\n  "workers": 2,\n  "failOpen": true\n}'],
  ['settings', '{ "workers" 2 }', '{ "workers": 2 }'],
  ['settings', '{\n  "workers": 2 // two\n  "failOpen": true\n}', undefined],
  ['settings', '{ "sandbox": { "plugin": "sandbox" } }', '{ "sandbox": { "plugin": "sandboxed" } }'],
  ['extensions', 'extensions:\n  hotRelod: true\n', 'extensions:\n  hotReload: true\n'],
  ['extensions', 'extensions:\n  enabled: off\n', 'extensions:\n  enabled: false\n'],
  ['extensions', 'extensions:\n  maxExecutionTime: 2 min\n', 'extensions:\n  maxExecutionTime: 120000\n'],
  ['extensions', 'extensions:\n  maxExecutionTime: 20\n', 'extensions:\n  maxExecutionTime: 20000\n'],
  ['extensions', 'extensions: { directories: [1] }', 'extensions: { directories: ["1"] }'],
  [
    'payload-file',
    '{ "event": "turn_end", "conv_id": "c", "cwd": "/", "invoked_by": "mian", "response": "", "turn_number": 1 }',
    '{ "event": "turn_end", "conv_id": "c", "cwd": "/", "invoked_by": "main", "response": "", "turn_number": 1 }',
  ],
  [
    'payload-file',
    '{ "event": "turn_end", "convId": "c", "cwd": "/", "invoked_by": "main", "response": "", "turn_number": 1 }',
    '{ "event": "turn_end", "conv_id": "c", "cwd": "/", "invoked_by": "main", "response": "", "turn_number": 1 }',
  ],
  [
    'recording',
    '{"v":1,"kind":"recording","hookbench":"1","startedAt":"","session":"s"}\n{"v":2,"kind":"planned","at":1,"firing":"f","hooks":[]}\n',
    undefined,
  ],
  [
    'case',
    '{ "v": 1, "name": "a", "dialect": "kodelet", "event": "turn_end", "payload": 1, "expct": {} }',
    '{ "v": 1, "name": "a", "dialect": "kodelet", "event": "turn_end", "payload": 1, "expect": {} }',
  ],
]

for (const [kind, text, mended] of MENDED) {
  test(`${kind}: ${JSON.stringify(text)} is mended in one stroke`, async () => {
    const { problems } = await read(kind, text)
    assert.notEqual(problems.length, 0)
    const [repair] = problems.flatMap(({ repairs = [] }) => repairs)
    assert.equal(repair?.kind === 'edit' ? edited(text, repair.edits) : undefined, mended)
  })
}

function edited(
  text: string,
  edits: readonly { readonly range: { start: number; end: number }; readonly text: string }[],
): string {
  return edits.reduceRight(
    (so, { range, text: put }) => so.slice(0, range.start) + put + so.slice(range.end),
    text,
  )
}

test('what is quoted of a text stays on one line, and is nothing that a terminal obeys', async () => {
  for (const [kind, text] of [
    ['settings', '"\\n\u2028\u202e\ud83d"'],
    ['settings', '{ "\u001b[31m": 1 }'],
    ['extensions', 'extensions:\n  "hot\\nReload": 1\n'],
  ] as const) {
    const { problems } = await read(kind, text)
    assert.notEqual(problems.length, 0)
    for (const { message, fix = '' } of problems)
      assert.match(message + fix, /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e]+$/u)
  }
})

test('every mismatch is reported once, at its place', async () => {
  const text = `{ "event": "after_tool_call", "conv_id": 1, "cwd": 2, "invoked_by": "main", "tool_name": "x",
    "tool_input": 1, "tool_output": { "toolName": "x", "success": "no", "error": 3 }, "tool_user_id": "t" }`
  const { problems, claim } = await read('payload-file', text)
  assert.deepEqual(claim, { dialect: 'kodelet', event: 'after_tool_call' })
  assert.deepEqual(
    problems.map(({ code, range }) => [code, text.slice(range?.start, range?.end)]),
    [
      ['payload.mismatch', '1'],
      ['payload.mismatch', '2'],
      ['payload.mismatch', '"no"'],
      ['payload.mismatch', '3'],
    ],
  )
})

test('while a payload does not parse, no missing field is reported', async () => {
  const { problems } = await read('payload-file', '{ "event": "turn_end", "conv_id": 1, "c')
  assert.deepEqual(
    problems.map(({ code }) => code),
    ['payload.mismatch', 'syntax.error'],
  )
})

test("every event's example is a silent payload file, and a silent case", async () => {
  for (const [dialect, { events }] of Object.entries(dialects)) {
    for (const [event, { example }] of Object.entries(events)) {
      // Functions and errors cannot be written in files.
      const payload = JSON.parse(JSON.stringify(example))
      const text = JSON.stringify(payload, undefined, 2)
      const file = await readData('payload-file', { path: `x.${dialect}.${event}.payload.json`, text })
      assert.deepEqual(file.claim, { dialect, event })
      assert.deepEqual(file.problems, [], `${dialect} ${event}`)
      const whole = { v: 1, name: 'a', dialect, event, payload, expect: {} }
      const one = await readData('case', { path: 'a.json', text: JSON.stringify(whole) })
      assert.deepEqual(one.problems, [], `${dialect} ${event}`)
    }
  }
})

test('the claim of a payload is read from its schema, its name or its own field, and is never guessed', async () => {
  const rows: readonly (readonly [path: string, text: string, claim: string | undefined])[] = [
    ['a.json', '{ "event": "turn_end" }', 'kodelet turn_end'],
    ['a.json', '{ "event_type": "pre_tool_use" }', 'kaizen pre_tool_use'],
    ['a.json', '{ "name": "turn_end" }', undefined],
    ['turn_end.payload.json', '{}', 'kodelet turn_end'],
    ['guard.turn_end.payload.json', '{}', 'kodelet turn_end'],
    ['kaizen.turn_end.payload.json', '{}', undefined],
    ['turn_end.json', '{ "event": "before_tool_call" }', 'kodelet turn_end'],
    ['a.json', '{ "$schema": "../kodelet/turn_end.payload.schema.json" }', 'kodelet turn_end'],
    ['a.json', '{ "$schema": "urn:hookbench:compilr:onError:payload" }', 'compilr onError'],
    ['turn_end.json', '{ "$schema": "urn:hookbench:compilr:onError:payload" }', 'compilr onError'],
    ['a.json', '[]', undefined],
  ]
  for (const [path, text, expected] of rows) {
    const { claim } = await readData('payload-file', { path: `.hookbench/payloads/${path}`, text })
    assert.equal(
      claim === undefined ? undefined : `${claim.dialect} ${claim.event}`,
      expected,
      `${path} ${text}`,
    )
  }
})

test('which file is what', () => {
  const rows: readonly (readonly [string, DataKind | undefined])[] = [
    ['.hookbench/settings.json', 'settings'],
    ['secureyeoman.yaml', 'extensions'],
    ['.hookbench/cases/a.json', 'case'],
    ['.hookbench/recordings/a.ndjson', 'recording'],
    ['.hookbench/payloads/deep/a.json', 'payload-file'],
    ['tests/a.payload.json', 'payload-file'],
    ['tests/a.payload.jsonc', 'payload-file'],
    ['sub/.hookbench/settings.json', undefined],
    ['.hookbench/cases/deep/a.json', undefined],
    ['.hookbench/recordings/a.json', undefined],
    ['payload.json', undefined],
    ['package.json', undefined],
  ]
  for (const [path, kind] of rows) assert.equal(dataKindOf(path), kind, path)
})

test('every spot of a well-formed file is known to the shape of its kind', async () => {
  const claim = { dialect: 'kodelet', event: 'turn_end' } as const
  const payload = recordOf('kodelet', 'turn_end')?.example
  const one = {
    v: 1,
    name: 'a',
    ...claim,
    payload,
    expect: { decision: 'pass', reason: { $match: 'a' }, payload, context: [{ $any: true }] },
    matchers: { reason: { $type: 'string' }, 'payload.response': { $any: true } },
  }
  const files: readonly (readonly [DataKind, string])[] = [
    ['settings', '{ "$schema": "a", "builtin": { "costTracking": { "prices": { "m": { "input": 1 } } } } }'],
    ['extensions', 'other: [1]\nextensions:\n  webhooks:\n    - { hook: a, url: b, timeout: 100 }\n'],
    ['case', JSON.stringify(one)],
    ['payload-file', JSON.stringify(payload)],
    [
      'recording',
      '{"v":1,"kind":"recording","hookbench":"1","startedAt":"","session":"s"}\n{"v":1,"kind":"started","at":1,"firing":"f","hook":"h"}\n',
    ],
  ]
  for (const [kind, text] of files) {
    const { spots, claim } = await read(kind, text)
    const shape = dataShape(kind, claim)
    assert.ok(shape !== undefined)
    const paths = spots.flatMap((spot) => ('path' in spot && spot.path.at(-1) !== '' ? [spot.path] : []))
    assert.ok(paths.length > 3)
    for (const path of paths) assert.notEqual(shapeAt(shape, path).kind, 'absent', path.join('.'))
  }
})

test('the shape of a case knows matchers wherever something is expected, and the payload of its event', () => {
  const shape = dataShape('case', { dialect: 'kodelet', event: 'turn_end' })
  assert.ok(shape !== undefined)
  const names = (...path: string[]) => fieldsAt(shape, path).map(({ name }) => name)
  assert.deepEqual(names('expect', 'reason'), ['$match', '$any', '$type'])
  assert.deepEqual(names('expect', 'answer'), ['$match', '$any', '$type'])
  assert.deepEqual(names('matchers', 'payload.response'), ['$match', '$any', '$type'])
  assert.ok(names('expect', 'payload').includes('turn_number'))
  assert.ok(names('expect', 'payload', 'turn_number').includes('$type'))
  assert.ok(names('payload').includes('turn_number'))
  assert.ok(names('matchers').includes('decision') && !names('matchers').includes('failures'))
  const kinds = shapeAt(shape, ['expect', 'reason', '$type'])
  assert.ok(kinds.kind === 'known' && valuesOf(kinds.shape)?.includes('array'))
})
