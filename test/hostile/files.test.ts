// A path where a file is expected may be a pipe, a device, a socket, a folder, or a sparse file of 20 GB. Every verb
// reports it in one line, at once, in little memory; and a signal ends any verb within a second.

import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import { openCli, spawnCli } from '../support/cli.ts'
import { type Tree, writeTree } from '../support/tree.ts'
import { leftIn, processesIn } from './stage.ts'

const MAIN = fileURLToPath(new URL('../../runtime/cli/main.ts', import.meta.url))
const BUILT = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
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

function stage(t: TestContext, files = ''): Tree {
  const tree = writeTree(`
    //- /home/
    //- /ws/.kodelet/hooks/hangs 755
    #!/bin/sh
    [ "$1" = hook ] && echo turn_end && exit
    sleep 300
    ${files}
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

test('a signal ends every verb within a second, whatever it is at', { ...posix, ...linux }, async (t) => {
  const late: string[] = []
  for (const [i, [what, args, hooks]] of busy.entries()) {
    const tree = stage(t, BUSY)
    writeFileSync(tree.at('/recorded.ndjson'), RECORDED)
    writeFileSync(tree.at('/ws/.hookbench/cases/hangs.json'), CASE)
    const given = args.map((arg) => (arg.startsWith('/') ? tree.at(arg) : arg))
    // The built product, because a thread that strips types from its source cannot be interrupted.
    const command = spawn(process.execPath, [BUILT, ...within(tree), '--trust-workspace', ...given], {
      env: { ...process.env, PATH: `${tree.at('/bin')}:${process.env.PATH}` },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    command.stdout?.resume()
    command.stderr?.resume()
    const ended = once(command, 'exit')
    for (let tries = 0; processesIn(tree.folder).length < hooks && tries < 400; tries++) await sleep(50)
    await waits(command.pid as number)
    assert.equal(command.exitCode, null, `${what}: it is over already`)
    const [signal, code] = i % 2 === 0 ? (['SIGTERM', 143] as const) : (['SIGINT', 130] as const)
    const slow = await slowness()
    const began = performance.now()
    command.kill(signal)
    const deaf = setTimeout(() => command.kill('SIGKILL'), 10_000)
    assert.deepEqual(await ended, [code, null], what)
    clearTimeout(deaf)
    const took = Math.round(performance.now() - began)
    t.diagnostic(`${what}: ${took} ms`)
    // The machine may have become busy since the first measurement.
    if (took > 1000 * slow && took > 1000 * (await slowness())) late.push(`${what}: ${took} ms`)
    assert.deepEqual(await leftIn(tree.folder), [], what)
  }
  assert.deepEqual(late, [])
})

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
