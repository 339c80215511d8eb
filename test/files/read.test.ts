// Reading is bounded and never blocks, whatever is at a path.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, openSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  MOST_TEXT,
  openFile,
  readBytes,
  readChunks,
  readHead,
  readState,
  readText,
  Unreadable,
} from '../../runtime/files/read.ts'
import { processorMs } from '../support/processorTime.ts'
import { writeTree } from '../support/tree.ts'

const posix = { skip: process.platform === 'win32' ? 'named pipes and devices are not files there' : false }

const tree = writeTree(`
  //- /text
  hello
  //- /folder/
  //- /pipe fifo
  //- /linked -> pipe
  //- /zero -> /dev/zero
  //- /loop -> loop
  //- /nowhere -> gone
`)
writeFileSync(tree.at('/sparse'), '')
truncateSync(tree.at('/sparse'), 20 * 1024 ** 3)
const server = createServer().listen(tree.at('/socket'))
await once(server, 'listening')
after(() => {
  server.close()
  tree.remove()
})

const refused: readonly (readonly [path: string, code: string, reason: RegExp])[] = [
  ['/pipe', 'EINVAL', /^it is a pipe, and only regular files are read$/],
  ['/linked', 'EINVAL', /^it is a pipe/],
  ['/zero', 'EINVAL', /^it is a device/],
  ['/socket', 'EINVAL', /^it is a socket/],
  ['/folder', 'EISDIR', /^it is a folder$/],
  ['/gone', 'ENOENT', /^there is no such file$/],
  ['/nowhere', 'ENOENT', /^there is no such file$/],
  ['/text/more', 'ENOTDIR', /^a part of this path is a file/],
  ['/loop', 'ELOOP', /^it is a symbolic link that leads back to itself$/],
]

test(
  'what is not a regular file is refused at once, by every way of reading, with its path and why',
  posix,
  async () => {
    const ways: Readonly<Record<string, (path: string) => unknown>> = {
      readBytes: (path) => readBytes(path, 100),
      readText: (path) => readText(path),
      readHead: (path) => readHead(path, 100),
      readChunks: async (path) => {
        for await (const chunk of readChunks(path, 100)) assert.fail(`${path} gave ${chunk.length} bytes`)
      },
      openFile: (path) => openFile(path),
    }
    for (const [name, code, reason] of refused)
      for (const [way, read] of Object.entries(ways)) {
        const path = tree.at(name)
        await assert.rejects(
          async () => read(path),
          (error) => {
            assert.ok(error instanceof Unreadable, `${way} of ${name}: ${error}`)
            assert.deepEqual(
              [error.code, error.path, error.message],
              [code, path, `${path}: ${error.reason}`],
            )
            assert.match(error.reason, reason)
            return true
          },
        )
      }
  },
)

test('a writer that waits for a reader of a pipe is not woken by a look at it', posix, async () => {
  const writer = spawn('sh', ['-c', 'echo ready; echo data > "$0"', tree.at('/pipe')], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(writer.stdout, 'data')
  for (let time = 0; time < 20; time++) {
    assert.throws(() => readText(tree.at('/pipe')))
    await sleep(10)
  }
  assert.deepEqual([writer.exitCode, writer.signalCode], [null, null])
  writer.kill('SIGKILL')
})

test('a file larger than the limit is refused before it is read, however large', () => {
  const before = process.memoryUsage().rss
  const took = processorMs(() => {
    for (const limit of [0, 1, MOST_TEXT])
      assert.throws(() => readBytes(tree.at('/sparse'), limit), { code: 'EFBIG', message: /larger than/ })
    assert.throws(() => readText(tree.at('/sparse')), {
      message: `${tree.at('/sparse')}: it is larger than 16 MiB`,
    })
    assert.equal(readHead(tree.at('/sparse'), 16).length, 16)
  })
  assert.ok(took < 1000, `${took} ms`)
  assert.ok(process.memoryUsage().rss - before < 50 * 1024 * 1024)
})

test('a file is read whole up to its limit', () => {
  assert.equal(readBytes(tree.at('/text'), 6).toString(), 'hello\n')
  assert.throws(() => readBytes(tree.at('/text'), 5), { code: 'EFBIG' })
  assert.equal(readHead(tree.at('/text'), 3).toString(), 'hel')
  assert.equal(readHead(tree.at('/text'), 100).toString(), 'hello\n')
})

test('a state of the system, the environment of this process for one, is no file, by every way of reading', {
  skip: process.platform === 'linux' ? false : 'there is no /proc',
}, async () => {
  for (const path of ['/proc/self/environ', '/proc/self/stat']) {
    const refusal = { code: 'EINVAL', message: /: it is a virtual file of the system/ }
    assert.throws(() => readText(path), refusal)
    assert.throws(() => readHead(path, 10), refusal)
    await assert.rejects(readChunks(path, 10).next(), refusal)
  }
  assert.match(readState('/proc/self/stat').toString(), /^\d+ \(/)
})

test('parts of a file are read where they stand, and chunks in order', async () => {
  await using file = openFile(tree.at('/text'))
  const buffer = Buffer.alloc(3)
  assert.deepEqual([file.size, await file.read(buffer, 2), buffer.toString()], [6, 3, 'llo'])
  assert.equal(await file.read(buffer, 6), 0)
  const chunks: string[] = []
  for await (const chunk of readChunks(tree.at('/text'), 4)) chunks.push(chunk.toString())
  assert.deepEqual(chunks, ['hell', 'o\n'])
})

test('no descriptor stays open, whatever came of it', { skip: process.platform !== 'linux' }, async () => {
  const fresh = () => openSync(tree.at('/text'), 'r')
  const before = fresh()
  for (let time = 0; time < 50; time++) {
    for (const [name] of refused) assert.throws(() => readText(tree.at(name)))
    assert.throws(() => readText(tree.at('/sparse')))
    readText(tree.at('/text'))
    for await (const _ of readChunks(tree.at('/text'), 2)) break
  }
  appendFileSync(tree.at('/text'), '')
  assert.ok(fresh() - before < 20)
})
