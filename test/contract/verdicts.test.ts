// The verdict of every event for every kind of answer: rows of [answer, verdict], taken from the seeds' own text.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BuiltInDialectId, dialects, recordOf } from '../../runtime/contract/dialects/index.ts'
import type { EventRecord } from '../../runtime/contract/eventRecord.ts'
import { flowOf } from '../../runtime/contract/flow.ts'
import { mismatchText } from '../../runtime/contract/validate.ts'
import type { Verdict } from '../../runtime/contract/verdict.ts'

type Row = readonly [answer: unknown, verdict: Verdict | ((payload: Payload) => Verdict), payload?: Payload]
type Payload = Record<string, unknown>
type Table = { readonly [event: string]: readonly Row[] }

function record(dialect: BuiltInDialectId, event: string): EventRecord {
  const found = recordOf(dialect, event)
  assert.ok(found, `${dialect} has no ${event}`)
  return found
}

function check(dialect: BuiltInDialectId, event: string, [answer, expected, given]: Row): void {
  const { payload, result, verdict, example } = record(dialect, event)
  const before = given ?? (example as Payload)
  const copy = structuredClone(before)
  assert.equal(mismatchText(payload, before), undefined, 'the payload of the row fits')
  assert.equal(mismatchText(result, answer), undefined, 'the answer of the row fits')
  assert.deepEqual(
    verdict(answer as never, before as never),
    typeof expected === 'function' ? expected(before) : expected,
  )
  assert.deepEqual(before, copy, 'the payload is left alone')
}

function table(dialect: BuiltInDialectId, rows: Table): void {
  test(`${dialect}: there are rows for every event`, () => {
    assert.deepEqual(Object.keys(rows).sort(), Object.keys(dialects[dialect].events).sort())
  })
  for (const [event, list] of Object.entries(rows)) {
    test(`${dialect} ${event}: ${list.length} answers mean what the seed says`, () => {
      for (const row of list) check(dialect, event, row)
    })
  }
}

const pass: Verdict = {}
const deny = (reason?: string): Verdict =>
  reason === undefined ? { decision: 'deny' } : { decision: 'deny', reason }

// ---- SecureYeoman: the classes of ADR 035, "Extension Interface", name by name

const TRANSFORMS = [
  'prompt_assembly_before',
  'prompt_assembly_after',
  'before_llm_call',
  'after_llm_call',
  'stream_chunk',
  'tool_execute_after',
  'memory_recall_before',
]
const VETOES = ['tool_execute_before', 'memory_save_before', 'delegation_before', 'message_received']
const OBSERVERS = Object.keys(dialects.secureyeoman.events).filter(
  (name) => ![...TRANSFORMS, ...VETOES].includes(name),
)

const ignoredAnswers: readonly Row[] = [null, 7, 'text', {}, [], { blocked: true }].map((answer) => [
  answer,
  pass,
])

const changed = (event: string): Payload => ({
  ...(record('secureyeoman', event).example as Payload),
  timestamp: 1,
})
const transformed = (event: string): Row => [changed(event), () => ({ payload: changed(event) })]

table('secureyeoman', {
  ...Object.fromEntries(OBSERVERS.map((event) => [event, ignoredAnswers])),
  ...Object.fromEntries(TRANSFORMS.map((event) => [event, [transformed(event)]])),
  ...Object.fromEntries(VETOES.map((event) => [event, [transformed(event), [null, deny()] as const]])),
})

test('secureyeoman: the ADR names 13 observers, 7 transforms and 4 vetoes', () => {
  assert.deepEqual([OBSERVERS.length, TRANSFORMS.length, VETOES.length], [13, 7, 4])
  for (const [semantics, events] of [
    ['observe', OBSERVERS],
    ['transform', TRANSFORMS],
    ['veto', VETOES],
  ] as const) {
    for (const event of events) assert.equal(record('secureyeoman', event).semantics, semantics, event)
  }
})

test('secureyeoman: saying nothing is fine for an observer and invalid for everybody else', () => {
  for (const event of OBSERVERS) assert.equal(record('secureyeoman', event).empty, 'pass', event)
  for (const event of [...TRANSFORMS, ...VETOES])
    assert.equal(record('secureyeoman', event).empty, 'invalid', event)
})

test('secureyeoman: null cancels only where the ADR lets it', () => {
  for (const event of TRANSFORMS) {
    assert.equal(mismatchText(record('secureyeoman', event).result, null), 'expected object, got null', event)
  }
})

// ---- Kodelet: ADR 021, "Return Value Structures"

const output = { toolName: 'bash', success: false, error: 'redacted', timestamp: '2026-01-01T00:00:00Z' }

table('kodelet', {
  before_tool_call: [
    [{}, pass],
    [{ blocked: false }, pass],
    [{ blocked: false, reason: 'fine' }, pass],
    [{ blocked: null, reason: null, input: null }, pass],
    [{ blocked: true }, deny()],
    [{ blocked: true, reason: null }, deny()],
    [{ blocked: true, reason: 'no sudo' }, deny('no sudo')],
    [{ blocked: true, reason: 'no sudo', input: { command: 'ls' } }, deny('no sudo')],
    [{ input: { command: 'ls' } }, (payload) => ({ payload: { ...payload, tool_input: { command: 'ls' } } })],
    [{ blocked: false, input: 'raw' }, (payload) => ({ payload: { ...payload, tool_input: 'raw' } })],
    [{ note: 'extra fields are kept and mean nothing' }, pass],
  ],
  after_tool_call: [
    [{}, pass],
    [{ output: null }, pass],
    [{ output }, (payload) => ({ payload: { ...payload, tool_output: output } })],
    [
      { output: {} },
      (payload) => ({
        payload: {
          ...payload,
          tool_output: { toolName: '', success: false, timestamp: '0001-01-01T00:00:00Z' },
        },
      }),
    ],
    [
      { output: { ...output, error: null, metadata: null, extra: 1 } },
      (payload) => ({
        payload: {
          ...payload,
          tool_output: { toolName: 'bash', success: false, timestamp: output.timestamp },
        },
      }),
    ],
  ],
  user_message_send: [
    [{}, pass],
    [{ blocked: false }, pass],
    [{ blocked: true, reason: 'contains a key' }, deny('contains a key')],
  ],
  agent_stop: [
    [{}, pass],
    [{ follow_up_messages: [] }, pass],
    [{ follow_up_messages: null }, pass],
    [
      { follow_up_messages: ['Run the tests.', 'Then stop.'] },
      { followUps: ['Run the tests.', 'Then stop.'] },
    ],
  ],
  turn_end: [
    [{}, pass],
    [{ success: true }, pass],
  ],
})

// ---- Kaizen: reports for the person, and one event whose callers listen

const reports: readonly Row[] = [
  [{ success: true }, pass],
  [{ success: true, data: { metric: 'calls', count: 3 }, error: null, duration_ms: 0.4 }, pass],
  [{ success: true, error: 'said in passing' }, pass],
  [{ success: false, error: 'GDPR consent required' }, { notes: ['GDPR consent required'] }],
  [{ success: false }, { notes: ['reported a failure and no error'] }],
  [{ success: false, error: null }, { notes: ['reported a failure and no error'] }],
  [{ success: false, error: '' }, { notes: ['reported a failure and no error'] }],
]

table('kaizen', {
  ...Object.fromEntries(Object.keys(dialects.kaizen.events).map((event) => [event, reports])),
  pre_interrupt: [
    [{ success: true }, pass],
    [{ success: false, error: 'a write is under way' }, deny('a write is under way')],
    [{ success: false }, deny('reported a failure and no error')],
  ],
})

test('kaizen: every event but pre_interrupt is an observer, and its observers run one after the other', () => {
  for (const [event, one] of Object.entries(dialects.kaizen.events)) {
    assert.equal(one.semantics, event === 'pre_interrupt' ? 'veto' : 'observe', event)
    assert.equal(flowOf(dialects.kaizen, one).run, 'sequential', event)
    assert.equal(flowOf(dialects.kaizen, one).endsAt, 'never', event)
    assert.equal(flowOf(dialects.kaizen, one).sees, 'original', event)
  }
})

// ---- compilr: the seven lists

const recovered = { success: true, result: 'cached' }
const system = { role: 'system', content: 'You mend small bugs.' }
const user = { role: 'user', content: 'The price is NaN.' }
const llm = (messages: readonly unknown[]): Payload => ({
  ...dialects.compilr.events.beforeLLM.example,
  messages,
  systemPrompt: 'You mend small bugs.',
})

table('compilr', {
  beforeIteration: [[{ skip: true }, deny('skipped by hook')]],
  afterIteration: ignoredAnswers,
  beforeLLM: [
    [{}, pass],
    [{ messages: [user] }, (payload) => ({ payload: { ...payload, messages: [user] } })],
    [{ tools: [] }, (payload) => ({ payload: { ...payload, tools: [] } })],
    [
      { systemPrompt: 'Be brief.' },
      (payload) => ({
        payload: {
          ...payload,
          systemPrompt: 'Be brief.',
          messages: [{ ...system, content: 'Be brief.' }, user],
        },
      }),
      llm([system, user]),
    ],
    [
      { systemPrompt: 'Be brief.', messages: [{ ...system, content: 'mine' }, user, user] },
      (payload) => ({
        payload: {
          ...payload,
          systemPrompt: 'Be brief.',
          messages: [{ ...system, content: 'Be brief.' }, user, user],
        },
      }),
      llm([system, user]),
    ],
    [
      { systemPrompt: 'Be brief.' },
      (payload) => ({ payload: { ...payload, systemPrompt: 'Be brief.' } }),
      llm([user]),
    ],
    [{ systemPrompt: '' }, (payload) => ({ payload: { ...payload, systemPrompt: '' } }), llm([])],
  ],
  afterLLM: ignoredAnswers,
  beforeTool: [
    [{}, pass],
    [{ skip: false }, pass],
    [{ skip: true }, deny('skipped by hook')],
    [{ skip: true, result: recovered }, { answer: recovered }],
    [{ skip: true, result: recovered, input: { path: 'x' } }, { answer: recovered }],
    [{ result: recovered }, pass],
    [{ input: { path: 'x' } }, (payload) => ({ payload: { ...payload, input: { path: 'x' } } })],
  ],
  afterTool: [
    [{}, pass],
    [{ result: recovered }, (payload) => ({ payload: { ...payload, result: recovered } })],
  ],
  onError: [
    [{}, pass],
    [{ handled: true }, { handled: true }],
    [{ handled: false }, { handled: false }],
    [{ recovery: recovered }, { answer: recovered }],
    [{ error: { name: 'Error', message: 'try later' } }, { error: { name: 'Error', message: 'try later' } }],
    [
      { handled: true, error: { name: 'RangeError', message: 'no' }, recovery: recovered },
      { handled: true, error: { name: 'RangeError', message: 'no' }, answer: recovered },
    ],
  ],
})

test('compilr: a real Error fits the schema both ways and leaves in wire form', () => {
  const { payload, result, verdict, example } = dialects.compilr.events.onError
  const thrown = new TypeError('not a function')
  assert.equal(mismatchText(payload, { ...example, error: thrown }), undefined)
  assert.equal(mismatchText(result, { error: thrown }), undefined)
  const { error } = verdict({ error: thrown }, example) as Verdict
  assert.deepEqual(error, { name: 'TypeError', message: 'not a function', stack: thrown.stack })
})

test('compilr: only beforeIteration and beforeTool can end a firing, the latter with an answer too', () => {
  const ends = Object.entries(dialects.compilr.events)
    .map(([name, one]) => [name, flowOf(dialects.compilr, one).endsAt])
    .filter(([, endsAt]) => endsAt !== 'never')
  assert.deepEqual(Object.fromEntries(ends), { beforeIteration: 'deny', beforeTool: 'answer' })
})

test('compilr: metadata travels on every event', () => {
  for (const one of Object.values(dialects.compilr.events)) assert.deepEqual(one.travels, ['metadata'])
})
