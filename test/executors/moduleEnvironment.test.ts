// The environment of a module hook, through the whole product: the person's variables and those of the settings,
// without Hookbench's own.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import { openWorkspace } from '../../runtime/index.ts'
import { writeTree } from '../support/tree.ts'

const tree = writeTree(`
  //- /home/
  //- /ws/extensions/_10_env.mjs
  const NAMES = ['PATH', 'FROM_SETTINGS', 'ELECTRON_RUN_AS_NODE', 'NODE_OPTIONS', 'VSCODE_PID']
  export const tool_execute_before = (context) => ({
    ...context,
    input: {
      own: NAMES.map((name) => process.env[name] ?? 'absent'),
      event: process.env.HOOKBENCH_EVENT,
    },
  })
`)
after(tree.remove)

const OURS = { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '--no-warnings', VSCODE_PID: '1' }

test("a hook sees the person's variables and the settings', none of the editor's", async (t) => {
  const before = { ...process.env }
  Object.assign(process.env, OURS)
  t.after(() => {
    for (const name of Object.keys(OURS)) delete process.env[name]
    Object.assign(process.env, before)
  })
  const workspace = await openWorkspace({
    root: tree.at('/ws'),
    home: tree.at('/home'),
    trust: 'workspace',
    settings: { environment: { set: { FROM_SETTINGS: 'yes' }, drop: [] } },
  })
  t.after(() => workspace.close())
  const example = recordOf('secureyeoman', 'tool_execute_before')?.example
  const outcome = await workspace.fire('tool_execute_before', example, { dialect: 'secureyeoman' })
  assert.deepEqual(
    outcome.hooks.map(({ status, why }) => [status, why]),
    [['returned', undefined]],
  )
  const { own, event } = (outcome.payload as { input: Record<string, unknown> }).input
  assert.deepEqual(own, [process.env.PATH, 'yes', 'absent', 'absent', 'absent'])
  assert.equal(event, 'tool_execute_before')
})

test('programs that a hook leaves running end when the workspace closes', {
  skip: process.platform !== 'linux' && 'only Linux shows whose a process is',
}, async (t) => {
  const other = writeTree(`
    //- /home/
    //- /ws/extensions/_10_leaves.mjs
    import { exec, spawn } from 'node:child_process'
    export const tool_execute_before = (context) => ({
      ...context,
      input: {
        pids: [
          spawn('sleep', ['60']).pid,
          spawn('/bin/sleep', ['60'], { env: {}, detached: true, stdio: 'ignore' }).pid,
          exec('exec sleep 60').pid,
        ],
      },
    })
  `)
  t.after(other.remove)
  const workspace = await openWorkspace({
    root: other.at('/ws'),
    home: other.at('/home'),
    trust: 'workspace',
  })
  let pids: readonly number[] = []
  try {
    const example = recordOf('secureyeoman', 'tool_execute_before')?.example
    const outcome = await workspace.fire('tool_execute_before', example, { dialect: 'secureyeoman' })
    pids = (outcome.payload as { input: { pids: number[] } }).input.pids
    assert.deepEqual([pids.length, pids.filter(runs).length], [3, 3])
  } finally {
    await workspace.close()
  }
  const until = performance.now() + 30_000
  while (pids.some(runs) && performance.now() < until) await sleep(10)
  const left = pids.filter(runs)
  for (const pid of left) process.kill(pid, 'SIGKILL')
  assert.deepEqual(left, [])
})

// A killed child of this process stays a zombie until Node has collected it.
function runs(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
