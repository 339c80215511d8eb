// The disk with open texts in place of their files.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disk as realDisk } from '../../runtime/discovery/disk.ts'
import { overlaid } from '../../runtime/project/texts.ts'
import { writeTree } from '../support/tree.ts'

test('an open text is what its file holds, as long as there is one, and within the same limit', (t) => {
  const tree = writeTree(`
    //- /ws/a
    saved
    //- /ws/b
    other
    //- /ws/folder/
  `)
  t.after(tree.remove)
  const [a, b, folder, gone] = [
    tree.at('/ws/a'),
    tree.at('/ws/b'),
    tree.at('/ws/folder'),
    tree.at('/ws/gone'),
  ]
  const texts = new Map([a, folder, gone].map((path) => [path, { text: 'täglich', version: 3 }]))
  const disk = overlaid(realDisk, { get: (path) => texts.get(path), paths: () => texts.keys() })
  const shown = (found: unknown) => (Buffer.isBuffer(found) ? found.toString() : found)
  assert.equal(shown(disk.read(a, 8)), 'täglich')
  assert.deepEqual(disk.read(a, 7), { failed: 'EFBIG' }, 'bytes count, not letters')
  assert.equal(shown(disk.head(a, 1)), 't')
  assert.match(String(shown(disk.read(b, 100))), /^other/)
  assert.deepEqual(disk.read(gone, 100), { failed: 'ENOENT' }, 'what was never saved is not there')
  assert.deepEqual(disk.stat(folder), realDisk.stat(folder))
  const stat = disk.stat(a)
  assert.ok(!('failed' in stat))
  assert.deepEqual([stat.size, stat.changed], [8, 0])
})
