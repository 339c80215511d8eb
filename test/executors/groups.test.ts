// Process groups: what a dead runtime left behind is ended, and no other process is.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inherited } from '../../runtime/executors/environment.ts'
import { openGroups } from '../../runtime/executors/groups.ts'
import {
  isRunning,
  listProcesses,
  type Process,
  psProcesses,
  runtimeId,
} from '../../runtime/executors/processes.ts'
import { groupsOf, reap } from '../../runtime/executors/reap.ts'
import { left } from './left.ts'

const programs = join(import.meta.dirname, '../programs/executables')
const folder = mkdtempSync(join(tmpdir(), 'hookbench-groups-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const linux = { skip: process.platform === 'linux' ? false : 'reads /proc' }

/** The processes that wait for the end of the runtime with this data folder. */
function watchersOf(data: string): readonly number[] {
  return listProcesses()
    .map(({ pid }) => pid)
    .filter((pid) => commandLine(pid).includes(`\0${join(data, 'run')}\0`))
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}

test(
  'a runtime that is killed together with its watcher leaves a hook behind, and the next one ends it',
  linux,
  async () => {
    const data = join(folder, 'killed')
    const { runtime, id } = await startRuntime(data, 'stubborn-grandchild')
    for (const watcher of watchersOf(data)) process.kill(watcher, 'SIGKILL')
    const exited = once(runtime, 'exit')
    runtime.kill('SIGKILL')
    await exited
    assert.equal(isRunning(id), false)
    assert.notEqual(
      listProcesses().filter((one) => one.runtime === id).length,
      0,
      'the hook outlives its runtime',
    )
    openGroups(data).close()
    assert.deepEqual(await left(id), [])
    assert.deepEqual(readdirSync(join(data, 'run')), [])
  },
)

test('a watcher that was killed is replaced when the next hook starts', linux, async () => {
  const data = join(folder, 'unwatched')
  const groups = openGroups(data)
  try {
    groups.watch()
    while (watchersOf(data).length === 0) await sleep(20)
    const [first] = watchersOf(data)
    process.kill(first as number, 'SIGKILL')
    const others = () => watchersOf(data).filter((pid) => pid !== first)
    for (let tries = 0; others().length === 0 && tries < 200; tries++) {
      await sleep(20)
      groups.watch()
    }
    assert.equal(others().length, 1)
  } finally {
    groups.close()
  }
})

test('a Python hook that spins ends by itself when its runtime is killed', linux, async () => {
  const data = join(folder, 'python')
  const script = join(programs, '../python/runtime-with-spinning-hook.ts')
  const { runtime, id } = await start(script, data, join(programs, '../python/hostile.py'), 'Spins')
  assert.notEqual(listProcesses().filter((one) => one.runtime === id).length, 0)
  const exited = once(runtime, 'exit')
  runtime.kill('SIGKILL')
  await exited
  assert.deepEqual(await left(id), [])
})

test('a runtime that exits takes its hooks along', linux, async () => {
  const data = join(folder, 'exits')
  const { runtime, id } = await startRuntime(data, 'ignores-sigterm', 'exit')
  if (runtime.exitCode === null) await once(runtime, 'exit')
  assert.deepEqual(await left(id), [])
  assert.deepEqual(readdirSync(join(data, 'run')), [])
})

test('closing ends what has left its group, and nothing of other groups', linux, async () => {
  const [one, other] = [openGroups(join(folder, 'one')), openGroups(join(folder, 'other'))]
  const start = (groups: ReturnType<typeof openGroups>) => {
    const leader = spawn('sh', ['-c', 'setsid sleep 60 & echo $!'], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...inherited(), ...groups.env },
    })
    groups.add(leader.pid as number)
    return once(leader.stdout, 'data')
  }
  await Promise.all([start(one), start(other)])
  const marked = (groups: ReturnType<typeof openGroups>) =>
    listProcesses().filter((found) => found.groups === groups.env.HOOKBENCH_GROUPS).length
  assert.deepEqual([marked(one) > 0, marked(other) > 0], [true, true])
  one.close()
  assert.deepEqual([marked(one), marked(other) > 0], [0, true])
  other.close()
  assert.deepEqual(await left(), [])
})

test('the hooks of a runtime that lives are left alone', linux, async () => {
  const data = join(folder, 'lives')
  const { runtime, id } = await startRuntime(data, 'hangs')
  openGroups(data).close()
  assert.notEqual(listProcesses().filter((one) => one.runtime === id).length, 0)
  assert.equal(existsSync(join(data, 'run')), true)
  const exited = once(runtime, 'exit')
  runtime.kill('SIGKILL')
  await exited
  openGroups(data).close()
  assert.deepEqual(await left(id), [])
})

test('a stranger that got the process id of one of ours is not killed', async () => {
  const data = join(folder, 'stranger')
  const stranger = spawn('sleep', ['30'], { detached: true, stdio: 'ignore', env: inherited() })
  try {
    await once(stranger, 'spawn')
    mkdirSync(join(data, 'run'), { recursive: true })
    const books = [JSON.stringify({ v: 1, host: hostname() }), `+${stranger.pid} ${Date.now() - 60_000}`, '']
    writeFileSync(join(data, 'run', '999999999-1.abc'), books.join('\n'))
    openGroups(data).close()
    assert.deepEqual(readdirSync(join(data, 'run')), [])
    assert.equal(stranger.signalCode, null)
    assert.equal(process.kill(stranger.pid as number, 0), true)
  } finally {
    stranger.kill('SIGKILL')
  }
})

test('books of another host, torn books and strange files are left alone', () => {
  const run = join(folder, 'strange', 'run')
  mkdirSync(run, { recursive: true })
  const files = {
    '999999999-1.abc': `{"v":1,"host":"not ${hostname()}"}\n+1 1\n`,
    '999999999-1.abd': '{"v":1,"ho',
    'notes.txt': 'mine',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(run, name), text)
  reap(run)
  assert.deepEqual(readdirSync(run).sort(), Object.keys(files).sort())
})

test('where the environment cannot be read, the start time of the leader decides', () => {
  const processes = psProcesses(
    [
      '  501   501 Fri Nov 21 22:11:05 2025',
      '  502   501 Fri Nov 21 22:11:06 2025',
      '  777   777 Fri Nov 21 23:59:59 2025',
      'garbage',
    ].join('\n'),
  )
  assert.equal(processes.length, 3)
  const at = Date.parse('Fri Nov 21 22:11:05 2025') + 400
  const dead = [
    {
      runtime: '9-9',
      groups: new Map([
        [501, at],
        [502, at],
        [777, at],
      ]),
    },
  ]
  assert.deepEqual([...groupsOf(dead, processes)], [501])
})

test('the mark of a runtime decides before anything else', () => {
  const dead = [{ runtime: '9-9', groups: new Map([[5, 1000]]) }]
  const processes = [
    { pid: 5, group: 5, runtime: '9-10', startedAt: 1000 },
    { pid: 6, group: 4, runtime: '9-9' },
    { pid: 7, group: 7 },
  ]
  assert.deepEqual([...groupsOf(dead, processes)], [4])
})

test('a group whose leader is gone is known only to who saw the runtime end', () => {
  const dead = [{ runtime: '9-9', groups: new Map([[500, 100_000]]) }]
  const rows: readonly (readonly [Process, readonly number[]])[] = [
    [{ pid: 501, group: 500, startedAt: 101_000 }, [500]],
    [{ pid: 501, group: 500, startedAt: 50_000 }, []],
    [{ pid: 501, group: 400, startedAt: 101_000 }, []],
  ]
  for (const [process, found] of rows) {
    assert.deepEqual([...groupsOf(dead, [process], '9-9')], found)
    assert.deepEqual([...groupsOf(dead, [process])], [])
    assert.deepEqual([...groupsOf(dead, [process], '8-8')], [])
  }
  const another = { pid: 500, group: 500, startedAt: 200_000 }
  assert.deepEqual([...groupsOf(dead, [another, { pid: 501, group: 500, startedAt: 201_000 }], '9-9')], [])
})

test('this runtime is running; one with its process id and another start is not', () => {
  assert.equal(isRunning(runtimeId()), true)
  assert.equal(isRunning(`${process.pid}-1`), false)
  assert.equal(isRunning('nonsense'), false)
})

test('a data folder that cannot be written is done without', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const groups = openGroups(file)
  groups.add(999_999_999)
  groups.remove(999_999_999)
  groups.close()
  assert.equal(groups.folder, undefined)
})

test('what is ours or the editor’s is not inherited', () => {
  const env = {
    PATH: '/bin',
    NODE_OPTIONS: '--require x',
    ELECTRON_RUN_AS_NODE: '1',
    VSCODE_PID: '1',
    VSCODE_GIT_ASKPASS_NODE: 'node',
    HOOKBENCH_EVENT: 'x',
    HOOKBENCH_TRUST: 'ledger.json',
    GONE: undefined,
  }
  assert.deepEqual(inherited(env), {
    PATH: '/bin',
    VSCODE_GIT_ASKPASS_NODE: 'node',
    HOOKBENCH_TRUST: 'ledger.json',
  })
})

function startRuntime(data: string, program: string, then = ''): ReturnType<typeof start> {
  return start(join(programs, 'runtime-with-hanging-hook.ts'), data, join(programs, program), then)
}

async function start(
  script: string,
  data: string,
  ...args: readonly string[]
): Promise<{ readonly runtime: ChildProcess; readonly id: string }> {
  mkdirSync(data, { recursive: true })
  const runtime = spawn(process.execPath, [script, data, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [chunk] = await once(runtime.stdout as NodeJS.ReadableStream, 'data')
  return { runtime, id: String(chunk).trim() }
}
