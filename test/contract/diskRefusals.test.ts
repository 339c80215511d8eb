// Errors of the disk are reported with the path first, by the command line, the hook server and the editor alike.

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { refusedByDisk } from '../../runtime/contract/diskRefusals.ts'

test('an error of the disk says what is there, and nothing else is taken for one', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'hookbench-disk-'))
  t.after(() => rmSync(root, { recursive: true }))
  const file = join(root, 'file')
  writeFileSync(file, '')
  const refusalOf = (act: () => unknown) => {
    try {
      act()
    } catch (error) {
      return refusedByDisk(error)
    }
    return 'nothing was refused'
  }
  assert.equal(
    refusalOf(() => mkdirSync(join(file, 'folder'), { recursive: true })),
    `${join(file, 'folder')}: a part of this path is a file, where a folder was expected.`,
  )
  assert.equal(
    refusalOf(() => writeFileSync(file, '', { flag: 'wx' })),
    `${file}: a file is in the way.`,
  )
  const long = join(root, 'x'.repeat(300))
  assert.equal(
    refusalOf(() => writeFileSync(long, '')),
    `${long}: the name is too long; choose a shorter one.`,
  )
  const others = [new Error('x'), undefined, 'x', { code: 'EACCES' }, { code: 'toString', path: '/' }]
  for (const other of others) assert.equal(refusedByDisk(other), undefined)
})
