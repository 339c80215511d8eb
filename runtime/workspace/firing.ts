// One event through the hooks that answer it: the chain, the door, the session's order. Whoever has hooks, settings
// and an engine can fire; where the hooks come from and where they run is the caller's.

import type { Dialect } from '../contract/dialect.ts'
import type { DialectId } from '../contract/dialectId.ts'
import { dialectOf } from '../contract/dialects/index.ts'
import type { EventRecord } from '../contract/eventRecord.ts'
import type { HostFacts } from '../contract/facts.ts'
import type { Hook } from '../contract/hook.ts'
import { valueAt } from '../contract/json.ts'
import type { Outcome, Step } from '../contract/outcome.ts'
import type { Settings } from '../contract/settings.ts'
import { sentence } from '../contract/suggest.ts'
import { mismatchText } from '../contract/validate.ts'
import { type Chain, chainOf } from '../engine/chain.ts'
import type { Engine } from '../engine/engine.ts'
import { checkPayload, knownRecord, Refusal } from './admission.ts'
import { openQueue } from './queue.ts'

export type Firing = {
  /** The hooks that answer an event, in firing order. Throws a Refusal for an event that is not known. */
  chain(dialect: DialectId, event: string): Chain
  /** Throws a Refusal for an event or payload that cannot be fired. */
  fire(event: string, payload: unknown, options: FireOptions): Outcome | Promise<Outcome>
  /** Makes the chains anew. */
  forget(): void
}

export type FiringOptions = {
  readonly engine: Engine
  readonly hooks: () => readonly Hook[]
  /** What a host's configuration says as a whole. */
  readonly hostSettings?: (dialect: DialectId) => Readonly<Record<string, unknown>>
  readonly settings: () => Settings
  /** What a failed hook counts as, where the caller does not say. */
  readonly failsOpen: (dialect: DialectId) => boolean
  /** The caller fires one event after the other, so that none need wait for an earlier one. */
  readonly oneByOne?: boolean
  /** Hears every step; undefined while nobody listens. */
  readonly tell?: () => ((step: Step) => void) | undefined
}

export function openFiring(options: FiringOptions): Firing {
  const { engine, hooks, settings, failsOpen } = options
  const queue = options.oneByOne === true ? undefined : openQueue()
  let chains = new Map<string, Map<string, Chain>>()
  return {
    chain,
    fire,
    forget() {
      chains = new Map()
    },
  }

  function chain(dialect: DialectId, event: string): Chain {
    let own = chains.get(dialect)
    if (own === undefined) {
      own = new Map()
      chains.set(dialect, own)
    }
    let known = own.get(event)
    if (known === undefined) {
      const record = knownRecord(dialect, event)
      known = chainOf(
        dialectOf(dialect) as Dialect,
        event,
        record,
        hooks().filter(isSeen),
        options.hostSettings?.(dialect),
      )
      own.set(event, known)
    }
    return known
  }

  function fire(event: string, payload: unknown, given: FireOptions): Outcome | Promise<Outcome> {
    const whole = chain(given.dialect, event)
    const { record } = whole
    const firing = narrowed(whole, given)
    const tell = options.tell?.()
    const nobody = firing.hooks.length === 0 && tell === undefined
    const { fromOutside = false } = given
    if (nobody && given.strict !== true && !fromOutside) return engine.fire(firing, payload)
    if (fromOutside || tell !== undefined || firing.hooks.some((hook) => hook.handler === undefined)) {
      checkPayload(payload, settings().maxPayloadBytes)
    }
    const wrong = mismatchText(record.payload, payload)
    if (wrong !== undefined && given.strict === true) {
      throw new Refusal(sentence(`The payload misses the schema of ${given.dialect} ${event}: ${wrong}`))
    }
    const emit =
      tell === undefined || wrong === undefined ? tell : (step: Step) => tell(notedStep(step, wrong))
    const { session, cwd } = placeOf(record, payload, given)
    const start = () =>
      engine.fire(firing, payload, {
        failOpen: given.failOpen ?? failsOpen(given.dialect),
        session,
        cwd,
        signal: given.signal,
        facts: given.facts,
        emit,
      })
    const outcome =
      session === undefined || queue === undefined
        ? start()
        : queue(`${session}\n${given.dialect}\n${event}`, start, given.signal)
    return wrong === undefined ? outcome : noted(outcome, wrong)
  }
}

// A built-in hook that is off is nobody's business but the list's.
function isSeen({ runner, state }: Hook): boolean {
  return runner !== 'builtin' || state === 'active'
}

function narrowed(chain: Chain, { only, timeoutMs }: FireOptions): Chain {
  if (only === undefined && timeoutMs === undefined) return chain
  const kept = only === undefined ? chain.hooks : chain.hooks.filter(only)
  return { ...chain, hooks: timeoutMs === undefined ? kept : kept.map((hook) => ({ ...hook, timeoutMs })) }
}

function placeOf({ common }: EventRecord, payload: unknown, { session }: FireOptions) {
  return { session: session ?? text(payload, common.session), cwd: text(payload, common.cwd) }
}

function text(payload: unknown, path: string | undefined): string | undefined {
  const value = path === undefined ? undefined : valueAt(payload, path)
  return typeof value === 'string' ? value : undefined
}

async function noted(outcome: Outcome | Promise<Outcome>, wrong: string): Promise<Outcome> {
  const settled = await outcome
  return { ...settled, notes: [note(wrong), ...settled.notes] }
}

function notedStep(step: Step, wrong: string): Step {
  if (step.kind !== 'settled') return step
  return { ...step, outcome: { ...step.outcome, notes: [note(wrong), ...step.outcome.notes] } }
}

function note(wrong: string): string {
  return `the payload misses its schema: ${wrong}`
}

export type FireOptions = {
  readonly dialect: DialectId
  /** Firings of one session and event settle in the order sent. Read from the payload where absent. */
  readonly session?: string
  readonly signal?: AbortSignal
  /** Runs only these hooks of the chain; the others are neither run nor listed. */
  readonly only?: (hook: Hook) => boolean
  /** Refuses a payload that misses its schema; otherwise it fires with a note. */
  readonly strict?: boolean
  readonly failOpen?: boolean
  /** What a host's judgement depends on besides; its defaults unless given. */
  readonly facts?: HostFacts
  /** Milliseconds each hook may take, instead of its own time-out. */
  readonly timeoutMs?: number
  /**
   * The payload came over a connection or from a file: it is measured even where no hook would get it.
   * @internal
   */
  readonly fromOutside?: boolean
}
