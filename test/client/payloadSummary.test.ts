// The few words that summarize a payload.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payloadSummary } from '../../client/replay/payloadSummary.ts'

const ROWS: readonly (readonly [payload: unknown, gist: string])[] = [
  [
    { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'npm test' } },
    'Bash · npm test',
  ],
  [{ cwd: '/w', tool_name: 'Read', tool_input: { file_path: '/w/src/a.ts', limit: 20 } }, 'Read · src/a.ts'],
  [
    {
      cwd: '/w',
      tool_name: 'Edit',
      tool_input: { file_path: '/w/.env', old_string: '3000', new_string: 'PORT' },
    },
    'Edit · .env',
  ],
  [
    { tool_name: 'replace', tool_input: { filePath: 'a.ts', oldString: '1', newString: '2' } },
    'replace · a.ts',
  ],
  [{ tool_name: 'Write', tool_input: { file_path: 'a.ts', content: 'let a' } }, 'Write · a.ts'],
  [
    { tool_name: 'apply_patch', tool_input: { patch: '*** Update File: a.ts' } },
    'apply_patch · *** Update File: a.ts',
  ],
  [{ tool_name: 'Grep', tool_input: { pattern: 'TODO', path: 'src' } }, 'Grep · TODO · src'],
  [{ prompt: 'Clean up', session_id: 's-1' }, 'Clean up'],
  [
    {
      model: 'gpt-5.5',
      cursor_version: '3.4.16',
      workspace_roots: ['/w'],
      user_email: 'a@b.c',
      command: 'npm test',
      sandbox: false,
    },
    'npm test',
  ],
  [{ agent_transcript_path: '/t.jsonl', stop_hook_active: false, last_assistant_message: 'Done.' }, 'Done.'],
  [{ stop_hook_active: false }, 'false'],
  [{ a: { b: [1] } }, '{"b":[1]}'],
  ['text', 'text'],
]

for (const [payload, gist] of ROWS)
  test(`${JSON.stringify(payload)}: ${gist}`, () => assert.equal(payloadSummary(payload), gist))
