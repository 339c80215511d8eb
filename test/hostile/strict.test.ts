// The strict sandbox: a hook can read only trusted files of the workspace, and runs from the bytes that were looked at,
// whatever is exchanged on the disk meanwhile. Skipped with the reason where this machine cannot create a sandbox.

import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { DialectId } from '../../runtime/contract/dialectId.ts'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import { noSandbox } from '../../runtime/contract/sandbox.ts'
import { sandboxObstacle } from '../../runtime/executors/sandbox/obstacle.ts'
import { openWorkspace } from '../../runtime/index.ts'
import { writeTree } from '../support/tree.ts'

const obstacle = sandboxObstacle()
const skip = obstacle === undefined ? false : `no sandbox on this machine: ${obstacle.replace(/, $/, '')}`

// Each hook reports what it found: its own library, and the content of an untrusted file.
const FILES = `//- /home/
//- /ws/src/secret.txt
told
//- /ws/.kodelet/hooks/guard 755
#!/bin/sh
[ "$1" = hook ] && echo before_tool_call && exit
. "$(dirname "$0")/lib.sh"
cat > /dev/null
printf '{"input": {"own": "%s", "other": "%s", "at": "%s"}}' "$(own)" "$(cat ROOT/src/secret.txt 2>/dev/null)" "$PWD"
//- /ws/.kodelet/hooks/lib.sh
own() { echo "$0"; }
//- /ws/.claude/settings.json
{ "hooks": { "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "\\"$CLAUDE_PROJECT_DIR\\"/.claude/guard.sh" }] }] } }
//- /ws/.claude/guard.sh 755
#!/bin/bash
cat > /dev/null
printf '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "additionalContext": "%s %s %s"}}' "$0" "$(cat ROOT/src/secret.txt 2>/dev/null)" "$PWD"
//- /ws/.kaizen/hooks/guard.py
import os
from kaizen.core.autonomy.hooks import BaseHook, HookResult
from own_lib import own


class Guard(BaseHook):
    def __init__(self):
        super().__init__(name="guard")

    async def handle(self, context):
        other = "told" if os.path.exists("ROOT/src/secret.txt") else ""
        return HookResult(success=True, data={"own": own(), "other": other, "at": os.getcwd()})
//- /ws/.kaizen/hooks/own_lib.py
def own():
    return "own"
`

const rows: readonly {
  readonly dialect: DialectId
  readonly event: string
  readonly payload: object
  readonly says: (root: string, other: string) => unknown
}[] = [
  {
    dialect: 'kodelet',
    event: 'before_tool_call',
    payload: {},
    says: (root, other) => ({ input: { own: `${root}/.kodelet/hooks/guard`, other, at: root } }),
  },
  {
    dialect: 'claude-code',
    event: 'PreToolUse',
    payload: { tool_name: 'Bash', tool_input: { command: 'ls' } },
    says: (root, other) => ({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        additionalContext: `${root}/.claude/guard.sh ${other} ${root}`,
      },
    }),
  },
  {
    dialect: 'kaizen',
    event: 'pre_tool_use',
    payload: {},
    says: (root, other) => ({ own: 'own', other, at: root }),
  },
]

const READS = {
  off: 'the workspace',
  sandboxed: 'the workspace',
  strict: 'what was trusted and nothing else of the workspace',
}

for (const { dialect, event, payload, says } of rows)
  for (const mode of ['off', 'sandboxed', 'strict'] as const)
    test(`a hook of ${dialect} reads ${READS[mode]} where the sandbox is ${mode}`, {
      skip: mode !== 'off' && skip,
    }, async (t) => {
      const tree = writeTree('')
      t.after(tree.remove)
      const root = tree.at('ws')
      tree.write(FILES.replaceAll('ROOT', root))
      const one = await openWorkspace({
        root,
        home: tree.at('home'),
        trust: 'workspace',
        dialects: [dialect],
        settings: { sandbox: { ...noSandbox, workspace: mode } },
      })
      t.after(() => one.close())
      const given = { ...(recordOf(dialect, event)?.example as object), cwd: root, ...payload }
      const { hooks } = await one.fire(event, given, { dialect, timeoutMs: 60_000 })
      assert.deepEqual(
        hooks.map(({ status, why, result }) => [status, why, readOutput(result)]),
        [['returned', undefined, says(root, mode === 'strict' ? '' : 'told')]],
      )
    })

for (const { allowWrite, opens } of [
  { allowWrite: ['.'], opens: 'nothing to reading' },
  { allowWrite: ['ROOT'], opens: 'nothing to reading' },
  { allowWrite: ['src', 'bin'], opens: 'what it names to reading' },
])
  test(`${allowWrite} among what strict hooks may write opens ${opens}, and changes no file of theirs`, {
    skip,
  }, async (t) => {
    const tree = writeTree('')
    t.after(tree.remove)
    const root = tree.at('ws')
    tree.write(FILES.replaceAll('ROOT', root).replaceAll('.claude/guard.sh', 'bin/guard.sh'))
    const guard = join(root, 'bin/guard.sh')
    const before = statSync(guard, { bigint: true })
    const one = await openWorkspace({
      root,
      home: tree.at('home'),
      trust: 'workspace',
      dialects: ['claude-code'],
      settings: {
        sandbox: {
          ...noSandbox,
          workspace: 'strict',
          allowWrite: allowWrite.map((path) => path.replace('ROOT', root)),
        },
      },
    })
    t.after(() => one.close())
    const payload = { tool_name: 'Bash', tool_input: { command: 'ls' } }
    const given = { ...(recordOf('claude-code', 'PreToolUse')?.example as object), cwd: root, ...payload }
    const { hooks } = await one.fire('PreToolUse', given, { dialect: 'claude-code', timeoutMs: 60_000 })
    const secret = allowWrite.includes('src') ? 'told' : ''
    const hookSpecificOutput = {
      hookEventName: 'PreToolUse',
      additionalContext: `${guard} ${secret} ${root}`,
    }
    assert.deepEqual(
      hooks.map(({ status, result }) => [status, result]),
      [['returned', { hookSpecificOutput }]],
    )
    const after = statSync(guard, { bigint: true })
    assert.deepEqual([after.mode, after.ctimeNs], [before.mode, before.ctimeNs])
  })

// The result of a hook class has more fields than its data.
function readOutput(result: unknown): unknown {
  return (result as { data?: unknown } | undefined)?.data ?? result
}
