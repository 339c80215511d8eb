// Cases: saved from recorded events, loaded, matched and run.

import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { saveShown } from '../../runtime/cli/saveCase.ts'
import type { Case } from '../../runtime/contract/case.ts'
import type { Outcome } from '../../runtime/contract/outcome.ts'
import { defaultSettings } from '../../runtime/contract/settings.ts'
import type { RecordedEvent } from '../../runtime/recordings/rebuild.ts'
import {
  casesFolder,
  loadCase,
  loadCases,
  problemOf,
  type SaveOptions,
  saveCase,
} from '../../runtime/replay/cases.ts'
import { casesAtRest } from '../../runtime/replay/casesAtRest.ts'
import { unmatched } from '../../runtime/replay/match.ts'
import { replayCase } from '../../runtime/replay/replayCase.ts'
import { type CaseResult, runCase, runCases } from '../../runtime/replay/runCase.ts'
import { temporary } from '../recordings/support.ts'
import { tokens } from '../support/secrets.ts'
import { writeTree } from '../support/tree.ts'
import { type FakeHook, fakeWorkspace, recordedEvent, recordIn } from './fake.ts'

type Bash = { readonly command?: string; readonly id?: number }

const guard: FakeHook = {
  id: 'kodelet:workspace:guard.py',
  answer: ({ command }: Bash) =>
    command?.includes('sudo') ? { decision: 'deny', reason: `no sudo at ${Date.now()}` } : {},
}
const stamp: FakeHook = {
  id: 'kodelet:workspace:stamp.py',
  answer: (payload: Bash) => ({ payload: { ...payload, id: 7 }, context: ['stamped'] }),
}
const chain = fakeWorkspace([stamp, guard])

async function recordedIn(hooks: readonly FakeHook[], payload: unknown): Promise<RecordedEvent> {
  const [event] = await recordIn(fakeWorkspace(hooks), [{ payload }])
  return event as RecordedEvent
}

function save(t: TestContext, event: RecordedEvent, more: Partial<SaveOptions> = {}) {
  return saveCase(event, {
    root: temporary(t),
    name: 'a case',
    redaction: defaultSettings.redaction,
    ...more,
  })
}

test('a saved event passes as a case, for the chain and for one hook', async (t) => {
  const event = await recordedIn([stamp, guard], { command: 'ls' })
  const whole = save(t, event)
  assert.deepEqual(whole.case, {
    v: 1,
    name: 'a case',
    dialect: 'kodelet',
    event: 'before_tool_call',
    payload: { command: 'ls' },
    expect: { decision: 'pass', payload: { command: 'ls', id: 7 }, context: ['stamped'] },
  })
  assert.equal((await runCase(chain, whole.case)).status, 'passed')
  const one = save(t, event, { hook: guard.id })
  assert.deepEqual(one.case.payload, { command: 'ls', id: 7 }, 'what the hook was given')
  assert.deepEqual(one.case.expect, { decision: 'pass', changed: false })
  assert.equal((await runCase(chain, one.case)).status, 'passed')
})

test('a case that expects failures says so when it is saved', async (t) => {
  const failing: FakeHook = {
    ...guard,
    answer: () => {
      throw new Error('broken pipe')
    },
  }
  const event = await recordedIn([stamp, failing], { command: 'ls' })
  const note = `this case expects failures and passes only as long as they occur: ${guard.id} (crashed)`
  assert.equal(save(t, event).note, note)
  assert.equal(save(t, event, { hook: guard.id }).note, note)
  assert.equal(save(t, event, { hook: stamp.id }).note, undefined)
})

test('what may vary is matched, not compared', async (t) => {
  const event = await recordedIn([guard], { command: 'sudo' })
  const plain = save(t, event)
  await new Promise((resolve) => setTimeout(resolve, 3))
  const failed = await runCase(fakeWorkspace([guard]), plain.case)
  assert.deepEqual(
    failed.differences.map(({ path }) => path),
    ['reason'],
  )
  const matched = save(t, event, { matchers: { reason: { $match: '^no sudo at \\d+$' } } })
  assert.equal((await runCase(fakeWorkspace([guard]), matched.case)).status, 'passed')
})

const base: Case = {
  v: 1,
  name: 'c',
  dialect: 'kodelet',
  event: 'before_tool_call',
  payload: { command: 'ls' },
  expect: {},
}

const expectations: readonly (readonly [Case['expect'], readonly string[]])[] = [
  [{}, []],
  [{ decision: 'pass' }, []],
  [{ decision: 'deny' }, ['decision']],
  [{ reason: null }, []],
  [{ by: null, answer: null }, []],
  [{ payload: { command: 'ls', id: 7 } }, []],
  [{ payload: { command: 'ls' } }, ['payload.id']],
  [{ payload: { command: 'ls', id: 7, more: 1 } }, ['payload.more']],
  [{ payload: { command: { $match: '^l' }, id: { $type: 'number' } } }, []],
  [{ payload: { command: { $match: '^x' }, id: { $type: 'string' } } }, ['payload.command', 'payload.id']],
  [{ payload: { $any: true } }, []],
  [{ payload: { $type: 'object' } }, []],
  [{ answer: { $any: true } }, ['answer']],
  [{ context: ['stamped'] }, []],
  [{ context: [{ $match: 'stamp' }] }, []],
  [{ context: [] }, ['context.0']],
  [{ context: ['stamped', 'twice'] }, ['context.1']],
  [{ changed: false }, ['changed']],
  [{ handled: true }, ['handled']],
]

test('a case checks what it names, and nothing else', async () => {
  for (const [expect, paths] of expectations) {
    const { differences, status } = await runCase(chain, { ...base, expect })
    assert.deepEqual(
      differences.map(({ path }) => path),
      paths,
      JSON.stringify(expect),
    )
    assert.equal(status, paths.length === 0 ? 'passed' : 'failed')
  }
})

const crash: FakeHook = {
  id: 'kodelet:workspace:crash.py',
  answer: () => {
    throw new Error('boom')
  },
}

const runs: readonly (readonly [string, Partial<Case>, readonly FakeHook[], RegExp | undefined])[] = [
  ['a hook that crashes', {}, [crash], /crash\.py failed \(crashed\): boom/],
  ['a crash that is expected', { expect: { failures: { [crash.id]: 'crashed' } } }, [crash], undefined],
  [
    'another failure than expected',
    { expect: { failures: { [crash.id]: 'timeout' } } },
    [crash],
    /failed \(crashed\)/,
  ],
  [
    'a failure that does not come',
    { expect: { failures: { [guard.id]: 'crashed' } } },
    [guard],
    /was expected to fail \(crashed\) and did not/,
  ],
  [
    'a hook that is gone',
    { hook: 'kodelet:workspace:gard.py' },
    [guard],
    /not found: no hook "kodelet:workspace:gard\.py"\. Did you mean "kodelet:workspace:guard\.py"\?/,
  ],
  ['a hook of another event', { hook: guard.id, event: 'turn_end' }, [guard], /does not answer turn_end/],
  [
    'a hook that is switched off',
    { hook: guard.id },
    [{ ...guard, state: 'disabled' }],
    /did not run: disabled/,
  ],
  ['an unknown event', { event: 'nope' }, [guard], /no event "nope"/],
  ['an unknown dialect', { dialect: 'klingon' }, [guard], /does not support the dialect "klingon"/],
]

test('a case that cannot be right says why', async () => {
  for (const [name, more, hooks, why] of runs) {
    const result = await runCase(fakeWorkspace(hooks), { ...base, ...more })
    assert.equal(result.status, why === undefined ? 'passed' : 'failed', name)
    if (why !== undefined) assert.match(result.why ?? '', why, name)
  }
})

test('secrets do not get into a case', (t) => {
  const secret = tokens.npm ?? ''
  const event = recordedEvent({ payload: { command: `use ${secret}`, password: 'hunter22' } })
  const { path } = save(t, event, { redaction: defaultSettings.redaction })
  const text = readFileSync(path, 'utf8')
  assert.ok(!text.includes(secret) && !text.includes('hunter22'))
})

const names: readonly (readonly [string, string | RegExp])[] = [
  ['denies sudo', 'denies-sudo.json'],
  ['../../etc/passwd', 'etc-passwd.json'],
  ['/abs/olute', 'abs-olute.json'],
  ['a\\b:c*?"<>|', 'a-b-c.json'],
  ['überprüft 日本', 'überprüft-日本.json'],
  ['v1.2_final', 'v1.2_final.json'],
  ['CON', 'case-CON.json'],
  ['x'.repeat(300), `${'x'.repeat(80)}.json`],
  ['..', /cannot be a file name/],
  ['', /cannot be a file name/],
  ['💥', /cannot be a file name/],
]

test('no name leads out of the folder', (t) => {
  for (const [name, expected] of names) {
    const root = temporary(t)
    const saving = () => saveCase(recordedEvent(), { root, name, redaction: defaultSettings.redaction })
    if (expected instanceof RegExp) assert.throws(saving, expected, name)
    else {
      saving()
      assert.deepEqual(readdirSync(casesFolder(root)), [expected], name)
    }
  }
})

test('a secret in the name of a case does not become the name of a file', (t) => {
  const secret = tokens['GitHub personal'] ?? ''
  const root = temporary(t)
  const named = save(t, recordedEvent(), { root, name: `with ${secret}` })
  const known = save(t, recordedEvent({ payload: { password: 'hunter22!x' } }), { root, name: 'hunter22!x' })
  for (const { path, case: saved } of [named, known])
    for (const one of [secret, secret.slice(4), 'hunter22'])
      assert.ok(!`${path} ${JSON.stringify(saved)}`.includes(one), path)
  assert.match(named.path, /with-ghp_\w{36}\.json$/)
})

test('a case is replaced only with the option', (t) => {
  const root = temporary(t)
  save(t, recordedEvent(), { root })
  assert.throws(() => save(t, recordedEvent(), { root }), {
    name: 'BadRequest',
    message: /already exists/,
  })
  save(t, recordedEvent({ payload: { second: true } }), { root, overwrite: true })
  assert.deepEqual(loadCases(casesFolder(root)).cases[0]?.case.payload, { second: true })
})

test('without a recorded outcome there is nothing to expect', (t) => {
  assert.throws(() => save(t, recordedEvent({ settled: false })), /never settled; run it first/)
  assert.throws(() => save(t, recordedEvent(), { hook: guard.id }), /did not run on this event; run it first/)
})

const broken: readonly (readonly [string, RegExp])[] = [
  ['{', /Expected property name|JSON/],
  ['null', /not a case/],
  ['{"v":2}', /case version 2; this Hookbench reads version 1/],
  ['{"v":1}', /not a case: .* are missing/],
  [JSON.stringify({ ...base, expect: { decision: 'no' } }), /expect\.decision: expected/],
  [JSON.stringify({ ...base, expect: { verdict: 1 } }), /expect/],
  [JSON.stringify({ ...base, expect: { reason: { $match: '(' } } }), /reason: `\$match`/],
  [JSON.stringify({ ...base, expect: { reason: { $type: 'date' } } }), /reason: `\$type` takes one of/],
  [JSON.stringify({ ...base, matchers: { reason: { $any: 1 } } }), /`\$any` takes true/],
  [
    `{"v":1,"expect":{"payload":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`,
    /not a case: it is nested more than 1000 levels deep/,
  ],
]

test('what would be read back as no case is not saved', (t) => {
  const root = temporary(t)
  const payload = JSON.parse(`${'{"a":'.repeat(1100)}1${'}'.repeat(1100)}`)
  assert.throws(
    () =>
      saveCase({ ...recordedEvent(), payload }, { root, name: 'deep', redaction: defaultSettings.redaction }),
    /cannot make a case of this: {2}it is nested more than 1000 levels deep/,
  )
  assert.equal(existsSync(join(root, '.hookbench/cases/deep.json')), false)
})

test('a file that is no case is named with its reason and hides no other', (t) => {
  const folder = temporary(t)
  for (const [i, [text]] of broken.entries()) writeFileSync(join(folder, `${i}.json`), text)
  writeFileSync(join(folder, 'z.json'), JSON.stringify(base))
  writeFileSync(join(folder, 'readme.md'), '')
  mkdirSync(join(folder, 'folder.json'))
  const { cases, problems } = loadCases(folder)
  assert.deepEqual(
    cases.map((one) => one.case),
    [base],
  )
  const lines = [...problems.values()]
  assert.equal(lines.length, broken.length)
  for (const [i, [text, message]] of broken.entries()) {
    assert.match(lines[i] ?? '', message, text.slice(0, 100))
    assert.ok(lines[i]?.startsWith(join(folder, `${i}.json: `)), lines[i])
  }
  assert.deepEqual(loadCases(join(folder, 'none')), { cases: [], problems: new Map() })
  assert.match(JSON.stringify(loadCase(join(folder, 'gone.json'))), /there is no such file/)
})

test('a link to itself is named with its reason and hides no case', {
  skip: process.platform === 'win32',
}, (t) => {
  const folder = temporary(t)
  symlinkSync('self.json', join(folder, 'self.json'))
  writeFileSync(join(folder, 'z.json'), JSON.stringify(base))
  const { cases, problems } = loadCases(folder)
  assert.equal(cases.length, 1)
  assert.match([...problems.values()].join(), /self\.json: it is a symbolic link that leads back to itself/)
})

test('cases run in order, and stop when cancelled', async () => {
  const files = ['a', 'b', 'c'].map((name) => ({ path: `/c/${name}.json`, case: { ...base, name } }))
  const received: CaseResult[] = []
  const results = await runCases(chain, files, { onResult: (result) => received.push(result) })
  assert.deepEqual(
    results.map(({ name, path }) => [name, path]),
    files.map((file) => [file.case.name, file.path]),
  )
  assert.deepEqual(received, results)
  const stop = new AbortController()
  assert.equal(
    (await runCases(chain, files, { signal: stop.signal, onResult: () => stop.abort() })).length,
    1,
  )
})

test('a case can be replayed like a recording', async () => {
  const open = async () => fakeWorkspace([stamp, guard])
  const good = await replayCase(open, { ...base, expect: { decision: 'pass' } })
  assert.deepEqual([good.same, good.changed, good.failed], [1, 0, 0])
  const bad = await replayCase(open, { ...base, expect: { decision: 'deny' } })
  assert.deepEqual(bad.events[0]?.differences, [{ path: 'decision', recorded: 'deny', replayed: 'pass' }])
  const gone = await replayCase(open, { ...base, hook: 'x' })
  assert.deepEqual([gone.same, gone.changed, gone.failed], [0, 0, 1])
})

test('a case that is being written is read again, and a wrong one is reported', async (t) => {
  const folder = temporary(t)
  const path = join(folder, 'a.json')
  // Saved as some editors do: truncated first, filled a moment later.
  writeFileSync(path, '')
  setTimeout(writeFileSync, 120, path, JSON.stringify(base))
  const found = await casesAtRest(folder)
  assert.deepEqual(
    found.cases.map((one) => one.case),
    [base],
  )
  writeFileSync(path, '{ "v": 1')
  utimesSync(path, 1, 1)
  const broken = await casesAtRest(folder)
  assert.match(problemOf(broken, 'a') ?? '', /a\.json: .*JSON/)
  assert.equal(problemOf(broken, 'b'), undefined)
})

test('a pattern of a case that takes for ever matches nothing', () => {
  const since = performance.now()
  const found = unmatched({ reason: { $match: '(((.*)*)*)*#' } }, { reason: 'a'.repeat(60) })
  assert.deepEqual(
    found.map(({ path }) => path),
    ['reason'],
  )
  assert.deepEqual(unmatched({ $match: 'a+$' }, 'a'.repeat(60)), [])
  assert.ok(performance.now() - since < 20_000)
})

test('a secret that the settings give to hooks is masked in a case of what was shown', async (t) => {
  const secret = 'horse-battery-staple-99'
  const tree = writeTree(`
    //- /home/
    //- /ws/.hookbench/settings.json
    { "environment": { "set": { "DB_PASSWORD": "${secret}" } } }
  `)
  t.after(tree.remove)
  const event = await recordedIn([guard], { command: 'ls' })
  const outcome = { ...event.outcome, decision: 'deny', reason: `no login with ${secret}` } as Outcome
  const shown = { dialect: event.dialect, event: event.event, payload: event.payload, outcome, name: 'shown' }
  const where = { root: tree.at('/ws'), home: tree.at('/home'), trust: 'workspace' as const }
  const { path } = await saveShown(shown, where)
  const text = readFileSync(path, 'utf8')
  assert.match(text, /no login with /)
  assert.ok(!text.includes(secret), text)
})
