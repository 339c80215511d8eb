// Kaizen's hook classes in the resident interpreter: answers, failures, damage, and that no process is left.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { kaizen } from '../../runtime/contract/dialects/kaizen.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import type { Attempt } from '../../runtime/contract/verdict.ts'
import { openGroups } from '../../runtime/executors/groups.ts'
import { openPython, type PythonOptions } from '../../runtime/executors/python/openPython.ts'
import { hookAt, runOnce, startCall } from '../support/call.ts'
import { left } from './left.ts'

const programs = join(import.meta.dirname, '../programs/python')
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookbench-python-')))
const dialect = kaizen as unknown as Dialect
const MIB = 1024 * 1024

after(() => rmSync(folder, { recursive: true, force: true }))

type Expected = {
  readonly says?: unknown
  readonly fails?: string
  readonly message?: RegExp
  readonly raw?: RegExp
  readonly note?: RegExp
}

const answers: readonly (readonly [hook: string, expected: Expected])[] = [
  ['behaves.py#Counts', { says: result({ count: 1 }) }],
  ['behaves.py#Synchronous', { says: { sync: 'agent' } }],
  [
    'behaves.py#Echoes',
    { says: result({ event: 'PRE_TOOL_USE', agent: 'agent', data: { wait: 0 }, metadata: {}, trace: 36 }) },
  ],
  ['behaves.py#StartsAProgram', { says: { shown: ['unlimited'] } }],
  ['behaves.py#Where', { says: { file: join(programs, 'behaves.py'), cwd: folder, dialect: 'kaizen' } }],
  ['behaves.py#AThread', { says: { thread: true } }],
  ['behaves.py#as_a_function', { says: result({ function: true }) }],
  ['behaves.py#shares_its_event', { says: 'pre_tool_use' }],
  ['behaves.py#Prints', { says: result(null), raw: /^out agent\nbytes\ntask agent\n\|err agent\n$/ }],
  [
    'fails.py#Raises',
    {
      fails: 'crashed',
      message: /^KeyError: 'tool_name'$/,
      raw: /^told KeyError agent\n\|Traceback.*\n {2}File ".*fails\.py", line 15, in handle\n {4}raise KeyError\("tool_name"\)/s,
    },
  ],
  ['fails.py#ReturnsNone', { says: null }],
  [
    'fails.py#ReturnsADate',
    {
      says: result({ when: ['2026-01-01'] }),
      note: /^result\.data\.when\[0\] is of type date: written as text$/,
    },
  ],
  [
    'fails.py#ReturnsNaN',
    { says: result({ cost: 'nan' }), note: /^result\.data\.cost is of type float: written as text$/ },
  ],
  ['fails.py#ReturnsItself', { fails: 'invalid', message: /contains itself|circular/i }],
  ['fails.py#ReturnsTooMuch', { fails: 'unreadable', message: /larger than 10 MiB/ }],
  [
    'fails.py#NeedsArguments',
    {
      fails: 'crashed',
      message: /NeedsArguments cannot be made without arguments: missing a required argument: 'url'/,
    },
  ],
  ['fails.py#FailsToBeMade', { fails: 'crashed', message: /^OSError: no database$/ }],
  ['fails.py#Exits', { fails: 'crashed', message: /^SystemExit: 3$/ }],
  ['fails.py#ExitsInATask', { fails: 'crashed', message: /^SystemExit: 4$/ }],
  ['fails.py#CancelsItself', { fails: 'crashed', message: /CancelledError/ }],
  ['fails.py#Recurses', { fails: 'crashed', message: /^RecursionError/ }],
  ['fails.py#NoHandle', { fails: 'crashed', message: /NoHandle has no handle\(context\)/ }],
  ['fails.py#Missing', { fails: 'crashed', message: /fails\.py has no Missing; expected a class/ }],
]

test('hooks answer in one resident interpreter', async (t) => {
  await using one = open()
  for (const [hook, expected] of answers) {
    await t.test(`${hook} ${expected.fails ?? 'returns'}`, async () => check(await one.call(hook), expected))
  }
})

test('output beyond the cap is thrown away', async () => {
  await using one = open()
  const attempt = await one.call('behaves.py#PrintsALot')
  check(attempt, { says: result(null) })
  assert.equal(attempt.raw?.cut, true)
  assert.equal(attempt.raw?.stdout.length, MIB)
})

test('the examples of ADR-010 run as they are written there', async () => {
  await using one = open()
  for (const [event, data] of [
    ['pre_tool_use', { tool_name: 'DatabaseQuery' }],
    ['post_tool_use', {}],
  ] as const) {
    check(await one.call('adr_compliance.py#CustomComplianceHook', { event, data }), { says: result(null) })
  }
  // Moves the log to a folder where this test may write.
  const log = join(folder, 'hooks.log')
  const text = readFileSync(join(programs, 'adr_custom_logger.py'), 'utf8').replace(
    '/var/log/kaizen/hooks.log',
    log,
  )
  writeFileSync(join(folder, 'custom_logger.py'), text)
  check(await one.call(join(folder, 'custom_logger.py#CustomLoggerHook')), { says: result(null) })
  assert.match(readFileSync(log, 'utf8'), /^\[1\.5\] pre_tool_use: \{'wait': 0\}\n$/)
})

test('Kaizen’s own hooks count, add up and log', async () => {
  await using one = open()
  const run = (part: string, data: object) =>
    one.call(`kaizen_builtins.py#${part}`, { event: 'post_tool_use', data })
  const metric = (count: number) => ({ says: result({ metric: 'kaizen_hook_post_tool_use', count }) })
  check(await run('MetricsHook', {}), metric(1))
  check(await run('MetricsHook', {}), metric(2))
  const cost = { tool_name: 'bash', estimated_cost_usd: 0.5 }
  await run('CostTrackingHook', cost)
  check(await run('CostTrackingHook', cost), {
    says: result({ total_cost_usd: 1, tool_cost_usd: 0.5, tool_name: 'bash' }),
  })
  check(await run('LoggingHook', {}), { says: result(null) })
  check(await run('Managed', cost), {
    says: { errors: ['Hook error: on purpose', null], stats: ['cost_tracking_hook', 'fails'] },
  })
})

test('an instance keeps its state, until the file changes', async () => {
  const path = join(folder, 'state.py')
  const write = (by: number) =>
    writeFileSync(
      path,
      `class H:\n    n = 0\n    def handle(self, context):\n        self.n += ${by}\n        return {"n": self.n}\n`,
    )
  await using one = open()
  write(1)
  check(await one.call(`${path}#H`), { says: { n: 1 } })
  check(await one.call(`${path}#H`), { says: { n: 2 } })
  write(10)
  check(await one.call(`${path}#H`), { says: { n: 10 } })
})

test('what runs is what was hashed, not what the disk holds; tracebacks show it too', async () => {
  const path = join(folder, 'replaced.py')
  const bytes = Buffer.from(
    'class H:\n    def handle(self, context):\n        raise ValueError("as trusted")\n',
  )
  writeFileSync(path, 'raise SystemExit("as replaced")\n')
  await using one = open({ snapshot: () => ({ files: new Map([[path, bytes]]), hash: '1' }) })
  check(await one.call(`${path}#H`), {
    fails: 'crashed',
    message: /^ValueError: as trusted$/,
    raw: /line 3, in handle\n {4}raise ValueError\("as trusted"\)/,
  })
})

test('a file that does not load says where', async () => {
  const path = join(folder, 'broken.py')
  writeFileSync(path, 'import json\n\nclass H\n')
  await using one = open()
  check(await one.call(`${path}#H`), { fails: 'crashed', message: /^SyntaxError: .*\(broken\.py, line 3\)$/ })
})

test('helpers come from the snapshot; one that is not in it is refused', async () => {
  const files = ['hook.py', 'helper.py', 'lib/__init__.py', 'lib/deep.py']
  await using one = open({ snapshot: () => taken(files.map((name) => join(programs, 'imports', name))) })
  check(await one.call('imports/hook.py#Imports'), {
    says: {
      helper: 'a helper',
      deep: 'deep in lib',
      value: 'deep in lib',
      name: 'lib',
      file: join(programs, 'imports/helper.py'),
    },
  })
  check(await one.call('imports/hook.py#ImportsLate'), {
    fails: 'crashed',
    message: /^ImportError: late\.py was not trusted together with hook\.py; trust the hook again$/,
  })
})

test('a file that is neither in the snapshot nor installed is refused, whatever sys.path says', async () => {
  const lib = join(folder, 'beside')
  mkdirSync(lib)
  writeFileSync(join(lib, 'policy.py'), 'raise SystemExit("ran")\n')
  const path = join(folder, 'reaches.py')
  writeFileSync(
    path,
    `import os, sys
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "beside"))
class H:
    def handle(self, context):
        import xml.dom.minidom
        import policy
`,
  )
  await using one = open()
  check(await one.call(`${path}#H`), {
    fails: 'crashed',
    message:
      /^ImportError: .*beside\/policy\.py was not trusted together with a hook; keep it beside the hook/,
  })
})

test('a hook that closes the ears of its interpreter is not the failure of the next', async () => {
  const path = join(folder, 'deafens.py')
  writeFileSync(
    path,
    'import asyncio\nclass H:\n    async def handle(self, context):\n        asyncio.get_running_loop().remove_reader(3)\n        return {}\n',
  )
  await using one = open()
  check(await one.call(`${path}#H`), { says: {} })
  const attempt = await one.call('behaves.py#Synchronous')
  check(attempt, { says: { sync: 'agent' } })
  assert.equal(attempt.rerun, undefined, 'it had not begun')
})

test('an untrusted hook starts nothing', async () => {
  await using one = open({ snapshot: () => ({ untrusted: 'not trusted yet' }), python: '/nowhere/python3' })
  check(await one.call('behaves.py#Counts'), { fails: 'untrusted', message: /not trusted yet/ })
})

for (const [python, message] of [
  ['no-such-python3', /^no-such-python3 was not found on PATH; install Python 3\.8 or newer$/],
  ['false', /^false could not start: exit code 1$/],
] as const) {
  test(`an interpreter that is ${python} is explained`, async () => {
    await using one = open({ python })
    check(await one.call('behaves.py#Counts'), { fails: 'crashed', message })
  })
}

test('calls run side by side and each gets its own answer and output', async () => {
  await using one = open()
  const calls = Array.from({ length: 100 }, (_, n) =>
    one.call(n % 2 ? 'behaves.py#Echoes' : 'behaves.py#Prints', { agent: `a${n}`, data: { wait: 0.05 } }),
  )
  for (const [n, attempt] of (await Promise.all(calls)).entries()) {
    if (n % 2)
      assert.equal(
        attempt.kind === 'returned' && (attempt.result as { data: { agent: string } }).data.agent,
        `a${n}`,
      )
    else
      check(attempt, {
        says: result(null),
        raw: new RegExp(`^out a${n}\nbytes\ntask a${n}\n\\|err a${n}\n$`),
      })
  }
})

const harm: readonly (readonly [hook: string, expected: Expected])[] = [
  ['Waits', { fails: 'timeout', message: /within 400 ms/ }],
  ['IgnoresCancel', { fails: 'timeout' }],
  ['Spins', { fails: 'timeout' }],
  ['SpinsAfterAnAwait', { fails: 'timeout' }],
  ['SpinsInATask', { fails: 'timeout' }],
  ['HoldsTheInterpreter', { fails: 'timeout' }],
  ['Sleeps', { fails: 'timeout' }],
  ['LeavesAProgram', { fails: 'timeout' }],
  ['Quits', { fails: 'crashed', message: /^ended python3 with exit code 5$/ }],
  ['QuitsInACallback', { fails: 'crashed', message: /exit code 6/ }],
  ['Crashes', { fails: 'crashed', message: /^ended python3 with SIGSEGV$/, raw: /Segmentation fault/ }],
  ['KillsItself', { fails: 'crashed', message: /SIGKILL/ }],
  ['ClosesEverything', { fails: 'crashed', message: /ended python3/ }],
  ['ScribblesOnEveryPipe', { fails: 'crashed', message: /ended python3/ }],
  ['EatsMemory', { fails: 'crashed', message: /^MemoryError: allocated more memory than a hook may have$/ }],
  ['Forks', { says: { forked: true } }],
]

test('harm is contained', async (t) => {
  await using one = open({ memoryLimitBytes: 1024 * MIB })
  await one.call('behaves.py#Counts')
  for (const [part, expected] of harm) {
    await t.test(`${part} ${expected.fails ?? 'returns'}, and its neighbour does not notice`, async () => {
      // Each gets its own file, because a file that did damage before no longer shares an interpreter.
      const path = join(folder, `${part}.py`)
      copyFileSync(join(programs, 'hostile.py'), path)
      const neighbour = one.call('behaves.py#Echoes', { data: { wait: 0.2 } })
      const timeoutMs = expected.fails === 'timeout' ? 400 : 10_000
      check(await one.call(`${path}#${part}`, { timeoutMs }), expected)
      const attempt = await neighbour
      assert.equal(attempt.kind, 'returned', JSON.stringify(attempt))
    })
  }
})

test('a hook that blocks keeps its interpreter to itself; forty-nine others are answered meanwhile', async () => {
  await using one = open()
  await one.call('behaves.py#Counts')
  const [started, timeoutMs] = [performance.now(), 8000]
  const blocked = one.call('hostile.py#Spins', { timeoutMs })
  const calls = Array.from({ length: 49 }, (_, n) => one.call('behaves.py#Synchronous', { agent: `a${n}` }))
  for (const [n, attempt] of (await Promise.all(calls)).entries()) {
    check(attempt, { says: { sync: `a${n}` } })
    assert.equal(attempt.rerun, undefined, 'it had not begun')
  }
  assert.ok(performance.now() - started < timeoutMs - 100, 'before the one that blocks was given up')
  check(await blocked, { fails: 'timeout' })
})

test('a call that had begun reports that it was run again, and lost state is reported', async () => {
  await using one = open()
  await one.call('behaves.py#Counts')
  const neighbour = one.call('behaves.py#Echoes', { data: { wait: 1 } })
  check(await one.call('hostile.py#Quits'), { fails: 'crashed' })
  const attempt = await neighbour
  assert.equal(attempt.rerun, true)
  const counted = await one.call('behaves.py#Counts')
  check(counted, { says: result({ count: 1 }) })
  assert.match(`${attempt.raw?.note}`, /^restarted: the interpreter that had its state has ended(;|$)/)
})

test('closing aborts what is in flight and leaves nothing', async () => {
  const one = open()
  const attempts = [one.call('hostile.py#Waits'), one.call('hostile.py#Spins'), one.call('behaves.py#Counts')]
  await one.close()
  for (const attempt of await Promise.all(attempts)) check(attempt, { fails: 'aborted' })
  assert.deepEqual(await left(), [])
  check(await one.call('behaves.py#Counts'), { fails: 'aborted' })
})

test('a large payload arrives whole, and one that is no data fails at once', async () => {
  await using one = open()
  const text = 'ü'.repeat(MIB)
  const attempt = await one.call('behaves.py#Echoes', { data: { text } })
  const found = attempt.kind === 'returned' && (attempt.result as { data: { data: object } }).data.data
  assert.ok(JSON.stringify(found) === JSON.stringify({ text }))
  check(await one.call('behaves.py#Echoes', { data: { big: 1n } }), {
    fails: 'invalid',
    message: /payload cannot be written/,
  })
})

test('a time of whole seconds is a float like any other', async () => {
  await using one = open()
  check(await one.call('behaves.py#tells_the_time', { timestamp: 2 }), { says: { time: '2.0' } })
})

test('a call that is cancelled before it began is over without a new interpreter', async () => {
  await using one = open()
  const { call, attempt } = startCall(one, hookAt(join(programs, 'behaves.py'), 'python', 'Counts'), {
    dialect,
    event: 'pre_tool_use',
  })
  one.cancel(call, 'aborted')
  check(await attempt, { fails: 'aborted' })
  check(await one.call('behaves.py#Counts'), { says: result({ count: 1 }) })
})

function open(more: Partial<PythonOptions> = {}) {
  const groups = openGroups(join(folder, 'data'))
  const executor = openPython({ root: folder, groups, snapshot: (hook: Hook) => taken(hook.files), ...more })
  return {
    ...executor,
    call(
      hook: string,
      {
        event = 'pre_tool_use',
        agent = 'agent',
        data = { wait: 0 } as object,
        timestamp = 1.5,
        timeoutMs = 20_000,
      }: { event?: string; agent?: string; data?: object; timestamp?: number; timeoutMs?: number } = {},
    ): Promise<Attempt> {
      const [path = '', part] = hook.split('#')
      const payload = { event_type: event, agent_id: agent, timestamp, data }
      const at = hookAt(path.startsWith('/') ? path : join(programs, path), 'python', part)
      return runOnce(executor, at, { dialect, event, payload, timeoutMs })
    },
    async [Symbol.asyncDispose]() {
      await executor.close()
      assert.deepEqual(await left(), [], 'no process is left')
      groups.close()
    },
  }
}

function taken(paths: readonly string[]): {
  readonly files: ReadonlyMap<string, Buffer>
  readonly hash: string
} {
  const files = new Map(paths.map((path) => [path, readFileSync(path)]))
  const hash = createHash('sha256')
  for (const bytes of files.values()) hash.update(bytes)
  return { files, hash: hash.digest('hex') }
}

function result(data: object | null): object {
  return { success: true, data, error: null, duration_ms: 0 }
}

function check(attempt: Attempt, expected: Expected): void {
  const shown = JSON.stringify(attempt).slice(0, 600)
  if (expected.fails === undefined) {
    assert.equal(attempt.kind, 'returned', shown)
    assert.deepEqual(attempt.kind === 'returned' && attempt.result, expected.says)
  } else {
    assert.equal(attempt.kind === 'failed' ? attempt.reason : attempt.kind, expected.fails, shown)
    if (expected.message !== undefined)
      assert.match(attempt.kind === 'failed' ? attempt.message : '', expected.message)
  }
  if (expected.note !== undefined) assert.match(`${attempt.raw?.note}`, expected.note)
  if (expected.raw !== undefined) assert.match(`${attempt.raw?.stdout}|${attempt.raw?.stderr}`, expected.raw)
}
