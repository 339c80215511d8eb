// How Kodelet interprets an exit code, stdout and stderr (ADR 021, "Error Handling").

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attemptFrom } from '../../runtime/contract/dialect.ts'
import { kodelet } from '../../runtime/contract/dialects/kodelet.ts'
import { mismatchText } from '../../runtime/contract/validate.ts'
import type { Raw, ReadEnd } from '../../runtime/contract/verdict.ts'

const raw = (stdout: string, more: Partial<Raw> = {}): Raw => ({ exitCode: 0, stdout, stderr: '', ...more })
const returned = (result: unknown): ReadEnd => ({ kind: 'returned', result })
const failed = (reason: 'crashed' | 'unreadable', message: string): ReadEnd => ({
  kind: 'failed',
  reason,
  message,
})

const rows: readonly (readonly [sentence: string, given: Raw, expected: ReadEnd])[] = [
  ['no output is no action', raw(''), returned(undefined)],
  ['blank output is no action', raw(' \r\n\n'), returned(undefined)],
  ['stderr alone is no action', raw('', { stderr: 'logged' }), returned(undefined)],
  ['an object is a result', raw('{"blocked":false}\n'), returned({ blocked: false })],
  ['an empty object is a result', raw('{}'), returned({})],
  ['extra fields are kept', raw('{"success":true}'), returned({ success: true })],
  ['a non-zero exit fails', raw('', { exitCode: 1 }), failed('crashed', 'ended with exit code 1')],
  [
    'a non-zero exit fails whatever was printed',
    raw('{"blocked":true}', { exitCode: 2, stderr: 'usage:\nfoo <verb>\n' }),
    failed('crashed', 'ended with exit code 2: foo <verb>'),
  ],
  [
    'a signal fails',
    { signal: 'SIGKILL', stdout: '', stderr: '' },
    failed('crashed', 'ended with signal SIGKILL'),
  ],
  ['no ending at all fails', { stdout: '{}', stderr: '' }, failed('crashed', 'ended with no exit code')],
  ['an array is not read', raw('[1]'), failed('unreadable', 'printed [1]; expected one JSON object')],
  ['null is not read', raw('null'), failed('unreadable', 'printed null; expected one JSON object')],
  [
    'a string is not read',
    raw('"blocked"'),
    failed('unreadable', 'printed "blocked"; expected one JSON object'),
  ],
  [
    'output over the cap is not read',
    raw('{"blocked":true}', { cut: true }),
    failed('unreadable', 'printed more than the output cap'),
  ],
]

for (const [sentence, given, expected] of rows) {
  test(`kodelet: ${sentence}`, () => {
    assert.deepEqual(attemptFrom(kodelet, kodelet.events.before_tool_call, given), expected)
  })
}

for (const printed of [
  '{"blocked": tr',
  'hello',
  'hello\nworld',
  '{}{}',
  '{"blocked":true}\ntrailing',
  "{'a': 1}",
]) {
  test(`kodelet: ${JSON.stringify(printed)} is not JSON, and the message is one line`, () => {
    const attempt = attemptFrom(kodelet, kodelet.events.before_tool_call, raw(printed))
    assert.equal(attempt.kind === 'failed' && attempt.reason, 'unreadable')
    assert.match(attempt.kind === 'failed' ? attempt.message : '', /^printed no JSON: [^\n]+$/)
  })
}

test('kodelet: a long last line of stderr is cut', () => {
  const attempt = attemptFrom(
    kodelet,
    kodelet.events.before_tool_call,
    raw('', { exitCode: 1, stderr: 'x'.repeat(9000) }),
  )
  assert.ok(attempt.kind === 'failed' && attempt.message.length < 300)
})

const decoded: readonly (readonly [
  sentence: string,
  event: keyof typeof kodelet.events,
  printed: string,
  result: object,
])[] = [
  [
    'names match in any case',
    'before_tool_call',
    '{"Blocked":true,"REASON":"r"}',
    { blocked: true, reason: 'r' },
  ],
  ['the last of a name counts', 'before_tool_call', '{"blocked":true,"Blocked":false}', { blocked: false }],
  [
    'a later null takes nothing back',
    'before_tool_call',
    '{"blocked":true,"Blocked":null}',
    { blocked: true },
  ],
  ['letters that fold to ASCII are the same', 'before_tool_call', '{"bloc\u212Aed":true}', { blocked: true }],
  ['text is valid Unicode', 'user_message_send', '{"reason":"a\\ud800"}', { reason: 'a\ufffd' }],
  ['an input stays as it is', 'before_tool_call', '{"INPUT":{"A":null}}', { input: { A: null } }],
  [
    'an empty place in a list is empty text',
    'agent_stop',
    '{"Follow_Up_Messages":["a",null]}',
    { follow_up_messages: ['a', ''] },
  ],
  [
    'fields of fields match too',
    'after_tool_call',
    '{"output":{"ToolName":"b"}}',
    { output: { toolName: 'b' } },
  ],
]

for (const [sentence, event, printed, result] of decoded) {
  test(`kodelet decodes as Go does: ${sentence}`, () => {
    assert.deepEqual(attemptFrom(kodelet, kodelet.events[event], raw(printed)), returned(result))
  })
}

test('kodelet: a time that Go does not read costs the answer, and the message shows one that it does', () => {
  const { result } = kodelet.events.after_tool_call
  assert.equal(mismatchText(result, { output: { timestamp: '2026-01-01T00:00:00.5+02:00' } }), undefined)
  assert.equal(
    mismatchText(result, { output: { timestamp: 'yesterday' } }),
    'output.timestamp: expected a text like "2026-02-21T10:15:04Z", got "yesterday"',
  )
})
