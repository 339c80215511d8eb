// Writing recordings: one append per step, rotation, failing disks.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs, {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pruneRecordings } from '../../runtime/recordings/folder.ts'
import { loadRecording } from '../../runtime/recordings/read.ts'
import { openSessionRecorder } from '../../runtime/recordings/sessions.ts'
import { tokens } from '../support/secrets.ts'
import { options, recorder, run, steps, temporary } from './support.ts'

const now = () => new Date('2026-01-02T03:04:05.678Z')

function linesOf(path: string | undefined): readonly Record<string, unknown>[] {
  const text = readFileSync(path ?? '', 'utf8')
  assert.ok(text.endsWith('\n'))
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test('a recording is a header and one line per step, in a folder that version control ignores', (t) => {
  const folder = join(temporary(t), '.hookbench', 'recordings')
  const writer = recorder(folder, { now, session: 'a/b c' })
  assert.equal(existsSync(folder), false, 'nothing before the first step')
  for (const step of steps()) writer.write(step)
  writer.close()
  assert.equal(writer.path, join(folder, '2026-01-02T03-04-05-678Z-a_b_c.ndjson'))
  const [header, ...rest] = linesOf(writer.path)
  assert.deepEqual(header, {
    v: 1,
    kind: 'recording',
    hookbench: '0.0.0',
    startedAt: '2026-01-02T03:04:05.678Z',
    session: 'a/b c',
  })
  assert.deepEqual(
    rest.map(({ kind }) => kind),
    ['fired', 'planned', 'started', 'finished', 'settled'],
  )
  assert.equal(readFileSync(join(folder, '.gitignore'), 'utf8'), '*\n')
  assert.equal(statSync(writer.path ?? '').mode & 0o077, 0, 'for its owner only')
})

const sessionNames: readonly (readonly [string, string])[] = [
  ['../../etc/passwd', 'etc_passwd'],
  ['', 'session'],
  ['..', 'session'],
  ['con\0trol\n', 'con_trol'],
  ['x'.repeat(500), 'x'.repeat(48)],
  ['ümläut', 'ml_ut'],
]

test('no session name leaves the folder or makes a strange file', (t) => {
  for (const [session, expected] of sessionNames) {
    const folder = temporary(t)
    const writer = recorder(folder, { now, session })
    writer.write(steps()[0] as never)
    writer.close()
    assert.deepEqual(
      readdirSync(folder).filter((name) => name !== '.gitignore'),
      [`2026-01-02T03-04-05-678Z-${expected}.ndjson`],
      JSON.stringify(session),
    )
  }
})

test('two recordings of one name and moment are two files', (t) => {
  const folder = temporary(t)
  const writers = [1, 2, 3].map(() => recorder(folder, { now }))
  for (const writer of writers) writer.write(steps()[0] as never)
  for (const writer of writers) writer.close()
  assert.equal(new Set(writers.map(({ path }) => path)).size, 3)
})

test('a hook path is written relative to its place, and no secret is written at all', (t) => {
  const folder = temporary(t)
  const secret = tokens['GitHub personal'] ?? ''
  const writer = recorder(folder, { session: secret })
  const leaky = run({
    name: `TOKEN=${secret} guard`,
    result: { reason: secret },
    verdict: { decision: 'deny', reason: secret, payload: { a: secret } },
    stdout: secret,
    stderr: `token=${secret}`,
    why: secret,
    ...{ argv: ['--token', 'opensesame1'], env: ['PATH'] },
  })
  const outcome = {
    decision: 'deny',
    reason: secret,
    payload: { a: secret },
    changed: true,
    context: [secret],
  } as const
  for (const step of steps({ payload: { a: secret }, session: secret, runs: [leaky], outcome }))
    writer.write(step)
  writer.close()
  const text = readFileSync(writer.path ?? '', 'utf8')
  assert.ok(!text.includes(secret) && !text.includes('opensesame1') && !text.includes('/home/bob'))
  assert.ok(!(writer.path ?? '').includes(secret))
  const lines = linesOf(writer.path)
  assert.deepEqual(lines[1]?.masked, ['payload.a', 'session'])
  const finished = lines[4] as { run: Record<string, unknown>; masked: string[] }
  assert.equal(finished.run.path, 'guard.py')
  assert.deepEqual(finished.run.env, ['PATH'])
  assert.deepEqual(finished.masked.toSorted(), [
    'run.argv.1',
    'run.name',
    'run.result.reason',
    'run.stderr',
    'run.stdout',
    'run.verdict.payload.a',
    'run.verdict.reason',
    'run.why',
  ])
  assert.deepEqual([lines[5]?.masked].flat().toSorted(), [
    'outcome.context.0',
    'outcome.payload.a',
    'outcome.reason',
  ])
})

test('a secret that settings put into the environment is masked when a hook prints it', (t) => {
  const writer = recorder(temporary(t), { environment: { DB_PASS: 'correcthorse', MODE: 'careful-mode' } })
  for (const step of steps({ runs: [run({ stderr: 'it is correcthorse, in careful-mode' })] }))
    writer.write(step)
  writer.close()
  const text = readFileSync(writer.path ?? '', 'utf8')
  assert.ok(!text.includes('correcthorse') && text.includes('careful-mode'))
})

test('a recording that outgrows its size goes on in parts, each firing in one of them', async (t) => {
  const folder = temporary(t)
  const writer = recorder(folder, { maxBytes: 4096, now })
  for (let i = 0; i < 20; i++)
    for (const step of steps({ firing: `f${i}`, payload: { i } })) writer.write(step)
  writer.close()
  const names = readdirSync(folder).filter((name) => name.endsWith('.ndjson'))
  assert.ok(names.length > 2, String(names))
  assert.ok(names.includes('2026-01-02T03-04-05-678Z-s1.1.ndjson'))
  const seen: unknown[] = []
  for (const name of names) {
    assert.ok(statSync(join(folder, name)).size <= 5000)
    const { events, problems, header } = await loadRecording(join(folder, name))
    assert.deepEqual(problems, [])
    assert.equal(
      header.part,
      /\.(\d+)\.ndjson$/.exec(name)?.[1] === undefined ? undefined : Number(/\.(\d+)\./.exec(name)?.[1]),
    )
    seen.push(...events.map(({ payload }) => (payload as { i: number }).i))
  }
  assert.deepEqual(
    seen.toSorted((a, b) => Number(a) - Number(b)),
    Array.from({ length: 20 }, (_, i) => i),
  )
})

test('a firing that is larger than a part stands in one of them, and what its hooks printed is recorded up to 4 MB', async (t) => {
  const folder = temporary(t)
  const writer = recorder(folder, { maxBytes: 4096 })
  const printed = '\0'.repeat(5 * 1024 * 1024)
  for (const step of steps({ runs: [run({ stdout: printed, stderr: printed })] })) writer.write(step)
  writer.close()
  const { events, problems } = await loadRecording(writer.path ?? '')
  assert.deepEqual(problems, [])
  assert.equal(events.length, 1)
  const { stdout = '', stderr } = events[0]?.outcome.hooks?.[0] ?? {}
  assert.equal(stdout, stderr)
  assert.equal(stdout.slice(4 * 1024 * 1024), '\n(1048576 more characters were not recorded)\n')
})

test('only the newest recordings stay', (t) => {
  const folder = temporary(t)
  for (let i = 0; i < 6; i++) {
    const writer = recorder(folder, {
      keep: 3,
      session: `s${i}`,
      now: () => new Date(Date.UTC(2026, 0, 1, 0, 0, i)),
    })
    writer.write(steps()[0] as never)
    writer.close()
  }
  const names = readdirSync(folder).filter((name) => name.endsWith('.ndjson'))
  assert.deepEqual(names.map((name) => /s\d/.exec(name)?.[0]).toSorted(), ['s3', 's4', 's5'])
})

test('no session loses its recording to the others, however few may stay', async (t) => {
  const folder = temporary(t)
  const old = recorder(folder, { session: 'old' })
  old.write(steps()[0] as never)
  old.close()
  const problems: string[] = []
  const onProblem = (message: string) => problems.push(message)
  const sessions = openSessionRecorder(options(folder, { keep: 10, onProblem }))
  const all = Array.from({ length: 40 }, (_, i) =>
    [1, 2, 3].flatMap((n) => steps({ firing: `f${i}.${n}`, session: `session-${i}`, payload: { i, n } })),
  )
  for (let at = 0; at < 15; at++) for (const one of all) sessions.write(one[at] as never)
  assert.equal(existsSync(old.path ?? ''), false, 'others go by their age')
  assert.deepEqual(pruneRecordings(folder, folder, 1), [], 'not even a person takes what is in use')
  assert.deepEqual(problems, [])
  assert.equal(sessions.paths().length, 40)
  for (const path of sessions.paths()) assert.equal((await loadRecording(path)).events.length, 3)
  sessions.close()
  assert.equal(pruneRecordings(folder, folder, 10).length, 30, 'afterwards they are as any other')
})

test('a recording pruned by another process goes on in the next firing', {
  skip: process.platform === 'win32' && 'an open file stays there',
}, async (t) => {
  const writer = recorder(temporary(t))
  for (const step of steps()) writer.write(step)
  rmSync(writer.path ?? '')
  for (const step of steps({ firing: 'f2', payload: { second: true } })) writer.write(step)
  writer.close()
  const { events } = await loadRecording(writer.path ?? '')
  assert.deepEqual(
    events.map(({ payload }) => payload),
    [{ second: true }],
  )
})

test('a step that is no data costs its content, not the recording', async (t) => {
  const problems: string[] = []
  const writer = recorder(temporary(t), { onProblem: (message) => problems.push(message) })
  const hostile = {
    get boom() {
      throw new Error('no')
    },
  }
  for (const step of steps({ payload: hostile })) writer.write(step)
  for (const step of steps({ firing: 'f2', payload: { fine: true } })) writer.write(step)
  writer.close()
  assert.equal(problems.length, 1)
  assert.match(problems[0] ?? '', /without its content: no/)
  const { events } = await loadRecording(writer.path ?? '')
  assert.deepEqual(
    events.map(({ payload }) => payload),
    [null, { fine: true }],
  )
})

const asRoot = process.getuid?.() === 0

test('where nothing can be written, recording ends with one message and the firing goes on', (t) => {
  const folder = temporary(t)
  writeFileSync(join(folder, 'file'), '')
  const problems: string[] = []
  const writer = recorder(join(folder, 'file', 'recordings'), {
    onProblem: (message) => problems.push(message),
  })
  for (const step of [...steps(), ...steps()]) writer.write(step)
  writer.close()
  assert.equal(problems.length, 1)
  assert.match(problems[0] ?? '', /^recording ended: /)
})

test('a read-only workspace is named', { skip: asRoot && 'root may write everywhere' }, (t) => {
  const folder = temporary(t)
  const readOnly = join(folder, 'workspace')
  mkdirSync(readOnly, { mode: 0o500 })
  const problems: string[] = []
  recorder(join(readOnly, 'recordings'), { onProblem: (message) => problems.push(message) }).write(
    steps()[0] as never,
  )
  chmodSync(readOnly, 0o700)
  assert.deepEqual(problems, [`recording ended: ${join(readOnly, 'recordings')} may not be written to`])
})

test('a full disk ends the recording with one message, and what is written stays readable', {
  skip: process.platform === 'win32' && 'needs a shell with ulimit',
}, async (t) => {
  const folder = temporary(t)
  // A file size limit simulates a full disk: one write is cut short, the next one fails.
  const script = `
    import { recorder, steps } from ${JSON.stringify(new URL('./support.ts', import.meta.url).href)}
    process.on('SIGXFSZ', () => {})
    const writer = recorder(${JSON.stringify(folder)}, { onProblem: (message) => console.log(message) })
    for (let i = 0; i < 20; i++) for (const step of steps({ firing: 'f' + i, payload: { text: 'x'.repeat(997) } })) writer.write(step)
    writer.close()
    console.log('went on')`
  const child = spawn(
    'bash',
    ['-c', 'ulimit -f 8; exec "$0" "$@"', process.execPath, '--input-type=module', '-e', script],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let out = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  await once(child, 'close')
  assert.match(out, /^recording ended: .*; what came before is in .*\nwent on\n$/)
  const [name] = readdirSync(folder).filter((one) => one.endsWith('.ndjson'))
  const { events, problems } = await loadRecording(join(folder, name ?? ''))
  assert.ok(events.length > 1)
  assert.deepEqual(
    problems.filter(({ kind }) => kind !== 'unsettled'),
    [],
  )
})

test('a killed runtime leaves a readable recording', {
  skip: process.platform === 'win32' && 'no SIGKILL',
}, async (t) => {
  const folder = temporary(t)
  const script = `
    import { recorder, steps } from ${JSON.stringify(new URL('./support.ts', import.meta.url).href)}
    const writer = recorder(${JSON.stringify(folder)})
    for (let i = 0; ; i++) {
      for (const step of steps({ firing: 'f' + i, payload: { text: 'x'.repeat(5000) } })) writer.write(step)
      if (i === 5) console.log('ready')
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'close')
  const [name] = readdirSync(folder).filter((one) => one.endsWith('.ndjson'))
  const { events, problems } = await loadRecording(join(folder, name ?? ''))
  assert.ok(events.length >= 6)
  assert.ok(problems.length <= 2)
  for (const { kind } of problems) assert.match(kind, /torn|unsettled/)
})

test('every session has its own recording, however many there are', async (t) => {
  const folder = temporary(t)
  const sessions = openSessionRecorder(options(folder, { keep: 1000 }))
  const all = Array.from({ length: 150 }, (_, i) =>
    steps({ firing: `f${i}`, session: `session-${i}`, payload: { i } }),
  )
  // Interleaved, as the steps of concurrent sessions are.
  for (let at = 0; at < 5; at++) for (const one of all) sessions.write(one[at] as never)
  sessions.close()
  assert.equal(sessions.paths().length, 150)
  for (const path of sessions.paths().slice(0, 20)) {
    const { events, problems, header } = await loadRecording(path)
    assert.deepEqual(problems, [])
    assert.equal(events.length, 1)
    assert.deepEqual(events[0]?.payload, { i: Number(header.session.slice('session-'.length)) })
  }
})

test('fifty sessions without a disk are one message', (t) => {
  const folder = temporary(t)
  writeFileSync(join(folder, 'file'), '')
  const problems: string[] = []
  const sessions = openSessionRecorder(
    options(join(folder, 'file'), { onProblem: (message) => problems.push(message) }),
  )
  for (let i = 0; i < 50; i++) sessions.write(steps({ firing: `f${i}`, session: `s${i}` })[0] as never)
  assert.equal(problems.length, 1)
})

test('a recording deleted under way is begun again, with its header', async (t) => {
  const folder = temporary(t)
  const writer = recorder(folder)
  for (const step of steps()) writer.write(step)
  writer.rest()
  rmSync(writer.path ?? '')
  for (const step of steps({ firing: 'f2', payload: { second: true } })) writer.write(step)
  writer.close()
  const { events } = await loadRecording(writer.path ?? '')
  assert.deepEqual(
    events.map(({ payload }) => payload),
    [{ second: true }],
  )
})

// What another process does right before a call of this one.
function before(t: TestContext, name: 'lstatSync' | 'openSync', act: (path: string) => void): void {
  const original = fs[name] as (...all: unknown[]) => unknown
  Object.assign(fs, {
    [name]: (...all: unknown[]) => {
      act(String(all[0]))
      return original(...all)
    },
  })
  syncBuiltinESMExports()
  t.after(() => {
    Object.assign(fs, { [name]: original })
    syncBuiltinESMExports()
  })
}

test('a recording goes on where another process deletes an old one at the same moment', (t) => {
  const folder = join(temporary(t), '.hookbench', 'recordings')
  for (const session of ['one', 'two', 'three']) {
    const writer = recorder(folder, { session })
    for (const step of steps()) writer.write(step)
    writer.close()
  }
  before(t, 'lstatSync', (path) => {
    if (path.endsWith('-one.ndjson') && existsSync(path)) unlinkSync(path)
  })
  const problems: string[] = []
  const writer = recorder(folder, { keep: 1, onProblem: (problem) => problems.push(problem) })
  for (const step of steps()) writer.write(step)
  writer.close()
  assert.deepEqual(problems, [])
  assert.equal(linesOf(writer.path).length, 1 + steps().length)
})

test('two processes that record first at the same moment both record', (t) => {
  const folder = join(temporary(t), '.hookbench', 'recordings')
  let left = 1
  before(t, 'openSync', (path) => {
    if (path.endsWith('.gitignore') && left-- > 0) writeFileSync(path, '*\n')
  })
  const problems: string[] = []
  const writer = recorder(folder, { onProblem: (problem) => problems.push(problem) })
  for (const step of steps()) writer.write(step)
  writer.close()
  assert.deepEqual(problems, [])
  assert.equal(linesOf(writer.path).length, 1 + steps().length)
})
