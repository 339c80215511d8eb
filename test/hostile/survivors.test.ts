// A killed runtime, with all kinds of processes that hooks have started: nothing is left, and no other runtime has to
// start for that.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { writeTree } from '../support/tree.ts'
import { leftIn, processesIn } from './stage.ts'

const linux = { skip: process.platform === 'linux' ? false : 'only Linux shows whose a process is' }

// The runtime awaits this hook at each firing, which gives the others time to run.
const HOOK = `
  //- /ws/.compilr/hooks/marks.mjs
  export default { beforeTool: [({ input }) => ({ input: { ...input, marked: true } })] }
  //- /ws/.kodelet/hooks/hangs 755
  #!/bin/sh
  [ "$1" = hook ] && echo turn_end && exit
`

const MODULE = `
  //- /ws/.compilr/hooks/starts.mjs
  import { spawn } from 'node:child_process'
  let started = false
`

/** What a hook leaves running, and the number of processes. */
const kinds: readonly { readonly what: string; readonly hook: string; readonly count: number }[] = [
  { what: 'the hook itself', hook: `${HOOK}\n  exec sleep 300`, count: 1 },
  {
    what: 'a stubborn child of a hook',
    hook: `${HOOK}\n  sh -c 'trap "" TERM HUP; while :; do sleep 1; done' &\n  sleep 300`,
    count: 3,
  },
  { what: 'a child in a session of its own', hook: `${HOOK}\n  setsid sleep 300 &\n  sleep 300`, count: 3 },
  {
    what: 'an entry of an agent, which has nothing of ours in its environment',
    hook: `${HOOK}\n  echo
      //- /ws/.claude/settings.json
      {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "sleep 299 & sleep 300 & wait"}]}]}}`,
    count: 3,
  },
  {
    what: 'a child of a module hook',
    hook: `${MODULE}
      const start = () => spawn('sleep', ['300'], { stdio: 'ignore', cwd: import.meta.dirname })
      export default { beforeTool: [({ input }) => { if (!started) start(); started = true; return { input } }] }`,
    count: 1,
  },
  {
    what: 'a child of a module hook in a session of its own, with no variables',
    hook: `${MODULE}
      const start = () => spawn('sleep', ['300'], { stdio: 'ignore', cwd: import.meta.dirname, detached: true, env: {} })
      export default { beforeTool: [({ input }) => { if (!started) start(); started = true; return { input } }] }`,
    count: 1,
  },
]

for (const { what, hook, count } of kinds) {
  test(`a killed runtime leaves nothing running: ${what}`, linux, async (t) => {
    const tree = writeTree(`
      //- /home/
      ${hook}
    `)
    t.after(tree.remove)
    const script = fileURLToPath(new URL('../programs/recordingRuntime.ts', import.meta.url))
    const runtime = spawn(process.execPath, [script, tree.at('/ws'), tree.at('/home')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    t.after(() => {
      runtime.kill('SIGKILL')
      for (const left of processesIn(tree.folder)) process.kill(Number.parseInt(left, 10), 'SIGKILL')
    })
    await once(runtime.stdout, 'data')
    for (let tries = 0; processesIn(tree.folder).length < count && tries < 600; tries++) await sleep(20)
    assert.ok(processesIn(tree.folder).length >= count, 'they run')
    const exited = once(runtime, 'exit')
    runtime.kill('SIGKILL')
    await exited
    assert.deepEqual(await leftIn(tree.folder), [])
  })
}
