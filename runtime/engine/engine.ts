// The engine: fires a payload through the chain of an event. Executors, trust and clock are passed in.

import type { Executor } from '../contract/call.ts'
import type { HostFacts } from '../contract/facts.ts'
import type { Hook } from '../contract/hook.ts'
import type { Outcome, Step } from '../contract/outcome.ts'
import { type Chain, planOf, type Trusts } from './chain.ts'
import { type Clock, systemClock } from './clock.ts'
import { hostFiring } from './entryPlans.ts'
import { FiringState } from './firingState.ts'
import { HostRuns } from './hostRuns.ts'
import { unansweredOutcome, wirePayload } from './outcome.ts'
import { ParallelRun } from './parallel.ts'
import { SequentialRun } from './sequential.ts'
import { Watchdog } from './watchdog.ts'

export type EngineOptions = {
  readonly executorOf: (hook: Hook) => Executor
  readonly trusts: Trusts
  /** Why the answer of a host's hook is unavailable here, whether the hook is trusted or not. */
  readonly absent?: Trusts
  readonly clock?: Clock
}

export type EngineFireOptions = {
  /** How failed hooks count: by their record's rule (true, the default), or as a refusal (false). */
  readonly failOpen?: boolean | undefined
  readonly session?: string | undefined
  readonly cwd?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Facts that the host's judgement depends on besides the payload; default: the host's own. */
  readonly facts?: HostFacts | undefined
  /** Receives every step; without it, no steps are created. */
  readonly emit?: ((step: Step) => void) | undefined
}

export type Engine = {
  /**
   * Fires a payload through a chain. Returns synchronously if no hook has to be awaited. No hook makes it reject; an
   * error of Hookbench itself does, so that nobody takes it for a permission.
   */
  fire(chain: Chain, payload: unknown, options?: EngineFireOptions): Outcome | Promise<Outcome>
}

export function createEngine({ executorOf, trusts, absent, clock = systemClock }: EngineOptions): Engine {
  const world = { clock, watchdog: new Watchdog(clock), executorOf, trusts, absent }
  let firings = 0

  return {
    fire(chain, payload, options = NO_OPTIONS) {
      const { emit, signal } = options
      const firing = hostFiring(chain, payload, options.facts)
      if (chain.hooks.length === 0 && emit === undefined && firing === undefined) {
        return unansweredOutcome(chain, payload)
      }
      const host = firing === undefined ? undefined : new HostRuns(chain, firing)
      const at = clock.now()
      firings++
      const id = emit === undefined ? '' : `f${firings}`
      if (emit !== undefined) {
        const { dialect, event } = chain
        const { session, cwd } = options
        emit({
          v: 1,
          kind: 'fired',
          at,
          firing: id,
          dialect: dialect.id,
          event,
          payload: wirePayload(chain, payload),
          session,
          cwd,
          ...(host === undefined ? {} : { facts: host.facts }),
        })
        emit({ v: 1, kind: 'planned', at, firing: id, hooks: planOf(chain, trusts, host?.plans) })
      }
      const books = new FiringState(chain, payload, id, options, clock, at, host)
      const inSequence = host?.inSequence ?? chain.flow.run === 'sequential'
      const running = inSequence ? new SequentialRun(world, books) : new ParallelRun(world, books)
      if (signal === undefined) return running.run()
      if (signal.aborted) running.abort()
      return abortable(running, signal)
    },
  }
}

const NO_OPTIONS: EngineFireOptions = {}

async function abortable(running: ParallelRun | SequentialRun, signal: AbortSignal): Promise<Outcome> {
  const abort = () => running.abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await running.run()
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
