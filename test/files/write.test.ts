// Nothing is written or deleted outside a folder, wherever links in it lead.

import assert from 'node:assert/strict'
import fs, {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  deleteFile,
  leadsOut,
  makePrivateFolder,
  moveFile,
  openNew,
  openToAppend,
  replaceFile,
  setMode,
  writeNamed,
  writeNew,
} from '../../runtime/files/write.ts'
import { canMount, mountSmall } from '../support/mounts.ts'
import { type Tree, writeTree } from '../support/tree.ts'

const posix = { skip: process.platform === 'win32' ? 'links need a privilege there' : false }

function stage(t: TestContext): Tree {
  const tree = writeTree(`
    //- /ws/own/file
    mine
    //- /ws/inside -> own
    //- /ws/out -> ../elsewhere
    //- /ws/nowhere -> ../elsewhere/gone
    //- /ws/loop -> loop
    //- /ws/own/linked -> ../../elsewhere/file
    //- /ws/own/pipe fifo
    //- /elsewhere/file
    theirs
    //- /elsewhere/deep/file
    theirs
    //- /ws-beside/file
    theirs
    //- /linked-ws -> ws
  `)
  symlinkSync(tree.at('/elsewhere'), tree.at('/ws/absolute'))
  t.after(tree.remove)
  return tree
}

const ways: Readonly<Record<string, (root: string, path: string) => unknown>> = {
  writeNew: (root, path) => writeNew(root, path, 'x'),
  'writeNew, executable': (root, path) => writeNew(root, path, 'x', { executable: true }),
  replaceFile: (root, path) => replaceFile(root, path, 'x'),
  makePrivateFolder: (root, path) => makePrivateFolder(root, path),
  openNew: (root, path) => closeSync(openNew(root, path, 0o600)),
  openToAppend: (root, path) => closeSync(openToAppend(root, path, 0o600)),
  deleteFile: (root, path) => deleteFile(root, path),
  setMode: (root, path) => setMode(root, path, 0o777),
  'moveFile to': (root, path) => moveFile(root, join(root, 'own/file'), path),
  'moveFile from': (root, path) => moveFile(root, path, join(root, 'moved')),
}

const astray = [
  '/ws/out/new',
  '/ws/out/file',
  '/ws/out/deep/file',
  '/ws/out/deep/er/new',
  '/ws/absolute/new',
  '/ws/nowhere/new',
  '/ws/loop/new',
  '/ws/own/../../elsewhere/file',
  '/ws-beside/file',
  '/elsewhere/file',
]

test('every way of writing and deleting refuses what leads out, and leaves it as it was', posix, (t) => {
  for (const [way, write] of Object.entries(ways))
    for (const path of astray) {
      const tree = stage(t)
      const before = contentOf(tree.folder)
      assert.throws(
        () => write(tree.at('/ws'), tree.folder + path),
        /leads through a symbolic link/,
        `${way} ${path}`,
      )
      assert.deepEqual(contentOf(tree.folder), before, `${way} ${path}`)
    }
})

test('a file that is a link out is not written through', posix, (t) => {
  const tree = stage(t)
  const before = contentOf(tree.folder)
  const path = tree.at('/ws/own/linked')
  for (const way of ['replaceFile', 'openToAppend', 'openNew', 'writeNew', 'setMode'])
    assert.throws(() => ways[way]?.(tree.at('/ws'), path), /leads through a symbolic link/, way)
  assert.deepEqual(contentOf(tree.folder), before)
})

test('links that stay inside are followed, and a workspace may be reached through one', posix, (t) => {
  const tree = stage(t)
  for (const root of ['/ws', '/linked-ws']) {
    const at = (path: string) => tree.at(root + path)
    writeNew(at(''), at('/inside/new'), 'x')
    assert.equal(readFileSync(tree.at('/ws/own/new'), 'utf8'), 'x')
    replaceFile(at(''), at('/inside/new'), 'y')
    assert.equal(readFileSync(tree.at('/ws/own/new'), 'utf8'), 'y')
    deleteFile(at(''), at('/inside/new'))
    assert.ok(!existsSync(tree.at('/ws/own/new')))
    writeNew(at(''), at('/a/b/c'), 'x', { executable: true })
    assert.equal(statSync(at('/a/b/c')).mode & 0o777, 0o755)
    deleteFile(at(''), at('/a/b/c'))
    assert.equal(leadsOut(at(''), at('')), false)
  }
})

test('a private folder is its owner’s, kept out of version control, and never behind a link', posix, (t) => {
  const tree = stage(t)
  makePrivateFolder(tree.at('/ws'), tree.at('/ws/.hookbench/audit'))
  assert.equal(statSync(tree.at('/ws/.hookbench/audit')).mode & 0o777, 0o700)
  assert.equal(readFileSync(tree.at('/ws/.hookbench/audit/.gitignore'), 'utf8'), '*\n')
  makePrivateFolder(tree.at('/ws'), tree.at('/ws/.hookbench/audit'))
  assert.throws(
    () => makePrivateFolder(tree.at('/ws'), tree.at('/ws/inside')),
    /leads through a symbolic link/,
  )
  assert.ok(!existsSync(tree.at('/ws/own/.gitignore')))
})

test(
  'a folder that a workspace brought along is made private, and kept out of version control',
  posix,
  (t) => {
    const tree = stage(t)
    const folder = tree.at('/ws/.hookbench/recordings')
    const ignore = join(folder, '.gitignore')
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, 0o777)
    for (const text of ['', '# nothing\n', '*\n!*.ndjson\n']) {
      writeFileSync(ignore, text)
      makePrivateFolder(tree.at('/ws'), folder)
      assert.equal(readFileSync(ignore, 'utf8'), '*\n')
    }
    assert.equal(statSync(folder).mode & 0o777, 0o700)
    rmSync(ignore)
    symlinkSync('../../own/file', ignore)
    makePrivateFolder(tree.at('/ws'), folder)
    assert.equal(readFileSync(ignore, 'utf8'), '*\n')
    assert.equal(readFileSync(tree.at('/ws/own/file'), 'utf8'), 'mine\n')
    writeFileSync(ignore, '# all of it\r\n*\r\n')
    makePrivateFolder(tree.at('/ws'), folder)
    assert.match(readFileSync(ignore, 'utf8'), /all of it/)
  },
)

test('nothing is added to a file that has a second name', posix, (t) => {
  const tree = stage(t)
  linkSync(tree.at('/ws/own/file'), tree.at('/ws/own/again'))
  assert.throws(
    () => openToAppend(tree.at('/ws'), tree.at('/ws/own/again')),
    /a file with several hard links/,
  )
})

test('what is there is kept: new files take no name, and pipes are no files', posix, (t) => {
  const tree = stage(t)
  const ws = tree.at('/ws')
  assert.throws(() => writeNew(ws, tree.at('/ws/own/file'), 'x'), { code: 'EEXIST' })
  assert.throws(() => openNew(ws, tree.at('/ws/own/file'), 0o600), { code: 'EEXIST' })
  assert.throws(() => openToAppend(ws, tree.at('/ws/own/pipe')))
  assert.throws(() => openToAppend(ws, tree.at('/ws/own/none')), { code: 'ENOENT' })
  const file = openToAppend(ws, tree.at('/ws/own/file'))
  writeSync(file, 'more\n')
  closeSync(file)
  assert.equal(readFileSync(tree.at('/ws/own/file'), 'utf8'), 'mine\nmore\n')
})

test('where the disk is full no part of a new file stays, and the error names the file', {
  skip: canMount() ? false : 'no disk can be mounted',
}, (t) => {
  const tree = writeTree('')
  const path = tree.at('/disk/new')
  mkdirSync(tree.at('/disk'))
  const unmount = mountSmall(tree.at('/disk'), 64)
  t.after(() => {
    unmount()
    tree.remove()
  })
  assert.throws(() => writeNew(tree.at('/disk'), path, 'x'.repeat(200_000)), { code: 'ENOSPC', path })
  assert.equal(existsSync(path), false)
})

test('a file that a person named is written wherever it is, and nothing waits for a reader', posix, (t) => {
  const tree = stage(t)
  const ws = tree.at('/ws')
  writeNamed(ws, tree.at('/elsewhere/reports/junit.xml'), 'x')
  writeNamed(ws, tree.at('/elsewhere/reports/junit.xml'), 'y')
  assert.equal(readFileSync(tree.at('/elsewhere/reports/junit.xml'), 'utf8'), 'y')
  writeNamed(ws, '/dev/null', 'x')
  assert.throws(() => writeNamed(ws, tree.at('/ws/own/pipe'), 'x'), /is not a regular file; name a file$/)
  assert.throws(() => writeNamed(ws, tree.at('/elsewhere'), 'x'), /is a folder; name a file$/)
})

test('a file that a person named below the workspace is not written through a link out of it', posix, (t) => {
  const tree = stage(t)
  const before = contentOf(tree.at('/elsewhere'))
  for (const [root, path] of [
    ['/ws', '/ws/own/linked'],
    ['/ws', '/ws/absolute/junit.xml'],
    ['/linked-ws', '/linked-ws/out/junit.xml'],
    ['/linked-ws', '/ws/out/junit.xml'],
  ] as const)
    assert.throws(
      () => writeNamed(tree.at(root), tree.folder + path, 'x'),
      /leads through a symbolic link out of/,
      path,
    )
  assert.deepEqual(contentOf(tree.at('/elsewhere')), before)
})

test(
  'a link at the name of the temporary file is not written through, and the name is another each time',
  posix,
  (t) => {
    const tree = stage(t)
    const before = contentOf(tree.at('/elsewhere'))
    const names: string[] = []
    const open = fs.openSync
    t.mock.method(fs, 'openSync', (path: string, flags: string, mode?: number) => {
      names.push(path)
      symlinkSync(tree.at('/elsewhere/file'), path)
      return open(path, flags, mode)
    })
    syncBuiltinESMExports()
    try {
      for (const _ of [1, 2])
        assert.throws(() => replaceFile(tree.at('/ws'), tree.at('/ws/own/file'), 'x'), { code: 'EEXIST' })
    } finally {
      t.mock.restoreAll()
      syncBuiltinESMExports()
    }
    assert.equal(new Set(names).size, 2)
    assert.deepEqual(contentOf(tree.at('/elsewhere')), before)
    assert.equal(readFileSync(tree.at('/ws/own/file'), 'utf8'), 'mine\n')
  },
)

test('a file that is replaced keeps its mode, and nothing is left beside it', posix, (t) => {
  const tree = stage(t)
  chmodSync(tree.at('/ws/own/file'), 0o640)
  replaceFile(tree.at('/ws'), tree.at('/ws/own/file'), 'new')
  assert.equal(statSync(tree.at('/ws/own/file')).mode & 0o777, 0o640)
  assert.deepEqual(readdirSync(tree.at('/ws/own')).sort(), ['file', 'linked', 'pipe'])
})

test('the text that replaces a script is no executable until it is complete', posix, (t) => {
  const tree = stage(t)
  chmodSync(tree.at('/ws/own/file'), 0o755)
  const modes: number[] = []
  const sync = fs.fsyncSync
  t.mock.method(fs, 'fsyncSync', (file: number) => {
    modes.push(fs.fstatSync(file).mode & 0o777)
    sync(file)
  })
  syncBuiltinESMExports()
  try {
    replaceFile(tree.at('/ws'), tree.at('/ws/own/file'), 'new')
  } finally {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  }
  assert.deepEqual(modes, [0o600])
  assert.equal(statSync(tree.at('/ws/own/file')).mode & 0o777, 0o755)
})

test('the text that replaces a private file is private from the beginning', posix, (t) => {
  const tree = stage(t)
  chmodSync(tree.at('/ws/own/file'), 0o600)
  const modes: number[] = []
  const write = fs.writeFileSync
  t.mock.method(fs, 'writeFileSync', (file: number, text: string) => {
    modes.push(fs.fstatSync(file).mode & 0o777)
    write(file, text)
  })
  syncBuiltinESMExports()
  try {
    replaceFile(tree.at('/ws'), tree.at('/ws/own/file'), 'new')
  } finally {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  }
  assert.deepEqual(modes, [0o600])
  assert.equal(readFileSync(tree.at('/ws/own/file'), 'utf8'), 'new')
})

// The type and content of every file below a folder; links are not followed, pipes are not opened.
function contentOf(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return [path, ...contentOf(path)]
    if (!entry.isFile()) return [`${path} ${entry.isSymbolicLink() ? 'link' : 'other'}`]
    return [`${path} ${statSync(path).mode} ${readFileSync(path, 'utf8')}`]
  })
}
