// Whether a host runs each of its entries in a firing, by the host's own plan.

import type { HookEntry } from '../contract/entry.ts'
import type { HostFacts } from '../contract/facts.ts'
import type { Hook } from '../contract/hook.ts'
import type { EntryPlan, Host, HostFiring } from '../contract/host.ts'
import type { Chain } from './chain.ts'

/** The firing passed to the host; undefined if the chain's dialect is not a host. */
export function hostFiring(
  chain: Chain,
  payload: unknown,
  facts: HostFacts | undefined,
): HostFiring | undefined {
  const { host } = chain.dialect
  if (host === undefined) return undefined
  const { event, record, settings } = chain
  return { event, record, payload, facts: facts ?? defaultFacts(host), settings }
}

function defaultFacts(host: Host): HostFacts {
  return { version: host.versions[0] as string, ...host.facts }
}

/** For each hook of the chain, whether the host runs it. */
export function entryPlans(chain: Chain, firing: HostFiring): readonly EntryPlan[] {
  const host = chain.dialect.host as Host
  const fires = host.fires(firing)
  const live = fires ? chain.hooks.filter((hook) => hook.entry?.off === undefined) : []
  const plans = fires ? plansOf(host, firing, live.map(entryOf)) : []
  const text = `${chain.dialect.title} does not fire ${firing.event} here`
  let next = 0
  // The reason an entry is off applies to every event, so it is reported even where this event does not fire.
  return chain.hooks.map((hook) => {
    const off = hook.entry?.off
    if (off !== undefined) return { run: false, why: off, text: hook.why ?? off }
    return fires ? (plans[next++] as EntryPlan) : { run: false, why: 'not-fired', text }
  })
}

// What a payload contains may make the evaluation of a condition fail. Then the condition is taken to hold, so that no
// guard is left out, and the other entries are planned as usual.
function plansOf(host: Host, firing: HostFiring, entries: readonly HookEntry[]): readonly EntryPlan[] {
  try {
    return host.plan(firing, entries)
  } catch {
    const failing = new Set(entries.filter((entry) => !canPlan(host, firing, entry)))
    const plans = host.plan(
      firing,
      entries.filter((entry) => !failing.has(entry)),
    )
    let next = 0
    return entries.map((entry) => (failing.has(entry) ? UNEVALUATED : (plans[next++] as EntryPlan)))
  }
}

const UNEVALUATED: EntryPlan = {
  run: true,
  waits: true,
  assumed: 'a condition that could not be evaluated holds',
}

function canPlan(host: Host, firing: HostFiring, entry: HookEntry): boolean {
  try {
    host.plan(firing, [entry])
    return true
  } catch {
    return false
  }
}

/** What the plans assume, where conditions could not be evaluated. */
export function assumedBy(plans: readonly EntryPlan[]): readonly string[] {
  return plans.flatMap((plan) => (plan.run ? (plan.assumed ?? []) : []))
}

export function entryOf(hook: Hook): HookEntry {
  return hook.entry as HookEntry
}
