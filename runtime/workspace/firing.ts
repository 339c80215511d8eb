// Fires one event through the hooks that handle it: builds the chain, validates the payload, keeps a session's order.
// The caller provides hooks, settings and engine, and so decides where hooks come from and where they run.

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
  /** The hooks that handle an event, in firing order. Throws a Refusal for an unknown event. */
  chain(dialect: DialectId, event: string): Chain
  /** Throws a Refusal for an event or payload that cannot be fired. */
  fire(event: string, payload: unknown, options: FireOptions): Outcome | Promise<Outcome>
  /** Discards the cached chains, which are rebuilt on demand. */
  forget(): void
}

export type FiringOptions = {
  readonly engine: Engine
  readonly hooks: () => readonly Hook[]
  /** Settings that apply to a host's configuration as a whole. */
  readonly hostSettings?: (dialect: DialectId) => Readonly<Record<string, unknown>>
  readonly settings: () => Settings
  /** Whether failed hooks count by their record's rule, unless the caller decides. */
  readonly failsOpen: (dialect: DialectId) => boolean
  /** Whether the caller fires one event at a time, so that no queue is needed. */
  readonly oneByOne?: boolean
  /** Receives every step; undefined while there are no listeners. */
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
    const isUnobserved = firing.hooks.length === 0 && tell === undefined
    const { fromOutside = false } = given
    if (isUnobserved && given.strict !== true && !fromOutside) return engine.fire(firing, payload)
    if (fromOutside || tell !== undefined || firing.hooks.some((hook) => hook.handler === undefined)) {
      checkPayload(payload, settings().maxPayloadBytes, firing.hooks.some(isWritten))
    }
    const wrong = mismatchText(record.payload, payload)
    if (wrong !== undefined && given.strict === true) {
      throw new Refusal(
        sentence(`The payload does not match the schema of ${given.dialect} ${event}: ${wrong}`),
      )
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

// An inactive built-in hook is only listed; it is not part of any chain.
function isSeen({ runner, state }: Hook): boolean {
  return runner !== 'builtin' || state === 'active'
}

// Gets the payload as JSON. Modules get a copy, handlers the payload itself.
function isWritten({ runner }: Hook): boolean {
  return runner === 'executable' || runner === 'python' || runner === 'entry'
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
  return `the payload does not match its schema: ${wrong}`
}

export type FireOptions = {
  readonly dialect: DialectId
  /** Firings of one session and event settle in the order sent. Default: read from the payload. */
  readonly session?: string
  readonly signal?: AbortSignal
  /** Runs only these hooks of the chain; the others neither run nor appear in the outcome. */
  readonly only?: (hook: Hook) => boolean
  /** Refuses a payload that does not match its schema; otherwise it fires with a note. */
  readonly strict?: boolean
  readonly failOpen?: boolean
  /** Facts that the host's judgement depends on besides the payload; default: the host's own. */
  readonly facts?: HostFacts
  /** Time limit of each hook in milliseconds; default: its own. */
  readonly timeoutMs?: number
  /**
   * The payload came over a connection or from a file: its size is checked even if no hook would get it.
   * @internal
   */
  readonly fromOutside?: boolean
}
