// "Did you mean …?": near misses are suggested, distant words are not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { didYouMean, suggest } from '../../runtime/contract/suggest.ts'

const events = ['before_tool_call', 'after_tool_call', 'user_message_send', 'agent_stop', 'turn_end']
const verbs = ['list', 'run', 'replay', 'record', 'trust', 'untrust']

const rows: readonly (readonly [
  word: string,
  candidates: readonly string[],
  expected: string | undefined,
])[] = [
  ['before_tool_cal', events, 'before_tool_call'],
  ['before_toolcall', events, 'before_tool_call'],
  ['beforeToolCall', events, 'before_tool_call'],
  ['before-tool-call', events, 'before_tool_call'],
  ['BEFORE TOOL CALL', events, 'before_tool_call'],
  ['PreTooluse', ['pre_tool_use', 'PreToolUse', 'preToolUse'], 'PreToolUse'],
  ['pretooluse', ['pre_tool_use', 'PreToolUse'], 'PreToolUse'],
  ['trun_end', events, 'turn_end'],
  ['agent_stop', events, 'agent_stop'],
  ['session_start', events, undefined],
  ['xyz', events, undefined],
  ['replya', verbs, 'replay'],
  ['rin', verbs, 'run'],
  ['lsit', verbs, 'list'],
  ['lits', verbs, 'list'],
  ['ilts', verbs, undefined],
  ['list', [], undefined],
  ['', verbs, undefined],
]

for (const [word, candidates, expected] of rows) {
  test(`${JSON.stringify(word)} is ${expected === undefined ? 'near nothing' : `taken for ${expected}`}`, () => {
    assert.equal(suggest(word, candidates), expected)
    assert.equal(didYouMean(word, candidates), expected === undefined ? '' : ` Did you mean "${expected}"?`)
  })
}
