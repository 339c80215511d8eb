// Chains and plans: which hooks answer an event, in which order, and which of them are skipped and why.

import type { Dialect } from '../contract/dialect.ts'
import type { EventRecord, Flow } from '../contract/eventRecord.ts'
import { flowOf } from '../contract/flow.ts'
import type { Hook } from '../contract/hook.ts'
import type { EntryPlan } from '../contract/host.ts'
import type { PlannedHook } from '../contract/outcome.ts'
import { isSameEvent } from '../contract/spelling.ts'
import { accepts } from '../contract/validate.ts'

/** All hooks of one event in firing order. Built once and fired many times. */
export type Chain = {
  readonly dialect: Dialect
  readonly event: string
  readonly record: EventRecord
  readonly flow: Flow
  readonly hooks: readonly Hook[]
  /** Settings that apply to a host's configuration as a whole. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Whether a result has the shape that the record requires. */
  readonly accepts: (result: unknown) => boolean
}

/** Returns undefined if a hook may run, otherwise the reason why not. Required, so that trust is always decided. */
export type Trusts = (hook: Hook) => string | undefined

/** The chain of one event. The caller looks up the record, so the engine contains no event names. */
export function chainOf(
  dialect: Dialect,
  event: string,
  record: EventRecord,
  hooks: readonly Hook[],
  settings: Chain['settings'] = {},
): Chain {
  const bound = hooks.filter(
    (hook) => hook.dialect === dialect.id && hook.events.some((one) => isSameEvent(dialect, one, event)),
  )
  bound.sort((a, b) => a.order - b.order)
  return {
    dialect,
    event,
    record,
    flow: flowOf(dialect, record),
    hooks: bound,
    settings,
    accepts: accepts(record.result),
  }
}

/** Why a hook is skipped regardless of the payload; undefined if it is not. */
export function passedOver(hook: Hook): string | undefined {
  if (hook.state === 'active' || hook.state === 'untrusted') return undefined
  return `${hook.state}${hook.why === undefined ? '' : `: ${hook.why}`}`
}

/** Why the answer of a host's hook is unknown here; undefined if the hook can run. */
export function unanswerable(
  hook: Hook,
  { trusts, absent }: { readonly trusts: Trusts; readonly absent?: Trusts | undefined },
): string | undefined {
  return passedOver(hook) ?? absent?.(hook) ?? untrusted(trusts(hook))
}

/** The plan of one firing, for display and for the `planned` step. Runs nothing. */
export function planOf(chain: Chain, trusts: Trusts, plans?: readonly EntryPlan[]): readonly PlannedHook[] {
  return chain.hooks.map((hook, index) => {
    const { id, name } = hook
    const plan = plans?.[index]
    if (plan?.run === false) return { id, name, run: false, why: plan.text, host: plan.why }
    const why = passedOver(hook) ?? untrusted(trusts(hook))
    return why === undefined ? { id, name, run: true } : { id, name, run: false, why }
  })
}

function untrusted(why: string | undefined): string | undefined {
  return why === undefined ? undefined : `untrusted: ${why}`
}
