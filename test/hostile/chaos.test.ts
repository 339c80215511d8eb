// Ten seconds of `npm run chaos`, and that its account detects missing items. Only counts are checked, no durations.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LogLine, reconcile } from '../../scripts/chaos/ledger.ts'
import { runChaos } from '../../scripts/chaos/run.ts'

const posix = { skip: process.platform === 'win32' ? 'the server listens on a Unix socket' : false }

test(
  'under load, with faults of every kind, what was sent was answered and recorded once, and nothing is left',
  posix,
  async (t) => {
    const { wrong, faults, sent, answered, recorded, leftOut } = await runChaos({
      seconds: 10,
      seed: 15,
      sessions: 60,
      clients: 2,
    })
    t.diagnostic(`${sent} sent, ${answered} answered, ${recorded} recorded`)
    for (const what of leftOut) t.diagnostic(`left out: ${what}`)
    assert.deepEqual(wrong, [])
    assert.ok(recorded > 0)
    for (const [fault, count] of faults) assert.ok(count > 0, fault)
  },
)

const sent = (id: string, more: object = {}) =>
  ({ kind: 'sent', id, deed: 'ok', form: 'module', generation: 1, small: false, ...more }) as LogLine
const answered = (id: string, by = id): LogLine => ({
  kind: 'answered',
  id,
  how: 'returned',
  decision: 'pass',
  by,
})
const ENDED: LogLine = { kind: 'ended' }
const fired = (id: string) => ({ kind: 'fired', firing: id, payload: { chaos: `${id}/ok` } })
const settled = (id: string, decision = 'pass') => ({ kind: 'settled', firing: id, outcome: { decision } })

type Row = {
  readonly what: string
  readonly log: readonly LogLine[]
  readonly recording: readonly object[]
  readonly torn?: true
  readonly clientKilled?: true
  readonly runtimeKilled?: true
  readonly stderr?: readonly string[]
  readonly wrong: RegExp | undefined
}

const A = 'r1.c0.0.0'
const UNTRUSTED = Array.from({ length: 20 }, (_, n) => `r1.c0.0.${n}`)
const FULL = 'hookbench: recording ended: the disk that holds /x is full; what came before is in /x/y'

const rows: readonly Row[] = [
  {
    what: 'all is well',
    log: [sent(A), answered(A), ENDED],
    recording: [fired(A), settled(A)],
    wrong: undefined,
  },
  { what: 'no answer', log: [sent(A), ENDED], recording: [], wrong: /sent and never answered/ },
  {
    what: 'a connection that ends by itself',
    log: [sent(A), { kind: 'lost', id: A }, ENDED],
    recording: [],
    wrong: /sent and never answered/,
  },
  {
    what: 'no answer of a killed runtime',
    log: [sent(A), { kind: 'lost', id: A }, ENDED],
    recording: [fired(A)],
    runtimeKilled: true,
    wrong: undefined,
  },
  {
    what: 'no answer to a killed client',
    log: [sent(A)],
    recording: [],
    clientKilled: true,
    wrong: undefined,
  },
  {
    what: 'a client that ended by itself',
    log: [sent(A), answered(A)],
    recording: [fired(A), settled(A)],
    wrong: /ended by itself/,
  },
  {
    what: 'a firing of a killed client without an end',
    log: [sent(A)],
    recording: [fired(A)],
    clientKilled: true,
    wrong: /cut off although its runtime went on/,
  },
  {
    what: 'two answers',
    log: [sent(A), answered(A), answered(A), ENDED],
    recording: [fired(A), settled(A)],
    wrong: /answered twice/,
  },
  {
    what: "another's answer",
    log: [sent(A), answered(A, 'r1.c0.1.0'), ENDED],
    recording: [fired(A), settled(A)],
    wrong: /got the answer of r1\.c0\.1\.0/,
  },
  { what: 'no recording', log: [sent(A), answered(A), ENDED], recording: [], wrong: /not recorded$/ },
  {
    what: 'a recording without its end',
    log: [sent(A), answered(A), ENDED],
    recording: [fired(A)],
    wrong: /recorded without its end/,
  },
  {
    what: 'two recordings',
    log: [sent(A), answered(A), ENDED],
    recording: [fired(A), settled(A), fired(A), settled(A)],
    wrong: /recorded twice/,
  },
  {
    what: 'another decision in the recording',
    log: [sent(A), answered(A), ENDED],
    recording: [fired(A), settled(A, 'deny')],
    wrong: /answered with "pass" and recorded with "deny"/,
  },
  { what: 'what nobody sent', log: [ENDED], recording: [fired(A), settled(A)], wrong: /which nobody sent/ },
  {
    what: 'a torn line',
    log: [sent(A), answered(A), ENDED],
    recording: [fired(A), settled(A)],
    torn: true,
    wrong: /ends within a line/,
  },
  {
    what: 'a full disk that was said',
    log: [sent(A, { small: true }), answered(A), ENDED],
    recording: [],
    stderr: [FULL],
    wrong: undefined,
  },
  {
    what: 'a full disk that nobody said',
    log: [sent(A, { small: true }), answered(A), ENDED],
    recording: [],
    wrong: /1 recordings ended early, and only 0 lines/,
  },
  {
    what: 'hooks of which none ran',
    log: [...UNTRUSTED.flatMap((id) => [sent(id), { ...answered(id), how: 'untrusted' }]), ENDED],
    recording: UNTRUSTED.flatMap((id) => [fired(id), settled(id)]),
    wrong: /of 20 firings of module none was answered by its hook/,
  },
  {
    what: 'internal error of the server',
    log: [ENDED],
    recording: [],
    stderr: ['hookbench: internal error of the server: Error'],
    wrong: /the runtime said/,
  },
]

for (const { what, log, recording, torn, clientKilled, runtimeKilled, stderr = [], wrong } of rows) {
  test(`the account of chaos: ${what}`, () => {
    const account = reconcile({
      logs: [{ client: 'c0', killed: clientKilled === true, text: lines(log) }],
      recordings: [{ name: 'one', small: false, text: lines(recording) + (torn ? '{"kind":"fi' : '') }],
      killed: new Set(runtimeKilled ? [1] : []),
      stderr,
    })
    if (wrong === undefined) assert.deepEqual(account.wrong, [])
    else {
      assert.equal(account.wrong.length, 1, account.wrong.join('\n'))
      assert.match(account.wrong[0] ?? '', wrong)
    }
  })
}

function lines(of: readonly object[]): string {
  return of.map((one) => `${JSON.stringify(one)}\n`).join('')
}
