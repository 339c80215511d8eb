// A blocked event loop must not lose an answer: what a hook printed in time counts, however late it is read.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DialectId } from '../../runtime/contract/dialectId.ts'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import { openWorkspace } from '../../runtime/index.ts'
import { writeTree } from '../support/tree.ts'

const shell = { skip: process.platform === 'win32' ? 'needs a shell' : false }

test('a denial printed while the event loop was blocked is a denial', shell, async (t) => {
  const tree = writeTree(`
    //- /home/
    //- /ws/.kodelet/hooks/guard 755
    #!/bin/sh
    [ "$1" = hook ] && echo before_tool_call && exit
    cat > /dev/null
    sleep 0.6
    echo '{"blocked": true, "reason": "said in time"}'
  `)
  t.after(tree.remove)
  const workspace = await openWorkspace({ root: tree.at('/ws'), home: tree.at('/home'), trust: 'workspace' })
  t.after(() => workspace.close())
  const payload = recordOf('kodelet', 'before_tool_call')?.example
  const fired = workspace.fire('before_tool_call', payload, { dialect: 'kodelet' })
  await sleep(100)
  // When one child's exit is handled, all children that ended meanwhile are reaped; their output is not read yet.
  const other = spawn('sh', ['-c', 'echo x'])
  other.stdout.on('data', () => block(1500))
  other.on('exit', () => block(300))
  block(300)
  const outcome = await fired
  assert.deepEqual([outcome.decision, outcome.reason], ['deny', 'said in time'])
})

type Row = {
  readonly it: string
  readonly tree: string
  readonly event: string
  readonly dialect: DialectId
  readonly decision: 'deny' | 'pass'
}

const ROWS: readonly Row[] = [
  {
    it: 'an entry of an agent',
    tree: `
      //- /home/
      //- /ws/.claude/settings.json
      {"hooks":{"PreToolUse":[{"hooks":[{"type":"command","timeout":1,"command":"sleep 0.4; echo no >&2; exit 2"}]}]}}
    `,
    event: 'PreToolUse',
    dialect: 'claude-code',
    decision: 'deny',
  },
  {
    it: 'a Python hook',
    tree: `
      //- /home/
      //- /ws/.kaizen/hooks/guard.py
      import asyncio
      from kaizen.core.autonomy.hooks import BaseHook, HookResult

      class Guard(BaseHook):
          events = ["pre_tool_use"]

          def __init__(self):
              super().__init__(name="guard")

          async def handle(self, context):
              await asyncio.sleep(0.4)
              return HookResult(success=True)
    `,
    event: 'pre_tool_use',
    dialect: 'kaizen',
    // A hook of this dialect reports; none refuses.
    decision: 'pass',
  },
  {
    it: 'a module',
    tree: `
      //- /home/
      //- /ws/extensions/_10_guard.mjs
      import { setTimeout as sleep } from 'node:timers/promises'

      export async function tool_execute_before() {
        await sleep(400)
        return null
      }
    `,
    event: 'tool_execute_before',
    dialect: 'secureyeoman',
    decision: 'deny',
  },
]

for (const { it, tree: text, event, dialect, decision } of ROWS)
  test(
    `${it} that answers in time has answered, though the event loop was blocked past its time limit`,
    shell,
    async (t) => {
      const tree = writeTree(text)
      t.after(tree.remove)
      const workspace = await openWorkspace({
        root: tree.at('/ws'),
        home: tree.at('/home'),
        trust: 'workspace',
        settings: { maxExecutionTime: 1000 },
      })
      t.after(() => workspace.close())
      const payload = recordOf(dialect, event)?.example
      // The first call starts what runs it.
      await workspace.fire(event, payload, { dialect })
      const fired = workspace.fire(event, payload, { dialect })
      await sleep(100)
      block(3000)
      const outcome = await fired
      const failures = outcome.hooks.map(({ failure }) => failure)
      assert.deepEqual([outcome.decision, failures], [decision, [undefined]])
    },
  )

test('a hook that never answers is given up on soon after the event loop was blocked', shell, async (t) => {
  const tree = writeTree(`
    //- /home/
    //- /ws/.claude/settings.json
    {"hooks":{"PreToolUse":[{"hooks":[{"type":"command","timeout":1,"command":"sleep 60"}]}]}}
  `)
  t.after(tree.remove)
  const workspace = await openWorkspace({ root: tree.at('/ws'), home: tree.at('/home'), trust: 'workspace' })
  t.after(() => workspace.close())
  const payload = recordOf('claude-code', 'PreToolUse')?.example
  const fired = workspace.fire('PreToolUse', payload, { dialect: 'claude-code' })
  await sleep(100)
  block(2000)
  const { hooks } = await fired
  assert.deepEqual(
    hooks.map(({ failure }) => failure),
    ['timeout'],
  )
})

test(
  'the event that an executable names in time is its event, though the event loop was blocked',
  shell,
  async (t) => {
    const tree = writeTree(`
    //- /home/
    //- /ws/.kodelet/hooks/guard 755
    #!/bin/sh
    [ "$1" = hook ] && touch asked && sleep 0.4 && echo "$(cat event)" && exit
    cat > /dev/null
    echo '{"blocked": true, "reason": "no"}'
    //- /ws/event
    before_tool_call
  `)
    t.after(tree.remove)
    const opening = openWorkspace({
      root: tree.at('/ws'),
      home: tree.at('/home'),
      trust: 'workspace',
      settings: { maxExecutionTime: 1000 },
    })
    const until = performance.now() + 20_000
    while (!existsSync(tree.at('/ws/asked')) && performance.now() < until) await sleep(10)
    block(3000)
    const workspace = await opening
    t.after(() => workspace.close())
    const payload = recordOf('kodelet', 'before_tool_call')?.example
    const { decision } = await workspace.fire('before_tool_call', payload, { dialect: 'kodelet' })
    assert.equal(decision, 'deny')
  },
)

function block(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}
