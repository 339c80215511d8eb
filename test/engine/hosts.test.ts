// How the engine fires an event of a host, tested with a small invented host: which entries run, what ends them early,
// in which order they are judged, and the result where an answer is not available.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { type Call, type Executor, gaveUp } from '../../runtime/contract/call.ts'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import type { DialectId } from '../../runtime/contract/dialectId.ts'
import { dialectOf } from '../../runtime/contract/dialects/index.ts'
import type { Effect, OperationFate } from '../../runtime/contract/effect.ts'
import type { HookEntry } from '../../runtime/contract/entry.ts'
import { event, type Flow } from '../../runtime/contract/eventRecord.ts'
import type { HostFacts } from '../../runtime/contract/facts.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import type { EntryPlan, EntryRun, Host, Judgement } from '../../runtime/contract/host.ts'
import type { Outcome, Step } from '../../runtime/contract/outcome.ts'
import { defaultSettings } from '../../runtime/contract/settings.ts'
import type { Attempt } from '../../runtime/contract/verdict.ts'
import { chainOf } from '../../runtime/engine/chain.ts'
import { createEngine, type EngineFireOptions } from '../../runtime/engine/engine.ts'
import { openWorkspace } from '../../runtime/index.ts'
import { virtualTime } from '../../scripts/agents/virtualTime.ts'
import { entryHook } from '../support/entry.ts'
import { writeTree } from '../support/tree.ts'

// ---- The invented host, a door: a knock is let in unless an entry refuses

const knock = event({
  summary: 'Runs when somebody knocks.',
  source: 'this file',
  semantics: 'observe',
  common: {},
  empty: 'pass',
  onFailure: 'pass',
  payload: Type.Object({ who: Type.String() }, { title: 'Knock' }),
  result: Type.Object(
    {
      say: Type.Optional(Type.String()),
      tell: Type.Optional(Type.String()),
      leave: Type.Optional(Type.Boolean()),
    },
    { title: 'Answer' },
  ),
  verdict: ({ say, tell, leave }) => ({
    ...(say === 'let in' ? { decision: 'allow' as const } : {}),
    ...(say === 'refuse' ? { decision: 'deny' as const, reason: tell } : {}),
    ...(tell === undefined ? {} : { context: [tell] }),
    ...(leave === true ? { run: { ends: true } } : {}),
  }),
  example: { who: 'ada' },
})

function plan(payload: unknown, entries: readonly HookEntry[]): readonly EntryPlan[] {
  const commands = new Set<string>()
  return entries.map(({ matcher, command, fields }) => {
    const { who } = payload as { who: string }
    if (matcher !== undefined && matcher !== who)
      return { run: false, why: 'matcher', text: `not for ${who}` }
    if (commands.has(command)) return { run: false, why: 'duplicate', text: 'it runs already' }
    commands.add(command)
    return { run: true, waits: fields.background !== true }
  })
}

/** A refusal counts if its entry was awaited and answered; texts are in order of arrival. */
function judge(runs: readonly EntryRun[]): Judgement {
  const ended = runs
    .map((run, by) => ({ ...run, by }))
    .filter(
      ({ plan, finished, failure }) => plan.run && plan.waits && finished !== -1 && failure === undefined,
    )
    .sort((one, two) => one.finished - two.finished)
  const refused = ended.find(({ verdict }) => verdict.decision === 'deny')
  const context = ended.flatMap(({ verdict }) => verdict.context ?? [])
  const leaves = ended.some(({ verdict }) => verdict.run?.ends === true)
  return {
    verdict: {
      ...(refused === undefined ? {} : { decision: 'deny', reason: refused.verdict.reason }),
      context,
      ...(leaves ? { run: { ends: true } } : {}),
    },
    by: refused?.by,
    effect: {
      operation: { kind: 'other', fate: refused === undefined ? 'allowed' : 'denied' },
      model: context.map((text) => ({ text, where: 'message', role: 'user' })),
      run: leaves ? 'ended' : 'goes-on',
    },
  }
}

function house(flow: Partial<Flow> = {}, more: Partial<Host> = {}): Dialect {
  const base = dialectOf('claude-code') as Dialect
  const host: Host = {
    ...(base.host as Host),
    versions: ['7'],
    facts: { headless: false, workspaceTrusted: true, hooksTrusted: true, permissionMode: 'open', flags: [] },
    fires: () => true,
    plan: ({ payload }, entries) => plan(payload, entries),
    judge: (_firing, runs) => judge(runs),
    ...more,
  }
  return {
    ...base,
    id: 'house' as DialectId,
    title: 'House',
    flow: { observe: { run: 'parallel', sees: 'original', endsAt: 'never', ...flow } },
    readEnd({ exitCode, stdout, stderr }) {
      if (exitCode === 2) return { kind: 'verdict', verdict: { decision: 'deny', reason: stderr } }
      if (exitCode !== 0) return { kind: 'failed', reason: 'crashed', message: `exit ${exitCode}` }
      return { kind: 'returned', result: stdout === '' ? undefined : JSON.parse(stdout) }
    },
    host,
    events: { knock },
  } as Dialect
}

// ---- Firing

/** An entry's answer: after `ms`, this JSON or this exit code; `never`: no answer at all. */
type Answer = { readonly ms?: number; readonly json?: object; readonly exit?: number } | 'never' | Attempt

type Guest = {
  readonly name: string
  readonly entry?: Partial<HookEntry>
  readonly hook?: Partial<Hook>
  readonly answer?: Answer
  /** Hookbench does not trust it. */
  readonly untrusted?: true
  /** Its answer cannot be obtained on this machine. */
  readonly absent?: true
}

const say = (json: object, ms = 0): Pick<Guest, 'answer'> => ({ answer: { json, ms } })

function stage(dialect: Dialect, guests: readonly Guest[]) {
  const time = virtualTime()
  const started: string[] = []
  const cancelled: string[] = []
  const guest = (name: string) => guests.find((one) => one.name === name)
  const executor: Executor = {
    run(call: Call) {
      const { name } = call.hook
      started.push(name)
      const answer = guest(name)?.answer ?? {}
      if (answer === 'never') return
      if ('kind' in answer) time.after(0, () => call.done(answer))
      else {
        const { ms = 0, json, exit = 0 } = answer
        const stdout = json === undefined ? '' : JSON.stringify(json)
        const raw = { exitCode: exit, stdout, stderr: exit === 2 ? `${name} refuses` : '' }
        time.after(ms, () => call.done({ kind: 'returned', result: undefined, raw }))
      }
    },
    cancel(call, reason) {
      cancelled.push(`${call.hook.name} ${reason}`)
      call.done(gaveUp(call, reason))
    },
    close: async () => {},
  }
  const engine = createEngine({
    clock: time.clock,
    executorOf: () => executor,
    trusts: ({ name }) => (guest(name)?.untrusted ? 'not trusted yet' : undefined),
    absent: ({ name }) => (guest(name)?.absent ? 'a prompt entry is answered by the model' : undefined),
  })
  const hooks = guests.map(({ name, entry, hook }, order) =>
    entryHook('knock', name, { host: 'house' as DialectId, ...entry }, { order, ...hook }),
  )
  const chain = chainOf(dialect, 'knock', knock, hooks)
  return { time, engine, chain, started, cancelled }
}

async function fire(dialect: Dialect, guests: readonly Guest[], options: EngineFireOptions = {}) {
  const { time, engine, chain, started, cancelled } = stage(dialect, guests)
  const steps: Step[] = []
  const outcome: Outcome = await time.until(
    engine.fire(chain, { who: 'ada' }, { emit: (step) => steps.push(step), ...options }),
  )
  return { outcome, effect: outcome.effect as Effect, started, cancelled, steps }
}

/** One line per entry: `name ran`, `name matcher`, `name unknown`, with `failed` and `background` where they apply. */
function shown({ hooks }: Effect): readonly string[] {
  return hooks.map(({ id, ran, why, waited, failed }) =>
    [
      id.split(':').at(-1),
      ran === true ? 'ran' : ran === 'unknown' ? 'unknown' : why,
      failed === true ? 'failed' : '',
      ran === true && waited === false ? 'background' : '',
    ]
      .filter((word) => word !== '')
      .join(' '),
  )
}

type Row = {
  readonly it: string
  readonly flow?: Partial<Flow>
  readonly host?: Partial<Host>
  readonly guests: readonly Guest[]
  readonly options?: EngineFireOptions
  readonly hooks?: readonly string[]
  readonly started?: readonly string[]
  readonly cancelled?: readonly string[]
  readonly fate?: OperationFate
  readonly model?: readonly string[] | 'not known'
  readonly run?: Effect['run']
  readonly decision?: Outcome['decision']
  readonly by?: string
}

const refuses = say({ say: 'refuse', tell: 'no' })

const ROWS: readonly Row[] = [
  {
    it: 'planning: matcher, duplicate and off are not started, each with the host’s class',
    guests: [
      { name: 'one' },
      { name: 'bob', entry: { matcher: 'bob' } },
      { name: 'again', entry: { command: 'one' } },
      { name: 'off', entry: { off: 'switched-off' }, hook: { state: 'disabled', why: 'Switched off.' } },
    ],
    hooks: ['one ran', 'bob matcher', 'again duplicate', 'off switched-off'],
    started: ['one'],
    fate: 'allowed',
  },
  {
    it: 'an entry that is off does not make its double a duplicate',
    guests: [
      { name: 'off', entry: { off: 'switched-off', command: 'x' }, hook: { state: 'disabled' } },
      { name: 'on', entry: { command: 'x' }, ...refuses },
    ],
    hooks: ['off switched-off', 'on ran'],
    fate: 'denied',
    by: 'house:workspace:on',
  },
  {
    it: 'an event that does not fire starts nothing',
    host: { fires: () => false },
    guests: [{ name: 'one', ...refuses }],
    hooks: ['one not-fired'],
    started: [],
  },
  {
    it: 'parallel: all start, and texts come in the order of finishing',
    guests: [
      { name: 'slow', ...say({ tell: 'slow' }, 50) },
      { name: 'fast', ...say({ tell: 'fast' }, 10) },
    ],
    started: ['slow', 'fast'],
    model: ['fast', 'slow'],
  },
  {
    it: 'sequential: one after the other, whatever each takes',
    flow: { run: 'sequential' },
    guests: [
      { name: 'slow', ...say({ tell: 'slow' }, 50) },
      { name: 'fast', ...say({ tell: 'fast' }, 10) },
    ],
    model: ['slow', 'fast'],
  },
  {
    it: 'sequential: a denial ends it where the event ends at one',
    flow: { run: 'sequential', endsAt: 'deny' },
    guests: [
      { name: 'first', ...refuses },
      { name: 'second', ...say({ tell: 'x' }) },
    ],
    started: ['first'],
    model: ['no'],
    fate: 'denied',
  },
  {
    it: 'parallel: a denial cuts off those that are still awaited, and those in the background go on',
    flow: { endsAt: 'deny' },
    guests: [
      { name: 'slow', ...say({ tell: 'slow' }, 50) },
      { name: 'fast', ...say({ say: 'refuse', tell: 'no' }, 10) },
      { name: 'behind', entry: { fields: { background: true } }, ...say({}, 90) },
    ],
    started: ['slow', 'fast', 'behind'],
    cancelled: ['slow aborted'],
    model: ['no'],
    hooks: ['slow ran failed', 'fast ran', 'behind ran background'],
    fate: 'denied',
    by: 'house:workspace:fast',
  },
  {
    it: 'parallel: an approval cuts off where any decision ends it',
    flow: { endsAt: 'decision' },
    guests: [
      { name: 'slow', ...say({ say: 'refuse', tell: 'no' }, 50) },
      { name: 'fast', ...say({ say: 'let in' }, 10) },
    ],
    cancelled: ['slow aborted'],
    fate: 'allowed',
  },
  {
    it: 'parallel: an approval cuts off nobody where only a denial ends it',
    flow: { endsAt: 'deny' },
    guests: [
      { name: 'slow', ...say({ say: 'refuse', tell: 'no' }, 50) },
      { name: 'fast', ...say({ say: 'let in' }, 10) },
    ],
    cancelled: [],
    fate: 'denied',
  },
  {
    it: 'an entry in the background decides nothing and ends nothing',
    flow: { endsAt: 'deny' },
    guests: [
      { name: 'behind', entry: { fields: { background: true } }, ...refuses },
      { name: 'slow', ...say({ tell: 'slow' }, 50) },
    ],
    hooks: ['behind ran background', 'slow ran'],
    cancelled: [],
    model: ['slow'],
    fate: 'allowed',
  },
  {
    it: 'an end of the run and a denial are told apart, and neither swallows the other',
    guests: [
      { name: 'one', ...say({ leave: true }) },
      { name: 'two', ...refuses },
    ],
    fate: 'denied',
    run: 'ended',
    decision: 'deny',
  },
  {
    it: 'a failure counts as the host says, whatever our failOpen says',
    guests: [{ name: 'one', answer: { exit: 7 } }],
    options: { failOpen: false },
    hooks: ['one ran failed'],
    fate: 'allowed',
    decision: 'pass',
  },
  {
    it: 'a time-out is the entry’s own',
    guests: [
      { name: 'one', hook: { timeoutMs: 20 }, answer: 'never' },
      { name: 'two', ...say({ tell: 'x' }, 500) },
    ],
    cancelled: ['one timeout'],
    hooks: ['one ran failed background', 'two ran'],
    model: ['x'],
  },
  {
    it: 'unknown: what is not trusted is not started, the others run, and what cannot be known is not told',
    guests: [
      { name: 'stranger', untrusted: true },
      { name: 'two', ...say({ tell: 'hello' }) },
    ],
    started: ['two'],
    hooks: ['stranger unknown', 'two ran'],
    fate: 'unknown',
    model: ['hello'],
    run: 'goes-on',
    decision: 'pass',
  },
  {
    it: 'unknown: what every future agrees in is known',
    guests: [
      { name: 'model', absent: true },
      { name: 'two', ...refuses },
    ],
    started: ['two'],
    fate: 'denied',
    decision: 'deny',
  },
  {
    it: 'unknown: a hook that our own settings switch off is not known either',
    guests: [{ name: 'off', hook: { state: 'disabled', why: 'Switched off.' } }],
    started: [],
    hooks: ['off unknown'],
    fate: 'unknown',
  },
  {
    it: 'unknown: one that the host does not run is not run, trusted or not',
    guests: [{ name: 'bob', entry: { matcher: 'bob' }, untrusted: true }],
    hooks: ['bob matcher'],
    fate: 'allowed',
  },
  {
    it: 'unknown: in the background it changes nothing',
    guests: [{ name: 'behind', entry: { fields: { background: true } }, untrusted: true }],
    hooks: ['behind unknown'],
    fate: 'allowed',
  },
  {
    it: 'unknown: the last of many counts too',
    guests: [
      ...Array.from({ length: 30 }, (_, n) => ({
        name: `b${n}`,
        entry: { fields: { background: true } },
        absent: true as const,
      })),
      { name: 'last', absent: true },
    ],
    fate: 'unknown',
  },
  {
    it: 'unknown: what changed under the hands of its executor',
    guests: [{ name: 'changed', answer: { kind: 'failed', reason: 'untrusted', message: 'it has changed' } }],
    started: ['changed'],
    hooks: ['changed unknown'],
    fate: 'unknown',
  },
]

/** A judgement that fails on one answer, or on any. */
const failsOn =
  (text: string | undefined): Host['judge'] =>
  (_firing, runs) => {
    if (text === undefined || runs.some(({ raw }) => raw?.stdout?.includes(text) === true))
      throw new TypeError('no such text\nat all')
    return judge(runs)
  }
const badAnswer = (exitCode: number, stdout: string): Pick<Guest, 'answer'> => ({
  answer: { kind: 'returned', result: undefined, raw: { exitCode, stdout, stderr: '' } },
})
const CRASHED = 'its answer could not be judged: TypeError: no such text'

const FAILING: readonly (Row & { readonly whys: readonly (string | undefined)[] })[] = [
  ...(['parallel', 'sequential'] as const).map((run) => ({
    it: `${run}: a judgement that fails on one answer takes it for a crash, and the refusal of another counts`,
    flow: { run },
    host: { judge: failsOn('boom') },
    guests: [
      { name: 'bad', ...say({ tell: 'boom' }) },
      { name: 'guard', ...refuses },
    ],
    hooks: ['bad ran failed', 'guard ran'],
    fate: 'denied' as const,
    model: ['no'],
    decision: 'deny' as const,
    by: 'house:workspace:guard',
    whys: [CRASHED, undefined],
  })),
  {
    it: 'a judgement that fails on an answer keeps the exit code, by which it refuses',
    host: { judge: failsOn('boom') },
    guests: [{ name: 'guard', ...badAnswer(2, 'boom') }],
    fate: 'denied',
    decision: 'deny',
    whys: [undefined],
  },
  {
    it: 'an answer that cannot be read is a crash of its hook alone',
    guests: [
      { name: 'bad', ...badAnswer(0, '{') },
      { name: 'two', ...say({ tell: 'hello' }) },
    ],
    hooks: ['bad ran failed', 'two ran'],
    model: ['hello'],
    whys: ['its answer could not be judged: SyntaxError: Expected property name or', undefined],
  },
  {
    it: 'a sequence whose continuation fails goes on, and is judged',
    flow: { run: 'sequential' },
    host: {
      next: () => {
        throw new TypeError('no such text')
      },
    },
    guests: [
      { name: 'one', ...say({ tell: 'a' }) },
      { name: 'two', ...refuses },
    ],
    hooks: ['one ran', 'two ran'],
    decision: 'deny',
    whys: [undefined, undefined],
  },
  {
    it: 'a judgement that always fails permits nothing that an answer refused',
    host: { judge: failsOn(undefined) },
    guests: [{ name: 'one' }, { name: 'guard', ...badAnswer(2, '') }],
    hooks: ['one ran failed', 'guard ran'],
    run: 'unknown',
    decision: 'deny',
    whys: [CRASHED, undefined],
  },
  {
    it: 'a judgement that fails leaves open what it could not judge',
    host: { judge: failsOn(undefined) },
    guests: [{ name: 'stranger', untrusted: true }, { name: 'one' }],
    run: 'unknown',
    decision: 'pass',
    whys: ['unknown: untrusted: not trusted yet', CRASHED],
  },
]

for (const { whys, ...row } of FAILING)
  test(`where a judgement fails: ${row.it}`, async () => {
    const { outcome } = await check(row)
    for (const [at, why] of whys.entries())
      assert.equal(outcome.hooks[at]?.why?.startsWith(why ?? ''), why === undefined ? undefined : true)
  })

test('an error of Hookbench itself rejects its firing, ends its hooks, and no other firing', async () => {
  for (const run of ['parallel', 'sequential'] as const) {
    const { time, engine, chain, cancelled } = stage(house({ run }), [
      { name: 'one', ...say({}, 10) },
      { name: 'two', hook: { timeoutMs: 50 }, answer: 'never' },
    ])
    const emit = (step: Step) => {
      if (step.kind === 'finished') throw new Error('a broken listener')
    }
    const broken = Promise.resolve(engine.fire(chain, { who: 'ada' }, { emit })).catch(
      (error: Error) => error.message,
    )
    const other = engine.fire(chain, { who: 'ada' })
    assert.equal(await time.until(broken), 'a broken listener')
    assert.equal((await time.until(other)).hooks[1]?.failure, 'timeout')
    assert.deepEqual(cancelled, run === 'parallel' ? ['two aborted', 'two timeout'] : ['two timeout'])
  }
})

for (const row of ROWS) test(row.it, () => check(row).then(() => {}))

async function check(row: Row) {
  const fired = await fire(house(row.flow, row.host), row.guests, row.options)
  const { outcome, effect, started, cancelled } = fired
  const held = (actual: unknown, expected: unknown) => {
    if (expected !== undefined) assert.deepEqual(actual, expected)
  }
  held(shown(effect), row.hooks)
  held(started, row.started)
  held(cancelled, row.cancelled)
  held(effect.operation?.fate, row.fate)
  held(effect.model?.map(({ text }) => text) ?? 'not known', row.model)
  held(effect.run, row.run)
  held(outcome.decision, row.decision)
  held(outcome.by, row.by)
  return fired
}

test('an unknown answer has three futures, each with what the host then does', async () => {
  const { effect } = await fire(house(), [{ name: 'stranger', untrusted: true }])
  const allowed = { operation: { kind: 'other', fate: 'allowed' }, run: 'goes-on' }
  assert.deepEqual(effect.unknown, [
    {
      hook: 'house:workspace:stranger',
      why: 'untrusted: not trusted yet',
      if: [
        { answer: 'exit 0', ...allowed },
        { answer: 'exit 2', operation: { kind: 'other', fate: 'denied' }, run: 'goes-on' },
        { answer: 'timeout', ...allowed },
      ],
    },
  ])
})

test('the futures of one unknown answer leave open what another could do', async () => {
  const { effect } = await fire(house(), [
    { name: 'one', untrusted: true },
    { name: 'two', absent: true },
  ])
  assert.deepEqual(
    effect.unknown?.map(({ why, if: possible }) => [why, possible.map(({ operation }) => operation?.fate)]),
    [
      ['untrusted: not trusted yet', ['unknown', 'denied', 'unknown']],
      ['a prompt entry is answered by the model', ['unknown', 'denied', 'unknown']],
    ],
  )
})

test('the effect of a thousand unknown answers is found without computing each', async () => {
  const guests = Array.from({ length: 1000 }, (_, n) => ({ name: `g${n}`, untrusted: true as const }))
  let judged = 0
  const counting = house(
    {},
    {
      judge: (_firing, runs) => {
        judged++
        return judge(runs)
      },
    },
  )
  const { effect } = await fire(counting, guests)
  assert.equal(effect.unknown?.length, 1000)
  assert.equal(effect.operation?.fate, 'unknown')
  assert.deepEqual(
    effect.unknown?.at(-1)?.if.map(({ operation }) => operation?.fate),
    Array(3).fill('unknown'),
  )
  assert.ok(judged < 6000, `judged ${judged} times`)
})

test('steps: `fired` carries the facts, `planned` why the host does not run an entry', async () => {
  const facts = { headless: true, version: '6' } as HostFacts
  const guests = [
    { name: 'one' },
    { name: 'bob', entry: { matcher: 'bob' } },
    { name: 'stranger', untrusted: true as const },
  ]
  const { steps } = await fire(house(), guests, { facts })
  const [fired, planned] = steps
  assert.equal(fired?.kind === 'fired' && fired.facts, facts)
  assert.deepEqual(
    planned?.kind === 'planned' && planned.hooks.map(({ name, run, why, host }) => [name, run, why, host]),
    [
      ['one', true, undefined, undefined],
      ['bob', false, 'not for ada', 'matcher'],
      ['stranger', false, 'untrusted: not trusted yet', undefined],
    ],
  )
  const { steps: usual } = await fire(house(), guests)
  assert.deepEqual(usual[0]?.kind === 'fired' && usual[0].facts, { version: '7', ...house().host?.facts })
})

test('our time-outs and built-in hooks are no part of a host', async (t) => {
  const tree = writeTree(`
    //- /home/
    //- /ws/.claude/settings.json
    {"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"true"},{"type":"command","command":"false","timeout":7}]}]}}
  `)
  t.after(tree.remove)
  const workspace = await openWorkspace({
    root: tree.at('/ws'),
    home: tree.at('/home'),
    settings: {
      maxExecutionTime: 5,
      failOpen: false,
      builtin: { ...defaultSettings.builtin, metrics: { backend: 'prometheus' }, logging: { level: 'INFO' } },
    },
  })
  t.after(() => workspace.close())
  // Several hosts read the same file; only the first one's entries are checked.
  const all = workspace.list().filter(({ runner }) => runner === 'entry')
  const entries = all.filter(({ dialect }) => dialect === all[0]?.dialect)
  assert.deepEqual(
    entries.map(({ timeoutMs }) => timeoutMs),
    [600_000, 7000],
  )
  const dialect = entries[0]?.dialect
  assert.deepEqual(
    workspace.list().filter((hook) => hook.dialect === dialect && hook.runner === 'builtin'),
    [],
  )
})
