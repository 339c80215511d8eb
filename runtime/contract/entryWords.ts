// When an entry of a host's configuration fires, as text for users. Every user interface prints these.

import type { Dialect } from './dialect.ts'
import type { HookEntry } from './entry.ts'

type Fired = Pick<HookEntry, 'event' | 'matcher' | 'fields' | 'file'>

/** `fires on Bash, Edit`, `fires on every Stop`, or `never fires: Claude Code has no tool "Bahs"`. */
export function firesWords(entry: Fired, dialect: Dialect): string {
  const never = neverFires(entry, dialect)
  if (never !== undefined) return `never fires: ${never}`
  const { event, fields } = entry
  const matcher = lookedAt(entry, dialect)
  const on = matcher === undefined ? `every ${event}` : listed(matcher)
  return `fires on ${on}${typeof fields.if === 'string' ? `, if ${fields.if}` : ''}`
}

/** Why an entry can never fire, whatever the agent does; undefined where it may fire. */
export function neverFires({ event, matcher, file }: Fired, { host }: Dialect): string | undefined {
  return host?.matcherFault(event, matcher, file)?.never
}

/** The matcher, where there is one and the host evaluates it. */
export function lookedAt(
  { event, matcher }: Pick<Fired, 'event' | 'matcher'>,
  { events }: Dialect,
): string | undefined {
  if (events[event]?.matches === undefined) return undefined
  return matcher === undefined || matcher === '' || matcher === '*' ? undefined : matcher
}

// A list of names is formatted with commas; a regular expression is left as written.
function listed(matcher: string): string {
  return /^[\w|, -]+$/.test(matcher)
    ? matcher
        .split(/[|,]/)
        .map((name) => name.trim())
        .filter((name) => name !== '')
        .join(', ')
    : matcher
}
