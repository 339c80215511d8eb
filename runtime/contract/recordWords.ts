// An event record as text: one wording for the reference, the hovers and the messages.

import type { Dialect } from './dialect.ts'
import type { EventRecord, OnFailure, Semantics } from './eventRecord.ts'
import { flowOf } from './flow.ts'
import { listed as enumerated } from './listed.ts'
import { REASONS } from './verdict.ts'

/** What hooks of these semantics may do, as a sentence. */
export const SEMANTICS: Readonly<Record<Semantics, string>> = {
  observe: 'Hooks only observe; their answers neither change the payload nor stop the agent.',
  transform: 'Hooks may replace the payload; each receives the result of the previous one.',
  veto: 'Hooks may replace the payload or deny; the first denial ends the firing.',
}

/** The answer, for dialects whose hooks return the payload itself. */
export const ANSWERS: Readonly<Record<Semantics, string>> = {
  observe: 'Nothing.',
  transform: 'The payload to continue with, changed or not.',
  veto: 'The payload to continue with, changed or not; null cancels.',
}

/** What a failed hook counts as: a sentence fragment. */
export function failureText(onFailure: OnFailure): string {
  if (onFailure === 'pass') return 'counts as no opinion'
  if (onFailure === 'deny') return 'counts as a denial'
  const denies = REASONS.filter((reason) => onFailure[reason] === 'deny')
  return `counts as a denial when it is ${denies.map((reason) => `\`${reason}\``).join(' or ')}, otherwise as no opinion`
}

/** What a hook without an answer counts as: a sentence fragment. */
export function emptyText(empty: EventRecord['empty']): string {
  return empty === 'pass' ? 'counts as no opinion' : 'is a failure, `invalid`'
}

/** How the hooks of an event run together: one sentence. */
export function flowText(dialect: Pick<Dialect, 'flow'>, record: EventRecord): string {
  const { run, sees, endsAt } = flowOf(dialect, record)
  const order = run === 'parallel' ? 'All hooks run at once' : 'Hooks run one after the other'
  const input = sees === 'original' ? 'with the original payload' : 'each with the result of the previous one'
  const end = {
    deny: '; a denial ends the firing',
    answer: '; a denial or an answer ends the firing',
    decision: '; the first decision ends the firing',
    run: '; an answer that ends the run ends the firing',
    never: '',
  }
  return `${order}, ${input}${end[endsAt]}.`
}

/** Events in a sentence: all of them up to three, else `one, two and 16 more`. */
export function listed(events: readonly string[], word: 'or' | 'nor'): string {
  if (events.length > 3) return `${events.slice(0, 2).join(', ')} and ${events.length - 2} more`
  return events.join(` ${word} `)
}

/** A sentence: none of the events has this field in its payload, and what a hook reads instead. */
export function carriesNo(events: readonly string[], fields: readonly string[], instead: string): string {
  const [only] = events
  const who =
    events.length <= 1
      ? `${only ?? 'This event'} has no`
      : events.length > 3
        ? `None of its ${events.length} events has`
        : `Neither ${listed(events, 'nor')} has`
  const verb = instead.endsWith('Error') ? 'raises' : 'gives'
  const names = enumerated(
    fields.map((one) => `"${one}"`),
    'or',
  )
  return `${who} ${names}, so reading ${fields.length > 1 ? 'them' : 'it'} ${verb} ${instead}.`
}

/** A sentence: the host has no such field in an answer to any of the events. */
export function answersNo(events: readonly string[], field: string, then = 'it is ignored'): string {
  return `An answer to ${listed(events, 'or')} has no field "${field}", so ${then}.`
}
