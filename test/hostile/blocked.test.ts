// A blocked event loop must not lose an answer: what a hook printed in time counts, however late it is read.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
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

function block(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}
