// What only findings need of a called script is found when it is asked for, so no completion waits for it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calledDialect } from '../../runtime/contract/called.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import type { HookEntry } from '../../runtime/contract/entry.ts'
import { followDocument, understandDocument } from '../../runtime/documents/understand.ts'

const TEXT = `
import { readFileSync } from 'node:fs'
const payload = JSON.parse(readFileSync(0, 'utf8'))
if (payload.tool_input.command.includes('rm')) {
  console.log(JSON.stringify({ hookSpecificOutput: { permissionDecision: 'deny' } }))
  process.exit(2)
}
`

test('completion gets the spots of a script, findings also its answers and ends', async () => {
  const dialect = dialects['claude-code']
  const entry: HookEntry = {
    ...{ host: dialect.id, event: 'PreToolUse', matcher: 'Bash', kind: 'command', scope: 'project' },
    ...{ command: 'node guard.mjs', fields: {}, group: {}, file: '/x', at: [] },
    ...{ copies: 1, env: {}, digest: '', scripts: [] },
  }
  const called = calledDialect([{ dialect, entry }])
  assert.ok(called !== undefined)
  const input = {
    ...{ path: 'guard.mjs', text: TEXT, exports: 'executable' as const, called: called.called },
    events: Object.keys(called.events),
  }
  const understood = await understandDocument(input)
  assert.equal(understood.followed, undefined)
  assert.deepEqual([understood.problems, understood.spots.filter(({ kind }) => kind === 'end')], [[], []])
  const whole = await followDocument(input, understood)
  assert.ok(whole.followed?.some(({ kind }) => kind === 'answer'))
  assert.ok(whole.spots.some(({ kind }) => kind === 'end'))
})
