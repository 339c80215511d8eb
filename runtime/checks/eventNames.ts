// Names of events in comparisons that only other hosts have: the script was written for one of those.

import { calledOf } from '../contract/called.ts'
import { dialectsWith } from '../contract/dialects/index.ts'
import { oncePer } from '../contract/oncePer.ts'
import { type Problem, problem } from '../contract/problems.ts'
import type { Spot } from '../documents/spots.ts'
import type { View } from '../project/view.ts'
import type { Ground } from './ground.ts'
import { replacement } from './repair.ts'

/** A problem where no calling host has an event of this name, and the script names none of their own. */
export function eventNameProblem(
  { path, range, value }: Spot & { readonly kind: 'value' },
  own: readonly string[],
  { events, view, dialect }: Ground,
): readonly Problem[] {
  if (path.join('.') !== 'hook_event_name' || typeof value !== 'string') return []
  const others = dialectsWith(value)
  const calls = events.map((event) => calledOf(dialect)?.calls.get(event))
  const [first] = calls
  if (others.length === 0 || first === undefined) return []
  const names = wordsOf(view)
  for (const call of calls) {
    if (call === undefined || Object.hasOwn(call.host.events, value)) return []
    // A script that also names an event that only this host has serves several hosts.
    const telling = Object.keys(call.host.events).filter(
      (name) => !dialectsWith(name).some((id) => others.includes(id)),
    )
    if (telling.some((name) => names.has(name))) return []
  }
  const [here] = own
  const message = `${first.host.title} has no event "${value}", so this comparison always has the same result.`
  const more = own.length === 1 && here !== undefined ? replacement(view, range, here) : {}
  return [problem('value.impossible', view.document.path, message, { range, ...more })]
}

const wordsOf = oncePer(({ text }: View) => new Set(text.match(/\w+/g)))
