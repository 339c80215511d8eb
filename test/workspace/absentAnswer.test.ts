// Which entries of hosts cannot be run on this machine, and why.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hook } from '../../runtime/contract/hook.ts'
import { absentAnswer } from '../../runtime/workspace/absentAnswer.ts'

const elsewhere = process.platform !== 'win32'

// The entry, and the reason why it has no answer; undefined where Hookbench can run it.
const rows: readonly (readonly [
  kind: string,
  command: string,
  shell: string | undefined,
  reason: RegExp | undefined,
])[] = [
  ['command', './guard.sh', undefined, undefined],
  ['http', 'https://example.com', undefined, undefined],
  ['prompt', '', undefined, /a prompt entry is answered by the host's model/],
  ['agent', '', undefined, /an agent entry is answered by the host's model/],
  ['mcp_tool', '', undefined, /answered by the host's MCP server/],
  ['webhook', '', undefined, /cannot run an entry of type webhook/],
  ['command', 'guard.ps1', undefined, elsewhere ? /for Windows/ : undefined],
  ['command', 'pwsh guard.ps1', undefined, undefined],
  ['command', 'pwsh guard.cmd', undefined, elsewhere ? /for Windows/ : undefined],
  ['command', 'Get-Date', 'powershell', elsewhere ? /for Windows/ : undefined],
]

test('an entry that has no answer here says why', () => {
  for (const [kind, command, shell, reason] of rows) {
    const entry = { kind, command, fields: shell === undefined ? {} : { shell } } as unknown as Hook['entry']
    const found = absentAnswer({ entry } as Hook)
    if (reason === undefined) assert.equal(found, undefined, `${kind} ${command}`)
    else assert.match(found ?? '', reason, `${kind} ${command}`)
  }
})

test('a hook that is no entry is answered', () => {
  assert.equal(absentAnswer({} as Hook), undefined)
})
