// Which hosts an event means where several read one file: each is asked by its own name of the event. Whoever reads a file
// that belongs to another host is not asked, and named in a line.

import { relative, sep } from 'node:path'
import type { Dialect } from '../contract/dialect.ts'
import type { DialectId } from '../contract/dialectId.ts'
import { answersTo, dialectIds, dialectOf, recordOf } from '../contract/dialects/index.ts'
import type { Hook } from '../contract/hook.ts'
import { listed } from '../contract/listed.ts'
import { translate } from '../contract/translate/translate.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { chooseDialect, dialectsHere, likelyDialects } from './usage.ts'

/** A dialect that is asked, and what it calls the event. */
export type ConcernedHost = { readonly dialect: DialectId; readonly event: string }

/**
 * The dialects that an event means, and beside them those that have a file in common with one of them: who reads the same
 * entry by another name of the event, and who cannot read that file at all.
 */
export function concernedHosts(
  event: string,
  named: string | undefined,
  hooks: readonly Hook[],
  { refusedBy }: Pick<Workspace, 'refusedBy'>,
): readonly ConcernedHost[] {
  if (named !== undefined) return [{ dialect: chooseDialect(event, named), event }]
  const own = hooks.filter(({ entry }) => entry !== undefined && entry.borrowed !== true)
  // A host may read the name of another one's event as that of its own.
  const written = own.filter((hook) => isKnown(hook) && hook.entry?.at.includes(event) === true)
  // Whose file cannot be read may have an entry for it there.
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
    // A file of another host's that one does not take is an info.
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

/** What a host is given; `notes` say that and how it was translated. */
export type GivenPayload = ConcernedHost & {
  readonly payload: unknown
  readonly notes: readonly string[]
}

/** Why nothing can be given to a host. */
export type NotGiven = ConcernedHost & { readonly why: string }

/**
 * A payload of the event that was named, as each of the hosts is given it. It is a payload of one of those that have an
 * event of this name.
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

/** A line for each file that others read as well and that is not theirs: who, and how they are asked. */
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
