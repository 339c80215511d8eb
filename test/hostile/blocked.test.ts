// A blocked event loop must not lose an answer: what a hook printed in time counts, however late it is read.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
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

const GUARDS: Readonly<Record<string, readonly [dialect: DialectId, event: string, files: string]>> = {
  'an executable': [
    'kodelet',
    'before_tool_call',
    `
      //- /ws/.kodelet/hooks/guard 755
      #!/bin/sh
      [ "$1" = hook ] && echo before_tool_call && exit
      cat > /dev/null
      sleep 0.5
      echo '{"blocked": true, "reason": "no"}'
    `,
  ],
  'an entry': [
    'claude-code',
    'PreToolUse',
    `
      //- /ws/.claude/settings.json
      { "hooks": { "PreToolUse": [
        { "hooks": [{ "type": "command", "command": "sleep 0.5; exit 2", "timeout": 1 }] }
      ] } }
    `,
  ],
  'a module': [
    'secureyeoman',
    'tool_execute_before',
    `
      //- /ws/extensions/_10_guard.mjs
      export const tool_execute_before = () => new Promise((resolve) => setTimeout(resolve, 500, null))
    `,
  ],
  'a Python class': [
    'kaizen',
    'pre_tool_use',
    `
      //- /ws/.kaizen/hooks/guard.py
      import time
      from kaizen.core.autonomy.hooks import BaseHook, HookEvent, HookResult


      class Guard(BaseHook):
          events = [HookEvent.PRE_TOOL_USE]

          def __init__(self):
              super().__init__(name="guard")

          async def handle(self, context):
              time.sleep(0.5)
              return HookResult(success=False, error="no")
    `,
  ],
}

for (const [what, [dialect, event, files]] of Object.entries(GUARDS)) {
  test(
    `the answer of ${what} counts whose time was up while the event loop was blocked`,
    shell,
    async (t) => {
      const tree = writeTree(`//- /home/\n${files}`)
      t.after(tree.remove)
      const workspace = await openWorkspace({
        root: tree.at('/ws'),
        home: tree.at('/home'),
        trust: 'workspace',
        settings: { maxExecutionTime: 900 },
      })
      t.after(() => workspace.close())
      await workspace.fire(event, recordOf(dialect, event)?.example, { dialect })
      const payload = recordOf(dialect, event)?.example
      const fired = workspace.fire(event, payload, { dialect })
      await sleep(100)
      // Timers come next, and what has arrived is read after them.
      setImmediate(block, 2000)
      const { hooks } = await fired
      assert.deepEqual(
        [...new Set(hooks.map(({ status }) => status))].filter((one) => one !== 'skipped'),
        ['returned'],
      )
    },
  )
}

test(
  'a hook that does not answer is stopped although the event loop is blocked again and again',
  shell,
  async (t) => {
    const tree = writeTree(`
    //- /home/
    //- /ws/.claude/settings.json
    { "hooks": { "PreToolUse": [{ "hooks": [{ "type": "command", "command": "sleep 60", "timeout": 0.5 }] }] } }
  `)
    t.after(tree.remove)
    const workspace = await openWorkspace({
      root: tree.at('/ws'),
      home: tree.at('/home'),
      trust: 'workspace',
    })
    t.after(() => workspace.close())
    const blocking = setInterval(() => block(90), 100)
    t.after(() => clearInterval(blocking))
    const since = performance.now()
    const outcome = await workspace.fire('PreToolUse', recordOf('claude-code', 'PreToolUse')?.example, {
      dialect: 'claude-code',
    })
    assert.equal(outcome.hooks[0]?.failure, 'timeout')
    assert.ok(performance.now() - since < 10_000)
  },
)

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

test('reading a settings file of thousands of entries leaves turns to answers', async (t) => {
  const entry = (n: number) => ({ matcher: 'Bash', hooks: [{ type: 'command', command: `sh g${n}.sh` }] })
  const text = JSON.stringify({ hooks: { PreToolUse: Array.from({ length: 3000 }, (_, n) => entry(n)) } })
  const tree = writeTree(`
    //- /home/
    //- /ws/.claude/settings.json
    {}
  `)
  t.after(tree.remove)
  const workspace = await openWorkspace({ root: tree.at('/ws'), home: tree.at('/home'), watch: true })
  t.after(() => workspace.close())
  writeFileSync(tree.at('/ws/.claude/settings.json'), text)
  const from = performance.now()
  let last = from
  let longest = 0
  const watcher = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 1)
  await workspace.reload()
  clearInterval(watcher)
  const whole = performance.now() - from
  const { length } = workspace.list().filter(({ dialect }) => dialect === 'claude-code')
  assert.equal(length, 3000)
  assert.ok(longest < whole / 3, `${longest.toFixed(0)} of ${whole.toFixed(0)} ms in one stretch`)
})
