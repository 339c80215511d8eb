// A path where a file is expected may be a pipe, a device, a socket, a folder, or a sparse file of 20 GB. Every verb
// reports it in one line, at once, in little memory.

import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openCli, spawnCli } from '../support/cli.ts'
import { type Tree, writeTree } from '../support/tree.ts'

const MAIN = fileURLToPath(new URL('../../runtime/cli/main.ts', import.meta.url))
const cli = openCli()
after(cli.close)
const posix = { skip: process.platform === 'win32' ? 'named pipes and devices are not files there' : false }
const linux = { skip: process.platform === 'linux' ? false : 'reads /proc' }

type Kind = 'pipe' | 'device' | 'socket' | 'folder' | 'sparse'

/** The words for each kind in a message. */
const CALLED: Readonly<Record<Kind, RegExp>> = {
  pipe: /it is a pipe/,
  device: /it is a device/,
  socket: /it is a socket/,
  folder: /it is a folder/,
  sparse: /larger than|too long, or binary|not a recording/,
}
const KINDS = Object.keys(CALLED) as readonly Kind[]

async function put(path: string, kind: Kind, t: TestContext): Promise<void> {
  mkdirSync(dirname(path), { recursive: true })
  if (kind === 'pipe') execFileSync('mkfifo', [path])
  else if (kind === 'device') symlinkSync('/dev/zero', path)
  else if (kind === 'folder') mkdirSync(path)
  else if (kind === 'sparse') {
    writeFileSync(path, '')
    truncateSync(path, 20 * 1024 ** 3)
  } else {
    const server = createServer().listen(path)
    await once(server, 'listening')
    t.after(() => server.close())
  }
}

function stage(t: TestContext): Tree {
  const tree = writeTree(`
    //- /home/
    //- /ws/.kodelet/hooks/hangs 755
    #!/bin/sh
    [ "$1" = hook ] && echo turn_end && exit
    sleep 300
  `)
  t.after(tree.remove)
  return tree
}

const within = (tree: Tree) => ['--workspace', tree.at('/ws'), '--home', tree.at('/home')]

/** The path of the file, the command that reads it, and the exit code; `nothing`: kinds that are ignored silently. */
const readers: readonly {
  readonly at: string
  readonly args: readonly string[]
  readonly code: number
  readonly nothing?: readonly Kind[]
  readonly says?: RegExp
}[] = [
  { at: '/ws/.hookbench/settings.json', args: ['list', '--problems'], code: 0 },
  { at: '/ws/.hookbench/settings.json', args: ['check'], code: 1 },
  { at: '/ws/secureyeoman.yaml', args: ['check'], code: 1 },
  { at: '/ws/secureyeoman.yaml', args: ['list', '--problems'], code: 0 },
  { at: '/home/.secureyeoman/config.yaml', args: ['list', '--problems'], code: 0 },
  { at: '/ws/.hookbench/recording.json', args: ['record', 'status'], code: 1 },
  {
    at: '/ws/.hookbench/cases/some.json',
    args: ['test'],
    code: 1,
    nothing: ['folder'],
  },
  { at: '/ws/.hookbench/cases/some.json', args: ['replay', 'PATH'], code: 2 },
  { at: '/ws/payload.json', args: ['run', 'turn_end', '--payload', 'PATH'], code: 2 },
  { at: '/ws/captured', args: ['recordings', 'import', 'PATH'], code: 1 },
  {
    at: '/ws/.hookbench/recordings/some.ndjson',
    args: ['recordings', 'list'],
    code: 0,
    nothing: ['folder'],
  },
  {
    at: '/ws/.hookbench/recordings/some.ndjson',
    args: ['recordings', 'show', 'PATH'],
    code: 1,
    says: /cannot be read: it is a|not a recording/,
  },
  {
    at: '/home/.local/share/hookbench/trust.json',
    args: ['trust', '--yes'],
    code: 1,
    says: /(?:cannot be read: it is|may be written by anyone).* It trusts nothing\.$/,
  },
]

test('what is no file, or endless, is one line of the verb that reads it, at once', posix, async (t) => {
  await cli.run(['list', '--help'])
  const wrong: string[] = []
  for (const { at, args, code, nothing = [], says } of readers)
    for (const kind of KINDS) {
      const tree = stage(t)
      await put(tree.at(at), kind, t)
      const what = `${args.join(' ')} with a ${kind} at ${at}`
      const began = performance.now()
      const given = args.map((arg) => (arg === 'PATH' ? tree.at(at) : arg))
      const done = await soon(cli.run([...within(tree), ...given]), what)
      const text = `${done.stdout}${done.stderr}`
      const lines = text.split('\n').filter((line) => (says ?? CALLED[kind]).test(line)).length
      if (performance.now() - began > 5000) wrong.push(`${what}: late`)
      if (!nothing.includes(kind) && (lines !== 1 || done.code !== code))
        wrong.push(`${what}: ${lines} lines, exit code ${done.code}\n${text}`)
    }
  assert.deepEqual(wrong, [])
})

async function soon<T>(promise: Promise<T>, what: string): Promise<T> {
  const late = sleep(20_000, undefined, { ref: false }).then(() => assert.fail(`${what} hangs`))
  return Promise.race([promise, late])
}

const PEAK = new URL('../programs/peakMemory.ts', import.meta.url).href

test('what is endless takes no more memory than what is empty', { ...posix, ...linux }, async (t) => {
  const peak = async (at: string, args: readonly string[], kind?: Kind) => {
    const tree = stage(t)
    if (kind !== undefined) await put(tree.at(at), kind, t)
    const given = [...within(tree), ...args.map((arg) => (arg === 'PATH' ? tree.at(at) : arg))]
    const { stderr } = await spawnCli(given, { env: { NODE_OPTIONS: `--import=${PEAK}` } })
    const [, kibibytes] = /\npeak (\d+)$/.exec(stderr) ?? []
    return Number(kibibytes) / 1024
  }
  const chosen = readers.filter(({ args }) => !['check', 'trust', 'record'].includes(args[0] ?? ''))
  for (const { at, args } of chosen) {
    const empty = await peak(at, args)
    for (const kind of ['device', 'sparse'] as const) {
      // Garbage collection only adds to the memory that is needed, so the least of three runs counts.
      let full = Number.POSITIVE_INFINITY
      for (let tried = 0; tried < 3 && full >= empty + 64; tried += 1)
        full = Math.min(full, await peak(at, args, kind))
      assert.ok(full < empty + 64, `${args.join(' ')} with a ${kind} at ${at}: ${full} MiB, ${empty} without`)
    }
  }
})

test('standard input without end is one line', posix, async (t) => {
  const tree = stage(t)
  const zero = openSync('/dev/zero', 'r')
  t.after(() => closeSync(zero))
  for (const args of [
    ['run', 'turn_end', '--payload', '-'],
    ['recordings', 'import', '-'],
  ]) {
    const command = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', MAIN, ...within(tree), ...args],
      {
        stdio: [zero, 'pipe', 'pipe'],
      },
    )
    let stderr = ''
    command.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    assert.deepEqual(
      [...(await once(command, 'close')), stderr],
      [2, null, 'hookbench: standard input is binary; expected JSON.\n'],
    )
  }
})
