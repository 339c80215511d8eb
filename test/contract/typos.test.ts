// A typo is distinguished from a name of another agent, so that a hook for several agents can read fields of any of
// them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import { suggest } from '../../runtime/contract/suggest.ts'
import { isTypo } from '../../runtime/contract/typos.ts'
import { fieldsOf } from '../../runtime/contract/walk.ts'

for (const [written, intended, slip] of [
  ['tool_nme', 'tool_name', true],
  ['tol_name', 'tool_name', true],
  ['invoked_b', 'invoked_by', true],
  ['toolNme', 'toolName', true],
  ['tool_name', 'tool_name', false],
  ['toolName', 'tool_name', false],
  ['toolname', 'tool_name', false],
  ['tool_use_id', 'tool_user_id', false],
  ['tool_output', 'tool_input', false],
  ['message', 'messages', false],
  ['llm_response', 'response', false],
  ['run_id', 'turn_id', false],
  ['toolTime', 'toolTile', false],
] as const)
  test(`${written} is ${slip ? 'a slip' : 'no slip'} of ${intended}`, () =>
    assert.equal(isTypo(written, intended), slip))

// Payload fields of agents for which there is no dialect.
const ELSEWHERE =
  'session_id transcript_path cwd permission_mode hook_event_name tool_name tool_input tool_response tool_output ' +
  'tool_use_id message title notification_type prompt user_prompt stop_hook_active agent_id agent_type trigger source ' +
  'model reason error custom_instructions sessionId timestamp toolName toolArgs toolResult initialPrompt hookName ' +
  'event_name conversation_id generation_id workspace_roots user_email cursor_version command file_path edits ' +
  'attachments status duration content loop_count composer_mode llm_request llm_response mcp_context ' +
  'original_request_name details turn_id thread_id last_assistant_message input_messages is_interrupt parent_id'

test('no field of another agent is taken for a slip', () => {
  for (const { id, events } of Object.values(dialects))
    for (const [event, { payload }] of Object.entries(events)) {
      const known = fieldsOf(payload).map(({ name }) => name)
      for (const name of ELSEWHERE.split(' ')) {
        const nearest = suggest(name, known)
        assert.ok(nearest === undefined || !isTypo(name, nearest), `${id} ${event}: ${name} for ${nearest}`)
      }
    }
})
