// The state of one firing: collects the run of each hook, folds verdicts into the outcome, and emits a step per run.

import { describeThrown } from '../contract/errors.ts'
import { capped, mergeVerdicts } from '../contract/flow.ts'
import type { Hook } from '../contract/hook.ts'
import { sameJson } from '../contract/json.ts'
import { DEEPEST_PAYLOAD, isDeeper } from '../contract/jsonDepth.ts'
import type { HookRun, Outcome, Step } from '../contract/outcome.ts'
import { otherSpelling } from '../contract/spelling.ts'
import type { Attempt, ProcessFacts, Reason, Verdict } from '../contract/verdict.ts'
import type { Chain } from './chain.ts'
import type { Clock } from './clock.ts'
import type { Answered } from './hostAnswer.ts'
import type { HostRuns } from './hostRuns.ts'
import {
  onlyReplaces,
  PASS,
  Unusable,
  verdictOf,
  verdictOfFailure,
  withinDepth,
  withoutCopy,
} from './judge.ts'
import {
  failedRun,
  outcomeOf,
  returnedRun,
  settledStep,
  skippedRun,
  wirePayload,
  wireResult,
  withRaw,
} from './outcome.ts'

/** Why no further hook of a cancelled firing runs. */
export const CANCELLED = 'the firing was cancelled'

export type BookOptions = {
  readonly failOpen?: boolean | undefined
  readonly cwd?: string | undefined
  readonly emit?: ((step: Step) => void) | undefined
}

export class FiringState {
  readonly chain: Chain
  readonly cwd: string | undefined
  readonly #id: string
  readonly #failOpen: boolean
  readonly #emit: ((step: Step) => void) | undefined
  readonly original: unknown
  readonly startedAt: number
  /**
   * Time of the last entry, in milliseconds. A field, because passing the number around would allocate it on the heap.
   */
  at: number
  /** What the next hook gets, in dialects whose hooks see earlier replacements. */
  payload: unknown
  /** Why no further hook runs. */
  endedBy: string | undefined
  readonly #clock: Clock
  readonly #runs: HookRun[]
  #folded: Verdict = PASS
  #by: string | undefined
  #before = -1
  /** The host's side of the firing; undefined if the dialect is not a host. */
  readonly #host: HostRuns | undefined
  /** Whether the dialect merges verdicts in the default way, so that a verdict that only replaces needs no merging. */
  readonly #justReplaces: boolean

  constructor(
    chain: Chain,
    payload: unknown,
    id: string,
    options: BookOptions,
    clock: Clock,
    at: number,
    host?: HostRuns,
  ) {
    this.#host = host
    this.#clock = clock
    this.chain = chain
    this.cwd = options.cwd
    this.#id = id
    this.#failOpen = options.failOpen ?? true
    this.#emit = options.emit
    this.original = payload
    this.payload = payload
    this.startedAt = at
    this.at = at
    this.#runs = new Array(chain.hooks.length)
    this.#justReplaces = chain.flow.merge === mergeVerdicts
  }

  started(hook: Hook): void {
    const emit = this.#emit
    if (emit !== undefined) emit({ v: 1, kind: 'started', at: this.at, firing: this.#id, hook: hook.id })
  }

  skipped(index: number, why: string): void {
    this.#enter(index, skippedRun(this.#hook(index), why))
  }

  /** Whether a hook that did not run for this reason counts as failed: with `failOpen: false` nobody else refuses. */
  refusesFor(why: string): boolean {
    return why === CANCELLED && !this.#failOpen && this.#host === undefined
  }

  /** Why the host does not run a hook; undefined if it does, or if the dialect is not a host. */
  unplanned(index: number): string | undefined {
    const plan = this.#host?.plans[index]
    return plan?.run === false ? plan.text : undefined
  }

  /** Whether a hook's answer may be unknown: only a host's judgement can proceed without it. */
  get judgesUnknown(): boolean {
    return this.#host !== undefined
  }

  /** Whether the host waits for a hook. A background hook is never cut off by another hook's answer. */
  isAwaited(index: number): boolean {
    const plan = this.#host?.plans[index]
    return plan === undefined || (plan.run && plan.waits)
  }

  /** Records a hook that is not started, so its answer is unknown. */
  unknown(index: number, why: string): void {
    this.#host?.unknown(index, why)
    this.skipped(index, `unknown: ${why}`)
  }

  /** Judges a handler's return value and records the run. */
  returned(index: number, result: unknown, given: unknown, since: number): Verdict {
    const verdict = verdictOf(this.chain, result, given)
    if (verdict instanceof Unusable) return this.failed(index, 'invalid', verdict.why, since)
    const now = this.#clock.now()
    this.at = now
    this.#enter(index, returnedRun(this.#hook(index), wireResult(this.chain, result), verdict, now - since))
    return verdict
  }

  failed(index: number, failure: Reason, why: string, since: number, stderr?: string): Verdict {
    this.at = this.#clock.now()
    const { verdict, run } = this.#failure(index, failure, why, this.at - since)
    this.#enter(index, stderr === undefined || stderr === '' ? run : { ...run, stderr })
    return verdict
  }

  crashed(index: number, error: unknown, since: number): Verdict {
    const { message, stack } = describeThrown(error)
    return this.failed(index, 'crashed', message.split('\n', 1)[0] as string, since, stack)
  }

  /** Judges an executor's attempt and records the run. */
  attempted(index: number, attempt: Attempt, given: unknown, since: number): Verdict {
    this.at = this.#clock.now()
    const ms = this.at - since
    const { verdict, run } =
      this.#host === undefined
        ? this.#judged(index, attempt, given, ms)
        : this.#judgedByHost(index, attempt, ms, this.#host)
    this.#enter(index, withRaw(run, attempt), attempt.raw?.process)
    return verdict
  }

  /** Merges one more verdict. `finished` is the rank in which its hook finished. */
  fold(index: number, verdict: Verdict, finished: number): void {
    if (this.#host !== undefined) {
      const { inSequence } = this.#host
      // Sequential hooks wait for each other even where the host itself does not wait for them.
      if (!inSequence && !this.isAwaited(index)) return
      this.endedBy ??= this.#ending(index, verdict)
      if (!inSequence) return
      const next = this.#host.next(index, this.payload)
      if ('ends' in next) this.endedBy ??= `not reached: ${next.ends}`
      else this.payload = next.payload
      return
    }
    if (verdict === PASS) return
    if (this.#justReplaces && onlyReplaces(verdict)) {
      this.payload = verdict.payload
      this.#before = finished
      return
    }
    const { flow } = this.chain
    const before = this.#folded
    const folded =
      before === PASS ? verdict : flow.merge(before, verdict, { plan: index, finished, before: this.#before })
    this.#folded = folded
    if (folded.payload !== before.payload) this.#before = finished
    const decides =
      folded.decision !== before.decision || (folded.answer !== undefined && before.answer === undefined)
    if (decides) this.#by = this.#hook(index).id
    if (folded.payload !== undefined) this.payload = folded.payload
    if (verdict.decision !== undefined || verdict.answer !== undefined)
      this.endedBy ??= this.#ending(index, verdict)
  }

  /** Copies payload fields that a hook changed in place and that carry over to later hooks (compilr `metadata`). */
  carry(carried: Readonly<Record<string, unknown>>): void {
    if (isDeeper(carried, DEEPEST_PAYLOAD)) return
    const payload = this.payload as Record<string, unknown>
    const moved = Object.keys(carried).some((field) => !sameJson(payload[field], carried[field]))
    if (moved) this.payload = { ...payload, ...carried }
  }

  settle(): Outcome {
    const { chain, original, startedAt, at } = this
    const judged = this.#host?.judge()
    for (const { index, answer } of judged?.crashed ?? []) this.#recrashed(index, answer)
    const folded = judged?.verdict ?? this.#folded
    const payload = judged === undefined ? this.payload : (folded.payload ?? original)
    const by = judged === undefined ? this.#by : judged.by
    const ms = at - startedAt
    const outcome = outcomeOf(chain, original, payload, folded, by, this.#runs, ms, judged?.effect)
    const emit = this.#emit
    if (emit !== undefined) emit(settledStep(outcome, wirePayload(chain, payload), at, this.#id))
    return outcome
  }

  #judged(index: number, attempt: Attempt, given: unknown, ms: number): { verdict: Verdict; run: HookRun } {
    if (attempt.kind === 'failed') return this.#failure(index, attempt.reason, attempt.message, ms)
    const { record } = this.chain
    const ready = attempt.verdict === undefined ? undefined : capped(attempt.verdict, record.semantics)
    const found = ready ?? verdictOf(this.chain, attempt.result, given)
    const read = found instanceof Unusable ? found : withinDepth(found)
    if (read instanceof Unusable) return this.#failure(index, 'invalid', read.why, ms)
    const verdict = withoutCopy(read, given)
    return { verdict, run: returnedRun(this.#hook(index), attempt.result, verdict, ms) }
  }

  #judgedByHost(
    index: number,
    attempt: Attempt,
    ms: number,
    host: HostRuns,
  ): { verdict: Verdict; run: HookRun } {
    const hook = this.#hook(index)
    // Hosts have no notion of Hookbench's trust, so the answer of an untrusted hook is unknown, not a failure.
    if (attempt.kind === 'failed' && attempt.reason === 'untrusted') {
      host.unknown(index, `untrusted: ${attempt.message}`)
      return { verdict: PASS, run: failedRun(hook, attempt.reason, attempt.message, PASS, ms) }
    }
    const answer = host.answered(index, attempt)
    host.ended(index, answer, ms)
    const { verdict, failure, result } = answer
    if (failure === undefined) return { verdict, run: returnedRun(hook, result, verdict, ms) }
    return { verdict, run: { ...failedRun(hook, failure.reason, failure.message, verdict, ms), result } }
  }

  // Its step says that it returned; the outcome says what came of it.
  #recrashed(index: number, { verdict, failure }: Answered): void {
    const run = this.#runs[index] as HookRun
    const { reason, message } = failure ?? {}
    this.#runs[index] =
      reason === undefined
        ? { ...run, verdict }
        : { ...run, ...failedRun(this.#hook(index), reason, message ?? '', verdict, run.durationMs) }
  }

  #failure(index: number, failure: Reason, why: string, ms: number): { verdict: Verdict; run: HookRun } {
    const hook = this.#hook(index)
    const verdict = verdictOfFailure(this.chain.record, hook, failure, why, this.#failOpen)
    return { verdict, run: failedRun(hook, failure, why, verdict, ms) }
  }

  #enter(index: number, entered: HookRun, process?: ProcessFacts): void {
    const event = otherSpelling(this.#hook(index), this.chain.event)
    const run = event === undefined ? entered : { ...entered, event }
    this.#runs[index] = run
    const emit = this.#emit
    if (emit !== undefined) emit({ v: 1, kind: 'finished', at: this.at, firing: this.#id, run, process })
  }

  #hook(index: number): Hook {
    return this.chain.hooks[index] as Hook
  }

  #ending(index: number, verdict: Verdict): string | undefined {
    const { endsAt } = this.chain.flow
    const { name } = this.#hook(index)
    if (verdict.decision === 'stop') return `not reached: ${name} stopped the agent`
    if (endsAt === 'never') return undefined
    if (endsAt === 'decision')
      return verdict.decision === undefined ? undefined : `not reached: ${name} decided`
    if (verdict.decision === 'deny') return `not reached: ${name} denied`
    return endsAt === 'answer' && verdict.answer !== undefined ? `not reached: ${name} answered` : undefined
  }
}
