// The hosts that an event name stands for where several read the same file: each gets its own name of the event. Hosts
// that only borrow a file of another host are left out, and mentioned in one line.

import { relative, sep } from 'node:path'
import type { Dialect } from '../contract/dialect.ts'
import type { DialectId } from '../contract/dialectId.ts'
import { answersTo, dialectIds, dialectOf, recordOf } from '../contract/dialects/index.ts'
import type { Hook } from '../contract/hook.ts'
import { listed } from '../contract/listed.ts'
import { translate } from '../contract/translate/translate.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { chooseDialect, dialectsHere, likelyDialects } from './usage.ts'

/** A dialect to query, and its name of the event. */
export type ConcernedHost = { readonly dialect: DialectId; readonly event: string }

/**
 * The dialects that have the event, and those that share a file with one of them: because they read the same entry by
 * another name of the event, or cannot read that file at all.
 */
export function concernedHosts(
  event: string,
  named: string | undefined,
  hooks: readonly Hook[],
  { refusedBy }: Pick<Workspace, 'refusedBy'>,
): readonly ConcernedHost[] {
  if (named !== undefined) return [{ dialect: chooseDialect(event, named), event }]
  const own = hooks.filter(({ entry }) => entry !== undefined && entry.borrowed !== true)
  // A host may read another host's event name as one of its own events.
  const written = own.filter((hook) => isKnown(hook) && hook.entry?.at.includes(event) === true)
  // A file that a host cannot read may contain an entry for the event.
  const refusing = dialectIds.filter(
    (id) =>
      recordOf(id, event) !== undefined &&
      refusedBy(id).some(({ code, severity }) => code === 'configuration.rejected' && severity !== 'info'),
  )
  const isAnswered = hooks.some((hook) => answersTo(hook, event))
  const first = isAnswered
    ? dialectsHere(event, undefined, hooks)
    : written.length > 0 || refusing.length > 0
      ? []
      : dialectsHere(event, undefined, hooks)
  const concerned = own.filter(
    (hook) => written.includes(hook) || (first.includes(hook.dialect) && answersTo(hook, event)),
  )
  const places = new Set(concerned.map(placeOf))
  const beside = own.filter((hook) => isKnown(hook) && places.has(placeOf(hook)))
  const files = new Set(concerned.map(({ path }) => path))
  const cannot = dialectIds.flatMap((dialect): ConcernedHost[] => {
    // A borrowed file that a host rejects is reported with severity info.
    const isOwn = refusedBy(dialect).some(({ path, severity }) => severity !== 'info' && files.has(path))
    const names = [event, ...concerned.flatMap(({ entry }) => (entry?.at ?? []).map(String))]
    const name = names.find((one) => recordOf(dialect, one) !== undefined)
    return isOwn && name !== undefined ? [{ dialect, event: name }] : []
  })
  const all = [
    ...first.map((dialect): ConcernedHost => ({ dialect, event })),
    ...beside.map(({ dialect, events: [name = event] }): ConcernedHost => ({ dialect, event: name })),
    ...cannot,
    ...refusing.map((dialect): ConcernedHost => ({ dialect, event })),
  ]
  return dialectIds.flatMap((id) => all.find(({ dialect }) => dialect === id) ?? [])
}

/** The payload for one host; `notes` state whether and how it was translated. */
export type GivenPayload = ConcernedHost & {
  readonly payload: unknown
  readonly notes: readonly string[]
}

/** Why there is no payload for a host. */
export type NotGiven = ConcernedHost & { readonly why: string }

/**
 * A payload of the named event, translated for each host. Its source is one of the dialects that have an event of this
 * name.
 */
export function inWordsOf(
  payload: unknown,
  event: string,
  hosts: readonly ConcernedHost[],
  root: string,
): readonly (GivenPayload | NotGiven)[] {
  const having = hosts.flatMap(({ dialect, event: name }) => (name === event ? [dialect] : []))
  const [source = having[0]] = likelyDialects(payload, event, having)
  const from = source === undefined ? undefined : (dialectOf(source) as Dialect)
  return hosts.map((one) => {
    if (from === undefined || (one.dialect === from.id && one.event === event))
      return { ...one, payload, notes: [] }
    const to = dialectOf(one.dialect) as Dialect
    const made = translate(payload, from, event, to, one.event, root)
    if ('why' in made) return { ...one, why: made.why }
    const notes = [`the payload of ${from.title} is translated`, ...made.notes]
    return { ...one, payload: made.payload, notes }
  })
}

/** One line per file that other hosts read as well but do not own: which hosts, and the command to query them. */
export function borrowerLines(
  hosts: readonly ConcernedHost[],
  { list, root }: Pick<Workspace, 'list' | 'root'>,
  howTo: (event: string, dialect: DialectId) => string,
): readonly string[] {
  const hooks = list()
  const concerned = hooks.filter((hook) =>
    hosts.some(({ dialect, event }) => dialect === hook.dialect && answersTo(hook, event)),
  )
  const places = new Set(concerned.map(placeOf))
  const others = hooks.filter(
    (hook) =>
      hook.entry?.borrowed === true &&
      hook.state !== 'broken' &&
      hook.state !== 'disabled' &&
      places.has(placeOf(hook)) &&
      !hosts.some(({ dialect }) => dialect === hook.dialect),
  )
  return [...Map.groupBy(others, ({ path }) => path)].map(([path, [first, ...more]]) => {
    const { dialect, events } = first as Hook
    const ids = [...new Set([dialect, ...more.map((hook) => hook.dialect)])]
    const shown = path.startsWith(`${root}${sep}`) ? relative(root, path) : path
    const titles = listed(ids.map((id) => dialectOf(id)?.title ?? id))
    return `${titles} ${ids.length === 1 ? 'reads' : 'read'} ${shown} as well: \`${howTo(events[0] ?? '', dialect)}\`.`
  })
}

function isKnown({ dialect, events: [event = ''] }: Hook): boolean {
  return recordOf(dialect, event) !== undefined
}

function placeOf({ path, entry }: Hook): string {
  return `${path}\0${JSON.stringify(entry?.at)}`
}
