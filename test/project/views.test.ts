// Which views are cached: those of open files, and of the others the most recently used.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import type { Disk } from '../../runtime/discovery/disk.ts'
import { openViews } from '../../runtime/project/views.ts'

test('looking through a large workspace keeps only some views of closed files, and every open one', async () => {
  const forgotten: string[] = []
  let read = 0
  const disk = {
    stat: () => ({ kind: 'file', size: 1, mode: 0o644, key: 'as saved', changed: 0 }),
    read: () => {
      read++
      return Buffer.from('export const agent_init = () => {}\n')
    },
  } as unknown as Disk
  const open = { text: 'export const agent_init = () => {}\n', version: 1 }
  const views = openViews({
    texts: { get: (path) => (path === '/ws/open.mjs' ? open : undefined), paths: () => ['/ws/open.mjs'] },
    disk,
    roleOf: () => ({ kind: 'hook', dialect: dialects.secureyeoman }),
    ground: { root: '/ws', home: '/home' },
    typing: () => Promise.reject(new Error('nobody asks for types')),
    forgotten: (path) => forgotten.push(path),
  })
  const first = await views.view('/ws/open.mjs')
  for (let n = 0; n < 70; n++) {
    await views.view(`/ws/${n}.mjs`)
    // Requested again and again, so it must be evicted last.
    await views.view('/ws/0.mjs')
  }
  assert.deepEqual(
    forgotten,
    [1, 2, 3, 4, 5, 6].map((n) => `/ws/${n}.mjs`),
  )
  assert.equal(read, 70, 'a file that did not change is read once')
  assert.equal(await views.view('/ws/open.mjs'), first)
})
