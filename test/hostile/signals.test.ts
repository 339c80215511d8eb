// A signal ends any verb within a second, whatever the verb waits for, and leaves no process of it behind.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import { writeTree } from '../support/tree.ts'
import { leftIn, processesIn } from './stage.ts'

const BUILT = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const linux = { skip: process.platform === 'linux' ? false : 'reads /proc' }

/** What a verb is doing when the signal comes; `hooks`: how many processes it has started by then. */
const busy: readonly (readonly [what: string, args: readonly string[], hooks: number])[] = [
  ['a hook that hangs', ['run', 'turn_end'], 1],
  ['a hook that hangs, recorded', ['run', 'turn_end', '--record'], 1],
  ['a module that never gives way', ['run', 'tool_execute_before', '--dialect', 'secureyeoman'], 0],
  ['a Python hook that hangs', ['run', 'pre_tool_use'], 1],
  ['a recording replayed into a hook that hangs', ['replay', '/recorded.ndjson'], 1],
  ['a recording replayed and watched', ['replay', '/recorded.ndjson', '--watch'], 1],
  ['a case of a hook that hangs', ['test'], 1],
  ['a payload that never comes', ['run', 'turn_end', '--payload', '-'], 0],
  ['captured payloads that never come', ['recordings', 'import', '-'], 0],
  ['a server on its streams', ['serve', '--stdio'], 0],
  ['a server on a socket', ['serve', '--socket', '/agent.sock'], 0],
  ['a language server', ['lsp', '--stdio'], 0],
  ['a server of tools', ['mcp'], 0],
  ['a plugin that never arrives', ['plugin', 'add', 'https://example.invalid/acme/slow.git'], 1],
]

test('a signal ends every verb within a second, whatever it is at', linux, async (t) => {
  const late: string[] = []
  const waiting = [...busy.entries()]
  const one = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [i, [what, args, hooks]] = next
      const [signal, code] = i % 2 === 0 ? (['SIGTERM', 143] as const) : (['SIGINT', 130] as const)
      // Other work on the machine may delay one attempt; what waits for something delays all of them.
      let took = Number.POSITIVE_INFINITY
      for (let tried = 0; tried < 5 && took > 1000; tried += 1) {
        took = await endedBy(signal, code, what, args, hooks, t)
        t.diagnostic(`${what}: ${took} ms`)
      }
      if (took > 1000) late.push(`${what}: ${took} ms`)
    }
  }
  // Most of the time passes with waiting until a verb is idle.
  await Promise.all([one(), one()])
  assert.deepEqual(late, [])
})

/** Starts a verb, sends it a signal once it is busy, and returns how long it took to end, on an idle machine's scale. */
async function endedBy(
  signal: 'SIGTERM' | 'SIGINT',
  code: number,
  what: string,
  args: readonly string[],
  hooks: number,
  t: TestContext,
): Promise<number> {
  const tree = writeTree(BUSY)
  t.after(tree.remove)
  writeFileSync(tree.at('/recorded.ndjson'), RECORDED)
  writeFileSync(tree.at('/ws/.hookbench/cases/hangs.json'), CASE)
  const given = args.map((arg) => (arg.startsWith('/') ? tree.at(arg) : arg))
  const places = ['--workspace', tree.at('/ws'), '--home', tree.at('/home')]
  // The built product, because a thread that strips types from its source cannot be interrupted.
  const command = spawn(process.execPath, [BUILT, ...places, '--trust-workspace', ...given], {
    env: { ...process.env, PATH: `${tree.at('/bin')}:${process.env.PATH}` },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  command.stdout?.resume()
  command.stderr?.resume()
  const ended = once(command, 'exit')
  for (let tries = 0; processesIn(tree.folder).length < hooks && tries < 400; tries++) await sleep(50)
  await waits(command.pid as number)
  assert.equal(command.exitCode, null, `${what}: it is over already`)
  const slow = await slowness()
  const began = performance.now()
  command.kill(signal)
  const deaf = setTimeout(() => command.kill('SIGKILL'), 30_000)
  assert.deepEqual(await ended, [code, null], what)
  clearTimeout(deaf)
  const took = performance.now() - began
  assert.deepEqual(await leftIn(tree.folder), [], what)
  // The machine may have become busy since the first measurement.
  return Math.round(took / (took > 1000 * slow ? Math.max(slow, await slowness()) : slow))
}

/** How much slower than on an idle machine starting a process is here; at least 1. */
async function slowness(): Promise<number> {
  const began = performance.now()
  await once(spawn(process.execPath, ['-e', '0']), 'exit')
  return Math.max(1, (performance.now() - began) / 100)
}

/** Waits until every thread of a process is idle; before that it is still starting, however slow the machine. */
async function waits(pid: number): Promise<void> {
  let before = ''
  // A module that never yields keeps its thread busy forever, so the number of polls is limited.
  for (let quiet = 0, polls = 0; quiet < 4 && polls < 60; polls++) {
    await sleep(100)
    const threads = threadsOf(pid)
    const now = threads.join()
    quiet = now === before && threads.every((one) => one.startsWith('S')) ? quiet + 1 : 0
    before = now
  }
}

// The state of each thread, and the CPU time it has used.
function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => {
      const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'latin1')
      const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return `${state} ${rest[10]} ${rest[11]}`
    })
  } catch {
    return []
  }
}

const BUSY = `
    //- /home/
    //- /ws/.kodelet/hooks/hangs 755
    #!/bin/sh
    [ "$1" = hook ] && echo turn_end && exit
    sleep 300
    //- /ws/.hookbench/settings.json
    { "maxExecutionTime": 120000 }
    //- /ws/extensions/_10_spins.mjs
    export const tool_execute_before = () => { for (;;); }
    //- /ws/.kaizen/hooks/hangs.py
    import time
    from kaizen.core.autonomy.hooks import BaseHook


    class Hangs(BaseHook):
        def __init__(self):
            super().__init__(name="hangs")

        async def handle(self, context):
            time.sleep(300)
    //- /bin/git 755
    #!/bin/sh
    sleep 300
    //- /ws/.hookbench/cases/
`
const EXAMPLE = recordOf('kodelet', 'turn_end')?.example
const NOTHING = {
  v: 1,
  dialect: 'kodelet',
  event: 'turn_end',
  decision: 'pass',
  changed: false,
  context: [],
  notes: [],
  followUps: [],
  durationMs: 1,
}
const RECORDED = [
  { v: 1, kind: 'recording', hookbench: '0.1.0', startedAt: '2026-01-01T00:00:00.000Z', session: 's' },
  {
    v: 1,
    kind: 'fired',
    at: 1,
    firing: 'a',
    dialect: 'kodelet',
    event: 'turn_end',
    payload: EXAMPLE,
    session: 's',
  },
  { v: 1, kind: 'settled', at: 2, firing: 'a', outcome: NOTHING },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('')
const CASE = JSON.stringify({
  v: 1,
  name: 'hangs',
  dialect: 'kodelet',
  event: 'turn_end',
  payload: EXAMPLE,
  expect: { decision: 'pass', changed: false },
})
