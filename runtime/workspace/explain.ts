// Predicts what a payload would do without running any hook: whether it fits the event, which
// hooks would run, in which order, and why others would not.

import { assumptionsOf } from '../contract/assumptions.ts'
import type { Hook } from '../contract/hook.ts'
import { mismatchText } from '../contract/validate.ts'
import { planOf } from '../engine/chain.ts'
import { assumedBy, entryPlans, hostFiring } from '../engine/entryPlans.ts'
import { checkPayload } from './admission.ts'
import type { openFiring } from './firing.ts'
import type { Workspace } from './workspace.ts'

export type ExplainOptions = {
  readonly firing: Pick<ReturnType<typeof openFiring>, 'chain'>
  /** Why a hook may not run; undefined if it may. */
  readonly trusts: (hook: Hook) => string | undefined
  readonly maxPayloadBytes: () => number
}

/** Creates the `explain` method of a workspace. */
export function openExplain({ firing, trusts, maxPayloadBytes }: ExplainOptions): Workspace['explain'] {
  return (event, payload, { dialect, only, facts }) => {
    checkPayload(payload, maxPayloadBytes())
    const whole = firing.chain(dialect, event)
    const hooks = only === undefined ? whole.hooks : whole.hooks.filter(only)
    const chain = { ...whole, hooks }
    const fired = hostFiring(chain, payload, facts)
    const plans = fired === undefined ? undefined : entryPlans(chain, fired)
    const assumed = [...assumptionsOf(hooks, fired?.facts), ...assumedBy(plans ?? [])]
    return {
      dialect,
      event,
      mismatch: mismatchText(whole.record.payload, payload),
      hooks: planOf(chain, trusts, plans).map((planned, index) => {
        const { source, path } = hooks[index] as Hook
        return { ...planned, source, path }
      }),
      assumed: assumed.length === 0 ? undefined : assumed,
      unobserved: chain.dialect.host?.unobserved,
    }
  }
}
