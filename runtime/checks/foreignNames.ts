// Finds payload fields that another event or host has under the name that a hook reads.

import { calledOf } from '../contract/called.ts'
import type { Dialect } from '../contract/dialect.ts'
import type { DialectId } from '../contract/dialectId.ts'
import { dialects } from '../contract/dialects/index.ts'
import type { EventRecord } from '../contract/eventRecord.ts'
import { type Path, shapeAt } from '../contract/walk.ts'
import type { Ground } from './ground.ts'

/** A sentence for the message, and the name at these events. */
type ForeignName = { readonly note: string; readonly here?: string }

// A text may read the same field thousands of times.
const MOST_KEPT = 1000
const foreignNames = new WeakMap<Dialect, Map<string, ForeignName | undefined>>()

/** What is known of a name at these events; undefined where it is no known name of another event or host. */
export function foreignName(ground: Pick<Ground, 'dialect' | 'events'>, path: Path): ForeignName | undefined {
  const kept = foreignNames.get(ground.dialect) ?? new Map()
  foreignNames.set(ground.dialect, kept)
  const key = JSON.stringify([path, ground.events[0]])
  if (kept.size >= MOST_KEPT) kept.clear()
  if (!kept.has(key)) kept.set(key, foreignNameNow(ground, path))
  return kept.get(key)
}

// The name at this event of what another host has under this name at the same moment.
function nameHere(name: string, { lifecycle, common }: EventRecord): string | undefined {
  for (const { host, events } of Object.values<Dialect>(dialects))
    for (const record of host === undefined ? [] : Object.values<EventRecord>(events)) {
      const same = Object.entries(record.common).find(([, field]) => field === name)?.[0]
      const own = common[same as keyof EventRecord['common']]
      if (same !== undefined && record.lifecycle === lifecycle && own !== undefined && own !== name)
        return own
    }
  return undefined
}

// Hooks are copied from one agent to another together with their field names.
function foreignNameNow(
  { dialect, events }: Pick<Ground, 'dialect' | 'events'>,
  path: Path,
): ForeignName | undefined {
  const dotted = path.join('.')
  const calls = [...(calledOf(dialect)?.calls.values() ?? [])]
  if (calls.length > 0) {
    const hosts = new Set(calls.map(({ host }) => host))
    for (const host of hosts)
      for (const [event, { payload }] of Object.entries(host.events))
        if (shapeAt(payload, path).kind === 'known')
          return { note: hosts.size === 1 ? ` ${event} does.` : ` ${event} of ${host.title} does.` }
    const called = events.flatMap((event) => calledOf(dialect)?.calls.get(event)?.record ?? [])
    const names = new Set(called.map((record) => nameHere(dotted, record)))
    const [here] = names
    return names.size === 1 && here !== undefined ? { note: '', here } : undefined
  }
  const isOwn = Object.values<EventRecord>(dialect.events).some(({ common }) =>
    Object.values(common).includes(dotted),
  )
  if (isOwn) return undefined
  for (const other of Object.values(dialects)) {
    if (other.id === dialect.id) continue
    for (const record of Object.values<EventRecord>(other.events)) {
      const same = Object.entries(record.common).find(([, field]) => field === dotted)?.[0]
      if (same === undefined) continue
      const note = ` It is a field of ${TITLES[other.id]}.`
      const own = dialect.events[events[0] as string]?.common[same as keyof EventRecord['common']]
      const parent = path.slice(0, -1).join('.')
      const key = own?.split('.').at(-1)
      const fits = own !== undefined && own === [parent, key].filter((part) => part !== '').join('.')
      return fits && key !== undefined ? { note: note, here: key } : { note: note }
    }
  }
  return undefined
}

const TITLES: Readonly<Partial<Record<DialectId, string>>> = Object.fromEntries(
  Object.values(dialects).map(({ id, title }) => [id, title]),
)
