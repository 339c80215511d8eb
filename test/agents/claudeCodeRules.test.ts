// Which of Claude Code's entries count as one and run once. Each row stands for runs of the real program that are not among
// the kept cases.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AgentCase } from '../../scripts/agents/agentCase.ts'
import { predictCase } from '../../scripts/agents/predictCase.ts'

const PROJECT = 'project/.claude/settings.json'

const group = (more: object = {}, matcher?: string) => ({
  ...(matcher === undefined ? {} : { matcher }),
  hooks: [{ type: 'command', command: 'hook-0', ...more }],
})
const settings = (groups: readonly object[], path = PROJECT) => ({
  path,
  json: { hooks: { PreToolUse: groups } },
})

const rows: readonly (readonly [it: string, files: AgentCase['files'], starts: number])[] = [
  ['equal entries of one group run once', [settings([{ hooks: [group().hooks, group().hooks].flat() }])], 1],
  ['equal entries of two groups run once', [settings([group({}, 'Bash'), group({}, '*')])], 1],
  [
    "the person's and the project's",
    [settings([group()]), settings([group()], 'home/.claude/settings.json')],
    1,
  ],
  [
    "the project's shared and local ones",
    [settings([group()]), settings([group()], 'project/.claude/settings.local.json')],
    1,
  ],
  ['another time-out does not make another entry', [settings([group({ timeout: 5 }), group()])], 1],
  ['a condition does', [settings([group({ if: 'Bash(echo *)' }), group()])], 2],
]

for (const [it, files, starts] of rows)
  test(`what stands twice: ${it}`, async () => {
    const prediction = await predictCase({
      id: it,
      host: { name: 'claude-code', version: '2.1.330' },
      environment: { headless: true, workspaceTrusted: true },
      files,
      event: {
        name: 'PreToolUse',
        payload: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'echo hi' } },
      },
      hooks: [{ id: 'hook-0', answer: { exit: 0, stdout: '', stderr: '', ms: 0 } }],
      observed: { hooks: [] },
    })
    assert.deepEqual(
      prediction?.hooks.map(({ times = 1 }) => times),
      [starts],
    )
  })
