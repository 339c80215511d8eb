// One firing as its host judges it: which entries run and why not, the answer of each, and the effect of all of them.
// If an answer is unavailable here, the host's judgement runs once for each possible answer. A judgement that fails is
// made again without the answers on which it fails.

import { defined } from '../contract/defined.ts'
import type { Effect, HookEffect, PossibleEffect, UnknownHook } from '../contract/effect.ts'
import type { HookEntry } from '../contract/entry.ts'
import { describeThrown } from '../contract/errors.ts'
import type { HostFacts } from '../contract/facts.ts'
import type { Hook } from '../contract/hook.ts'
import type { EntryPlan, EntryRun, Host, HostFiring, Judgement, NextInSequence } from '../contract/host.ts'
import { sameJson } from '../contract/json.ts'
import type { Attempt, Raw, Verdict } from '../contract/verdict.ts'
import type { Chain } from './chain.ts'
import { assumedBy, entryOf, entryPlans } from './entryPlans.ts'
import { type Answered, answered, crashOf } from './hostAnswer.ts'
import { PASS } from './judge.ts'

export type HostOutcome = {
  readonly verdict: Verdict
  readonly by: string | undefined
  readonly effect: Effect
  /** Hooks on whose answer the judgement failed; each counts as crashed. */
  readonly crashed: readonly { readonly index: number; readonly answer: Answered }[]
}

export class HostRuns {
  readonly plans: readonly EntryPlan[]
  /** Whether the hooks run one after the other. */
  readonly inSequence: boolean
  readonly #chain: Chain
  readonly #firing: HostFiring
  readonly #host: Host
  readonly #runs: (EntryRun | undefined)[]
  readonly #unknown = new Map<number, string>()
  #finished = 0

  constructor(chain: Chain, firing: HostFiring) {
    this.#chain = chain
    this.#firing = firing
    this.#host = chain.dialect.host as Host
    this.plans = entryPlans(chain, firing)
    const running = chain.hooks.filter((_, index) => this.plans[index]?.run === true).map(entryOf)
    this.inSequence = this.#host.inSequence?.(firing, running) ?? chain.flow.run === 'sequential'
    this.#runs = new Array(chain.hooks.length)
  }

  get facts(): HostFacts {
    return this.#firing.facts
  }

  /** What an attempt means to the host. */
  answered(index: number, attempt: Attempt): Answered {
    return answered(this.#chain, this.#firing, this.#entry(index), attempt)
  }

  ended(index: number, answer: Answered, ms: number): void {
    this.#runs[index] = { ...this.#base(index), ...answer, ms, finished: this.#finished++ }
  }

  /** How a sequence continues after a hook has ended: with which payload, or why it ends. */
  next(index: number, payload: unknown): NextInSequence {
    const run = this.#runs[index]
    try {
      return (run && this.#host.next?.(this.#firing, payload, run)) ?? { payload }
    } catch {
      // The judgement of all runs fails on this one as well, or does without it.
      return { payload }
    }
  }

  /** Marks a hook whose answer is unavailable here; it is not started. */
  unknown(index: number, why: string): void {
    this.#unknown.set(index, why)
  }

  judge(): HostOutcome {
    const open = [...this.#unknown.keys()]
    const { judged, crashed } = this.#judgements(open)
    const runs = this.#allRuns()
    const [first] = judged as [Judgement]
    const by = judged.every((one) => one.by === first.by) ? first.by : undefined
    return {
      verdict: open.length === 0 ? first.verdict : commonVerdict(judged),
      by: by === undefined ? undefined : this.#chain.hooks[by]?.id,
      effect: {
        fired: this.#host.fires(this.#firing),
        hooks: runs.map((run, index) => this.#hookEffect(run, index)),
        ...this.#order(),
        ...(open.length === 0 ? first.effect : commonEffect(judged)),
        ...this.#assumed(first.effect.assumed),
        ...(open.length === 0 ? {} : { unknown: this.#unknownHooks(runs, open, first.effect) }),
        ...(this.#host.unobserved === undefined ? {} : { unobserved: this.#host.unobserved }),
      },
      crashed,
    }
  }

  #allRuns(): readonly EntryRun[] {
    return this.#chain.hooks.map((_, index) => this.#runs[index] ?? this.#idle(index))
  }

  /** The judgement of every possible future, and the answers on which it failed. */
  #judgements(open: readonly number[]) {
    try {
      const judged = this.#futures(this.#allRuns(), open).map((all) => this.#host.judge(this.#firing, all))
      return { judged, crashed: [] }
    } catch {
      const crashed = this.#crashes()
      for (const { index, answer } of crashed)
        this.#runs[index] = { ...(this.#runs[index] as EntryRun), raw: undefined, ...answer }
      return { judged: this.#futures(this.#allRuns(), open).map((all) => this.#judged(all)), crashed }
    }
  }

  /** The answers on which the judgement fails, each by itself; if none does, all of them. */
  #crashes(): HostOutcome['crashed'] {
    const runs = this.#allRuns()
    const error = this.#errorOn(runs)
    if (error === undefined) return []
    const idle = this.#chain.hooks.map((_, index) => this.#idle(index))
    const ended = runs.flatMap(({ finished }, index) => (finished === -1 ? [] : [index]))
    const failing = ended.flatMap((index) => {
      const own = this.#errorOn(idle.with(index, runs[index] as EntryRun))
      return own === undefined ? [] : [{ index, thrown: own.thrown }]
    })
    const all = failing.length > 0 ? failing : ended.map((index) => ({ index, thrown: error.thrown }))
    return all.map(({ index, thrown }) => {
      const { raw } = runs[index] as EntryRun
      return { index, answer: crashOf(this.#chain, this.#firing, this.#entry(index), raw, thrown) }
    })
  }

  #errorOn(runs: readonly EntryRun[]): { readonly thrown: unknown } | undefined {
    try {
      this.#host.judge(this.#firing, runs)
      return undefined
    } catch (thrown) {
      return { thrown }
    }
  }

  /** The host's judgement. Where it fails whatever the hooks answered, nothing is known, and nothing permitted. */
  #judged(runs: readonly EntryRun[]): Judgement {
    try {
      return this.#host.judge(this.#firing, runs)
    } catch (error) {
      const { message } = describeThrown(error)
      const reason = `the answers could not be judged: ${message.split('\n', 1)[0]}`
      const refuses =
        this.#firing.record.semantics === 'veto' || runs.some(({ verdict }) => verdict.decision === 'deny')
      return { verdict: refuses ? { decision: 'deny', reason } : PASS, effect: { run: 'unknown' } }
    }
  }

  #assumed(judged: readonly string[] = []): Pick<Effect, 'assumed'> {
    const { facts } = this.#firing
    const own = this.#chain.hooks.flatMap(({ entry }) =>
      entry === undefined ? [] : (this.#host.assumes?.(facts, entry) ?? []),
    )
    const all = [...new Set([...judged, ...own, ...assumedBy(this.plans)])]
    return all.length === 0 ? {} : { assumed: all }
  }

  // Sequential hooks start in chain order; parallel hooks have no defined order.
  #order(): Pick<Effect, 'order'> {
    if (!this.inSequence) return {}
    const started = this.#chain.hooks.filter((_, index) => this.#runs[index] !== undefined)
    return started.length === 0 || this.#unknown.size > 0 ? {} : { order: started.map(({ id }) => id) }
  }

  #unknownHooks(
    runs: readonly EntryRun[],
    open: readonly number[],
    { operation }: Judgement['effect'],
  ): readonly UnknownHook[] {
    const nothing = operation && ({ kind: operation.kind, fate: 'unknown' } as const)
    return open.map((index, rank) =>
      rank < MOST_DETAILED
        ? this.#possible(runs, open, index)
        : {
            hook: (this.#chain.hooks[index] as Hook).id,
            why: this.#unknown.get(index) as string,
            if: POSSIBLE.map(({ answer }) => ({ answer, operation: nothing, run: 'unknown' as const })),
          },
    )
  }

  // Every combination of answers of the first MOST_OPEN unknown hooks. The remaining ones all give the same answer,
  // which still covers them but keeps the number of judgements bounded.
  #futures(runs: readonly EntryRun[], open: readonly number[]): readonly (readonly EntryRun[])[] {
    let all: readonly (readonly EntryRun[])[] = [runs]
    for (const index of open.slice(0, MOST_OPEN))
      all = all.flatMap((one) => POSSIBLE.map(({ raw }) => this.#supposing(one, [index], raw)))
    const others = open.slice(MOST_OPEN)
    if (others.length === 0) return all
    return all.flatMap((one) => POSSIBLE.map(({ raw }) => this.#supposing(one, others, raw)))
  }

  #supposing(
    runs: readonly EntryRun[],
    indexes: readonly number[],
    raw: Raw | undefined,
  ): readonly EntryRun[] {
    const attempt: Attempt =
      raw === undefined
        ? { kind: 'failed', reason: 'timeout', message: 'did not answer in time' }
        : { kind: 'returned', result: undefined, raw }
    const assumed = [...runs]
    for (const index of indexes)
      assumed[index] = {
        ...this.#base(index),
        ...this.answered(index, attempt),
        finished: runs.length + index,
      }
    return assumed
  }

  #possible(runs: readonly EntryRun[], open: readonly number[], index: number): UnknownHook {
    const others = open.filter((one) => one !== index)
    return {
      hook: (this.#chain.hooks[index] as Hook).id,
      why: this.#unknown.get(index) as string,
      if: POSSIBLE.map(({ answer, raw }): PossibleEffect => {
        const mine = this.#supposing(runs, [index], raw)
        const judged = this.#futures(mine, others).map((all) => this.#judged(all))
        const { operation, run } = commonEffect(judged)
        return { answer, operation, run }
      }),
    }
  }

  #hookEffect(run: EntryRun, index: number): HookEffect {
    const { id } = this.#chain.hooks[index] as Hook
    const { plan } = run
    if (!plan.run) return { id, ran: false, why: plan.why }
    if (this.#unknown.has(index)) return { id, ran: 'unknown' }
    // Not started, because an earlier hook ended the firing.
    if (run.finished === -1) return { id, ran: false }
    return {
      id,
      ran: true,
      ...(plan.times === undefined || 'ends' in this.next(index, undefined) ? {} : { times: plan.times }),
      waited: plan.waits && (run.failure?.reason !== 'timeout' || plan.outlasts === true),
      failed: run.failure !== undefined,
    }
  }

  #idle(index: number): EntryRun {
    return { ...this.#base(index), finished: -1, verdict: PASS }
  }

  #base(index: number): Pick<EntryRun, 'entry' | 'plan'> {
    return { entry: this.#entry(index), plan: this.plans[index] as EntryPlan }
  }

  #entry(index: number): HookEntry {
    return entryOf(this.#chain.hooks[index] as Hook)
  }
}

const MOST_OPEN = 3
/** For how many unknown hooks each possible answer is judged; the rest are only listed as unknown. */
const MOST_DETAILED = 20

const POSSIBLE: readonly { readonly answer: PossibleEffect['answer']; readonly raw: Raw | undefined }[] = [
  { answer: 'exit 0', raw: { exitCode: 0, stdout: '', stderr: '' } },
  { answer: 'exit 2', raw: { exitCode: 2, stdout: '', stderr: 'blocked by the hook' } },
  { answer: 'timeout', raw: undefined },
]

/** The part of the verdict that is the same in every possible future. */
function commonVerdict(judged: readonly Judgement[]): Verdict {
  const [first = PASS, ...others] = judged.map(({ verdict }) => verdict)
  const shared = Object.entries(first).filter(([key, value]) =>
    others.every((one) => sameJson(one[key as keyof Verdict], value)),
  )
  return Object.fromEntries(shared)
}

// Predicts what is the same in every possible future; what differs is reported as unknown.
function commonEffect(judged: readonly Judgement[]): Judgement['effect'] {
  const [first, ...others] = judged.map(({ effect }) => effect)
  if (first === undefined) return {}
  const same = (key: keyof Judgement['effect']) => others.every((one) => sameJson(one[key], first[key]))
  const { operation } = first
  return {
    ...(operation === undefined
      ? {}
      : { operation: same('operation') ? operation : { kind: operation.kind, fate: 'unknown' as const } }),
    ...(same('model') ? { model: first.model } : {}),
    ...(same('person') ? { person: first.person } : {}),
    run: same('run') ? first.run : 'unknown',
    ...(same('exit') ? { exit: first.exit } : {}),
    ...defined({ assumed: first.assumed }),
  }
}
