// Named pipes are made in batches by an external program; closing in the middle of a batch must be safe.

import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPipes } from '../../runtime/executors/executable/pipes.ts'
import { openGroups } from '../../runtime/executors/groups.ts'
import { writeTree } from '../support/tree.ts'

test('closing while pipes are being made throws nothing and leaves nothing', {
  skip: process.platform === 'linux' ? false : 'pipes by name are for Linux',
}, async (t) => {
  const tree = writeTree()
  t.after(tree.remove)
  for (let round = 0; round < 20; round++) {
    const groups = openGroups(tree.at('/data'))
    const pipes = openPipes(groups.folder)
    // Six hooks use up enough of the first batch to start the next one.
    for (let taken = 0; taken < 6; taken++) {
      const streams = pipes.take('input')
      assert.ok(streams)
      streams.handOver()
      streams.stdout.destroy()
      streams.stderr.destroy()
    }
    await sleep(round % 7)
    pipes.close()
    groups.close()
    assert.ok(groups.folder !== undefined && !existsSync(groups.folder))
  }
  await sleep(20)
  assert.deepEqual(readdirSync(tree.at('/data/run')), [])
})
