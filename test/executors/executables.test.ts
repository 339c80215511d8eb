// Executables, hostile ones included: the result of each attempt, and that no process is left.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { after, test } from 'node:test'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { kodelet } from '../../runtime/contract/dialects/kodelet.ts'
import type { Attempt } from '../../runtime/contract/verdict.ts'
import { type ExecutableOptions, openExecutables } from '../../runtime/executors/executable/executables.ts'
import { openGroups } from '../../runtime/executors/groups.ts'
import { hookAt, runOnce, startCall } from '../support/call.ts'
import { left } from './left.ts'

const programs = join(import.meta.dirname, '../programs/executables')
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookbench-executables-')))
const data = join(folder, 'data')
const dialect = kodelet as unknown as Dialect
const kod = { dialect, event: 'before_tool_call' } as const

after(() => rmSync(folder, { recursive: true, force: true }))

type Row = {
  readonly program: string
  readonly timeoutMs?: number
  readonly says?: unknown
  readonly fails?: string
  readonly message?: RegExp
  readonly raw?: RegExp
}

// Written here, because Git might normalize the deliberately wrong line endings.
for (const [name, shebang] of [
  ['crlf-shebang', '#!/bin/sh'],
  ['crlf-env-shebang', '#!/usr/bin/env sh'],
] as const) {
  writeFileSync(join(folder, name), `${shebang}\r\necho {}\r\n`, { mode: 0o755 })
}

const rows: readonly Row[] = [
  { program: 'denies', says: { blocked: true, reason: 'no' } },
  { program: 'says-nothing', says: undefined },
  { program: 'closes-stdin', says: {} },
  { program: 'opens-its-streams-by-name', says: { blocked: true, reason: 'read' }, raw: /a warning/ },
  { program: 'quiet-grandchild', says: {} },
  { program: 'grandchild-keeps-stdout', says: { blocked: true, reason: 'said before the grandchild' } },
  { program: 'hangs', timeoutMs: 1500, fails: 'timeout', message: /within 1500 ms/, raw: /waiting/ },
  { program: 'ignores-sigterm', timeoutMs: 1500, fails: 'timeout', raw: /stubborn/ },
  { program: 'stubborn-grandchild', timeoutMs: 300, fails: 'timeout' },
  {
    program: 'prints-100-megabytes',
    fails: 'unreadable',
    message: /more than 64 MiB to stdout and was stopped/,
  },
  { program: 'prints-a-little-too-much', fails: 'unreadable', message: /more than the output cap/ },
  { program: 'floods-stderr', fails: 'unreadable', message: /more than 64 MiB to stderr/ },
  { program: 'half-json', fails: 'unreadable', message: /printed no JSON/ },
  {
    program: 'not-utf8',
    fails: 'unreadable',
    message: /not UTF-8; expected JSON in UTF-8/,
    raw: /caf\uFFFD/,
  },
  { program: 'dies-by-signal', fails: 'crashed', message: /signal SIGSEGV/ },
  { program: 'exits-3', fails: 'crashed', message: /exit code 3: disk on fire/ },
  { program: 'no-shebang', fails: 'crashed', message: /no-shebang has no shebang line; start it with one/ },
  { program: join(folder, 'crlf-shebang'), fails: 'crashed', message: /CRLF.*save it with LF/ },
  { program: join(folder, 'crlf-env-shebang'), fails: 'crashed', message: /CRLF.*save it with LF/ },
  { program: 'byte-order-mark', fails: 'crashed', message: /byte order mark/ },
  {
    program: 'no-such-interpreter',
    fails: 'crashed',
    message: /needs \/opt\/nowhere\/bin\/ruby, which is not installed/,
  },
  {
    program: 'no-such-interpreter-on-path',
    fails: 'crashed',
    message: /needs no-such-interpreter-anywhere, which is not on PATH/,
  },
  {
    program: 'folder-as-interpreter',
    fails: 'crashed',
    message: /names \/usr as its interpreter, which is not an executable/,
  },
  { program: 'empty', fails: 'crashed', message: /is empty; expected a program/ },
  { program: 'not-executable', fails: 'crashed', message: /is not executable; run chmod \+x/ },
  {
    program: 'is-not-there',
    fails: 'crashed',
    message: /does not exist anymore; expected an executable file at/,
  },
  { program: '.', fails: 'crashed', message: /is a folder; expected an executable file/ },
]

for (const row of rows) {
  test(`${basename(row.program)} ${row.fails ?? 'returns'}`, async () => {
    await using one = open()
    check(
      await runOnce(one, hookAt(resolve(programs, row.program), 'executable'), {
        ...kod,
        timeoutMs: row.timeoutMs ?? 20_000,
      }),
      row,
    )
  })
}

test('a path with spaces, quotes and a dollar sign is a path', async () => {
  const path = join(folder, 'a "b" \'c\' $HOME;x')
  copyFileSync(join(programs, 'denies'), path)
  chmodSync(path, 0o755)
  await using one = open()
  check(await runOnce(one, hookAt(path, 'executable'), kod), {
    program: path,
    says: { blocked: true, reason: 'no' },
  })
})

test('a hook runs in the directory of its call, with the environment it is promised', async () => {
  process.env.ELECTRON_RUN_AS_NODE = '1'
  await using one = open({ env: (call) => ({ EXTRA: call.hook.name }) })
  delete process.env.ELECTRON_RUN_AS_NODE
  const cwd = join(folder, 'elsewhere')
  mkdirSync(cwd)
  const attempt = await runOnce(one, hookAt(join(programs, 'tells-its-world'), 'executable'), { ...kod, cwd })
  const reason = ['run', cwd, 'before_tool_call', 'kodelet', '', 'test'].join('|')
  check(attempt, { program: '', says: { blocked: true, reason } })
})

test('a working directory that does not exist is replaced by the workspace, with a message', async () => {
  await using one = open()
  const [loop, file] = [join(folder, 'loop'), join(folder, 'file')]
  symlinkSync('loop', loop)
  writeFileSync(file, '')
  for (const cwd of ['/not/there', loop, join(file, 'below')]) {
    const attempt = await runOnce(one, hookAt(join(programs, 'tells-its-world'), 'executable'), {
      ...kod,
      cwd,
    })
    const reason = ['run', folder, 'before_tool_call', 'kodelet', '', ''].join('|')
    check(attempt, { program: '', says: { blocked: true, reason } })
    assert.equal(attempt.raw?.note, `the working directory ${cwd} does not exist; ran in ${folder}`)
  }
})

test('a large payload arrives whole', async () => {
  await using one = open()
  const payload = { tool_name: 'x'.repeat(3_000_000) }
  const attempt = await runOnce(one, hookAt(join(programs, 'says-which-event'), 'executable'), {
    ...kod,
    payload,
  })
  check(attempt, { program: '', says: payload })
})

test('a payload that is no data fails without a process', async () => {
  await using one = open()
  const payload: { self?: unknown } = {}
  payload.self = payload
  const attempt = await runOnce(one, hookAt(join(programs, 'denies'), 'executable'), { ...kod, payload })
  check(attempt, { program: '', fails: 'invalid', message: /payload cannot be written as JSON/ })
})

test('trust has the last word before the start and right after it', async () => {
  const witness = join(folder, 'ran')
  const path = join(folder, 'creates-a-file')
  // With the second objection the program is already running, and is ended early.
  for (const [objectsAt, first] of [
    [1, ':'],
    [2, 'sleep 60'],
  ] as const) {
    writeFileSync(path, `#!/bin/sh\ncat > /dev/null\n${first}\necho > '${witness}'\n`, { mode: 0o755 })
    let checks = 0
    await using one = open({
      verify: () => () => (++checks === objectsAt ? 'the file has changed since it was trusted' : undefined),
    })
    const attempt = await runOnce(one, hookAt(path, 'executable'), kod)
    check(attempt, { program: '', fails: 'untrusted', message: /has changed since/ })
    assert.equal(checks, objectsAt)
  }
  assert.throws(() => realpathSync(witness), { code: 'ENOENT' })
})

test('trust is checked again at the end: the answer of a file that changed meanwhile is not used', async () => {
  let checks = 0
  await using one = open({
    verify: () => () => (++checks === 3 ? 'the file has changed since it was trusted' : undefined),
  })
  const attempt = await runOnce(one, hookAt(join(programs, 'denies'), 'executable'), kod)
  check(attempt, {
    program: '',
    fails: 'untrusted',
    message: /has changed.*other bytes may have run/,
    raw: /no/,
  })
  assert.equal(checks, 3)
})

test('a call that is cancelled is aborted at once, whatever its process does', async () => {
  await using one = open()
  const { call, attempt } = startCall(one, hookAt(join(programs, 'ignores-sigterm'), 'executable'), kod)
  one.cancel(call, 'aborted')
  check(await attempt, { program: '', fails: 'aborted', message: /was cancelled/ })
})

test('closing ends every process and aborts every call', async () => {
  const one = open()
  const attempts = Array.from({ length: 5 }, () =>
    runOnce(one, hookAt(join(programs, 'hangs'), 'executable'), kod),
  )
  await one.close()
  for (const attempt of await Promise.all(attempts)) check(attempt, { program: '', fails: 'aborted' })
  assert.deepEqual(await left(), [])
  check(await runOnce(one, hookAt(join(programs, 'denies'), 'executable'), kod), {
    program: '',
    fails: 'aborted',
  })
})

test('fifty calls at once, one of which hangs: the others are right', async () => {
  await using one = open()
  const hung = runOnce(one, hookAt(join(programs, 'hangs'), 'executable'), { ...kod, timeoutMs: 1500 })
  const calls = Array.from({ length: 49 }, (_, n) =>
    runOnce(one, hookAt(join(programs, 'says-which-event'), 'executable'), {
      ...kod,
      payload: { n },
      timeoutMs: 30_000,
    }),
  )
  for (const [n, attempt] of (await Promise.all(calls)).entries())
    check(attempt, { program: '', says: { n } })
  check(await hung, { program: '', fails: 'timeout' })
})

test('an executable names its event', async () => {
  await using one = open()
  const ask = (program: string, timeoutMs = 10_000) =>
    one.query(hookAt(join(programs, program), 'executable'), dialect, { timeoutMs })
  assert.equal(await ask('says-which-event'), 'before_tool_call')
  assert.deepEqual(await ask('exits-3'), {
    failed: 'asked with "hook" for its event, it ended with exit code 3',
  })
  assert.deepEqual(await ask('hangs', 200), {
    failed: 'asked with "hook" for its event, it did not answer within 200 ms',
  })
  assert.match(((await ask('no-shebang')) as { failed: string }).failed, /no shebang line/)
})

for (const [where, groups] of [
  ['with a data folder', () => openGroups(data)],
  ['without one', () => openGroups(devNull)],
] as const) {
  test(`bytecode that lies beside a Python hook's helper is not believed, ${where}`, async () => {
    const path = join(folder, `imports ${where}`)
    mkdirSync(path)
    const compile =
      "import py_compile; py_compile.compile('policy.py', invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)"
    writeFileSync(join(path, 'policy.py'), "reason = 'planted'\n")
    execFileSync('python3', ['-c', compile], { cwd: path })
    writeFileSync(join(path, 'policy.py'), "reason = 'trusted'\n")
    const hook = '#!/usr/bin/env python3\nimport json, policy\nprint(json.dumps({"reason": policy.reason}))\n'
    writeFileSync(join(path, 'hook'), hook, { mode: 0o755 })
    await using one = open({ groups: groups() })
    const attempt = await runOnce(one, hookAt(join(path, 'hook'), 'executable'), kod)
    check(attempt, { program: '', says: { reason: 'trusted' } })
  })
}

test('without a data folder hooks run all the same', async () => {
  const blocked = join(folder, 'a-file')
  writeFileSync(blocked, '')
  await using one = open({ groups: openGroups(blocked) })
  check(await runOnce(one, hookAt(join(programs, 'denies'), 'executable'), kod), {
    program: '',
    says: { blocked: true, reason: 'no' },
  })
})

function open(more: Partial<ExecutableOptions> = {}) {
  const groups = more.groups ?? openGroups(data)
  const executor = openExecutables({ root: folder, groups, ...more })
  return {
    ...executor,
    async [Symbol.asyncDispose]() {
      await executor.close()
      assert.deepEqual(await left(), [], 'no process is left')
      groups.close()
    },
  }
}

function check(attempt: Attempt, row: Row): void {
  if (row.fails === undefined) {
    assert.equal(attempt.kind, 'returned', JSON.stringify(attempt).slice(0, 300))
    assert.deepEqual(attempt.kind === 'returned' && attempt.result, row.says)
  } else {
    assert.equal(
      attempt.kind === 'failed' ? attempt.reason : attempt.kind,
      row.fails,
      JSON.stringify(attempt).slice(0, 300),
    )
    if (row.message !== undefined) assert.match(attempt.kind === 'failed' ? attempt.message : '', row.message)
  }
  if (row.raw !== undefined) assert.match(`${attempt.raw?.stdout}\n${attempt.raw?.stderr}`, row.raw)
}
