// Messages about a wrong value: the path, what was expected and what was found, on one line.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type, { type TSchema } from 'typebox'
import { compilr } from '../../runtime/contract/dialects/compilr.ts'
import { kaizen } from '../../runtime/contract/dialects/kaizen.ts'
import { kodelet } from '../../runtime/contract/dialects/kodelet.ts'
import { secureyeoman } from '../../runtime/contract/dialects/secureyeoman.ts'
import { accepts, mismatches, mismatchText } from '../../runtime/contract/validate.ts'

const bash = kodelet.events.before_tool_call
const tool = secureyeoman.events.tool_execute_before
const llm = compilr.events.beforeLLM
const message = (content: unknown, role: unknown = 'user') => ({
  ...llm.example,
  messages: [{ role, content }],
})
const closed = Type.Object(
  { reason: Type.Optional(Type.String()), count: Type.Integer({ minimum: 1, maximum: 9 }) },
  { additionalProperties: false },
)

const rows: readonly (readonly [schema: TSchema, value: unknown, text: string | undefined])[] = [
  [bash.payload, bash.example, undefined],
  [bash.payload, { ...bash.example, more: 1 }, undefined],
  [bash.payload, 7, 'expected object, got 7'],
  [bash.payload, null, 'expected object, got null'],
  [bash.payload, [], 'expected object, got an array'],
  [bash.payload, undefined, 'expected object, got nothing'],
  [bash.payload, 10n, 'expected object, got 10n'],
  [bash.payload, { ...bash.example, conv_id: 3 }, 'conv_id: expected string, got 3'],
  [
    bash.payload,
    { ...bash.example, event: 'turn_end' },
    'event: expected "before_tool_call", got "turn_end"',
  ],
  [
    bash.payload,
    { ...bash.example, invoked_by: 'me' },
    'invoked_by: expected "main" or "subagent", got "me"',
  ],
  [bash.payload, { ...bash.example, invoked_by: 7 }, 'invoked_by: expected "main" or "subagent", got 7'],
  [
    bash.payload,
    { ...bash.example, conv_id: 3, cwd: 4, tool_name: [] },
    'conv_id: expected string, got 3; cwd: expected string, got 4; tool_name: expected string, got an array',
  ],
  [
    bash.payload,
    { event: 'turn_end', conv_id: 1, cwd: 2, invoked_by: 3, tool_name: 4 },
    'tool_input and tool_user_id are missing; event: expected "before_tool_call", got "turn_end"; conv_id: expected string, got 1; cwd: expected string, got 2; tool_name: expected string, got 4; and 1 more',
  ],
  [
    closed,
    { reson: 'x', count: 12 },
    'reson is not a field of this object. Did you mean "reason"?; count: expected 9 or less, got 12',
  ],
  [
    llm.payload,
    { ...llm.example, messages: Array.from({ length: 20_000 }, () => 3) },
    'messages.0: expected object, got 3',
  ],
  [bash.result, { blocked: 'yes' }, 'blocked: expected boolean or null, got "yes"'],
  [
    bash.result,
    { reason: 'x'.repeat(200), blocked: 'x'.repeat(200) },
    `blocked: expected boolean or null, got "${'x'.repeat(56)}…`,
  ],
  [tool.result, 'allow', 'expected object or null, got "allow"'],
  [tool.result, {}, 'event, sessionId, timestamp, toolName, toolCallId and input are missing'],
  [
    bash.payload,
    { event: 'before_tool_call', tool_name: 'bash', cwd: '/' },
    'conv_id, invoked_by, tool_input and tool_user_id are missing',
  ],
  [tool.result, { ...tool.example, toolName: 7 }, 'toolName: expected string, got 7'],
  [tool.result, { ...tool.example, event: 'x' }, 'event: expected "tool_execute_before", got "x"'],
  [tool.result, () => null, 'expected object or null, got a function'],
  [kaizen.events.pre_tool_use.result, {}, 'success is missing'],
  [
    kaizen.events.pre_tool_use.result,
    { success: true, data: [] },
    'data: expected object or null, got an array',
  ],
  [
    kaizen.events.pre_tool_use.result,
    { success: true, duration_ms: -1 },
    'duration_ms: expected 0 or more, got -1',
  ],
  [llm.payload, message(7), 'messages.0.content: expected string or array, got 7'],
  [llm.payload, message([{ type: 'text', text: 7 }]), 'messages.0.content.0.text: expected string, got 7'],
  [llm.payload, message([{ type: 'tool_use', id: '1', name: 'x' }]), 'messages.0.content.0.input is missing'],
  [llm.payload, message([{}]), 'messages.0.content.0.type is missing'],
  [
    llm.payload,
    message([{ type: 'video' }]),
    'messages.0.content.0.type: expected "text", "tool_use", "tool_result", "thinking" or "image", got "video"',
  ],
  [
    llm.payload,
    message('', 'users'),
    'messages.0.role: expected "user", "assistant" or "system", got "users"',
  ],
  [closed, { count: 1, resaon: '' }, 'resaon is not a field of this object. Did you mean "reason"?'],
  [closed, { count: 1, colour: '' }, 'colour is not a field of this object.'],
  [closed, { count: 10 }, 'count: expected 9 or less, got 10'],
  [closed, { count: 1.5 }, 'count: expected integer, got 1.5'],
]

test('a wrong value is described by path, expectation and finding', () => {
  for (const [schema, value, text] of rows) {
    assert.equal(mismatchText(schema, value), text)
    assert.equal(accepts(schema)(value), text === undefined)
  }
})

test('a field is only found where the value has it itself', () => {
  const inherited = Object.create(bash.example)
  assert.equal(
    mismatchText(bash.payload, {
      ...bash.example,
      ...JSON.parse('{"__proto__": {"event": "before_tool_call"}}'),
      event: undefined,
    }),
    'event is missing',
  )
  assert.match(
    mismatchText(bash.payload, { ...inherited }) ?? '',
    /^event, conv_id, .* and tool_user_id are missing$/,
  )
})

const Leaf = Type.Object(
  { kind: Type.Literal('leaf'), size: Type.Integer() },
  { additionalProperties: false },
)
const Branch = Type.Object({ kind: Type.Literal('branch'), name: Type.String(), leaves: Type.Array(Leaf) })
const Trees = Type.Object({
  trees: Type.Array(Type.Union([Leaf, Branch])),
  owner: Type.Union([Type.String(), Type.Null()]),
  year: Type.Number(),
})

const ALL: readonly (readonly [value: unknown, found: readonly string[]])[] = [
  [{ trees: [], owner: null, year: 1 }, []],
  [7, ['at : : expected object, got 7']],
  [{}, ['in : trees is missing', 'in : owner is missing', 'in : year is missing']],
  [
    { trees: [{ kind: 'leaf', size: 'big', more: 1 }], owner: 3, year: 'x' },
    [
      'at year: year: expected number, got "x"',
      'extra in trees/0: trees.0.more is not a field of this object.',
      'at trees/0/size: trees.0.size: expected integer, got "big"',
      'at owner: owner: expected string or null, got 3',
    ],
  ],
  [
    {
      trees: [{ kind: 'branch', leaves: [{ kind: 'leaf' }, { kind: 'leaf', size: 1.5 }] }],
      owner: '',
      year: 1,
    },
    [
      'in trees/0: trees.0.name is missing',
      'in trees/0/leaves/0: trees.0.leaves.0.size is missing',
      'at trees/0/leaves/1/size: trees.0.leaves.1.size: expected integer, got 1.5',
    ],
  ],
  [
    { trees: [{ kind: 'twig' }, 'stone'], owner: '', year: 1 },
    [
      'at trees/0/kind: trees.0.kind: expected "leaf" or "branch", got "twig"',
      'at trees/1: trees.1: expected object, got "stone"',
    ],
  ],
]

for (const [value, found] of ALL) {
  test(`every mismatch of ${JSON.stringify(value)} has its place`, () => {
    const places = mismatches(Trees, value).map(({ at, missing, extra, path, message }) => {
      const where = missing !== undefined ? 'in' : extra !== undefined ? 'extra in' : 'at'
      return `${where} ${at.join('/')}: ${path}${message.startsWith('is ') ? '' : ':'} ${message}`
    })
    assert.deepEqual(places, found)
  })
}

test('the first mismatch is one of all, for every payload that lacks a field', () => {
  for (const { payload, example } of Object.values(kodelet.events)) {
    for (const name of Object.keys(example)) {
      const { [name]: _, ...rest } = example as Record<string, unknown>
      const first = mismatchText(payload, rest)
      const all = mismatches(payload, rest).map(
        ({ path, message }) => `${path}${message.startsWith('is ') ? '' : ':'} ${message}`,
      )
      if (first === undefined) assert.deepEqual(all, [])
      else assert.ok(all.includes(first), first)
    }
  }
})
