// `hookbench run --all`: translates one payload for every host, lets each judge it with its entries here, and reports
// what a host cannot do at this lifecycle point.

import type { Dialect } from '../contract/dialect.ts'
import { answersTo, dialects } from '../contract/dialects/index.ts'
import type { UnknownHook } from '../contract/effect.ts'
import { effectCells } from '../contract/effectWords.ts'
import type { Hook } from '../contract/hook.ts'
import type { Outcome } from '../contract/outcome.ts'
import { eventsThere, translate } from '../contract/translate/translate.ts'
import { type HooksHere, printDifferences } from './outcome.ts'
import { paint, print, table } from './print.ts'

/** The result of one host at one of its events. */
export type HostRow = {
  readonly dialect: string
  /** The host's name of the event; absent where it has none for this lifecycle point. */
  readonly event?: string
  readonly payload?: unknown
  /** Absent where the host has no such event, where it is not known, and where it is not reached. */
  readonly outcome?: Outcome
  /**
   * Why there is no outcome although the host has the event; `untranslated`: no entry is registered for it, and its
   * payload is not known.
   */
  readonly open?: 'unknown' | 'unreached' | 'untranslated'
  /** What the host cannot do here, why its entries do not run, and what could not be translated: one line each. */
  readonly notes: readonly string[]
}

/** What the comparison needs from the workspace. */
export type Judging = {
  readonly root: string
  readonly hooks: readonly Hook[]
  /** What the host cannot read in its configuration here: one line each. */
  readonly unread: (dialect: Dialect) => readonly string[]
  readonly fire: (dialect: Dialect, event: string, payload: unknown) => Promise<Outcome>
  /** Why a hook does not run on a payload; undefined where no reason is known. */
  readonly closed: (hook: Hook, event: string, payload: unknown) => Promise<string | undefined>
}

/** Runs the event at all hosts, one after the other. */
export async function runOnAllHosts(
  payload: unknown,
  from: Dialect,
  event: string,
  judging: Judging,
): Promise<readonly HostRow[]> {
  const rows: HostRow[] = []
  for (const to of Object.values<Dialect>(dialects))
    if (to.host !== undefined) rows.push(...(await rowsOf({ payload, from, event }, to, judging)))
  return rows
}

type TranslationRequest = { readonly payload: unknown; readonly from: Dialect; readonly event: string }

async function rowsOf(
  request: TranslationRequest,
  to: Dialect,
  judging: Judging,
): Promise<readonly HostRow[]> {
  const { payload, from, event } = request
  const isAwaited = (name: string) => waiting(judging, to, name).some(({ events }) => events.includes(name))
  const there = eventsThere(payload, from, event, to, isAwaited)
  if ('why' in there) return [{ dialect: to.id, notes: [there.why] }]
  const rows: HostRow[] = []
  // The payload of the next event at the same moment, as changed by hooks.
  let cells = request
  for (const name of there.events) {
    const stopped = rows.find(({ outcome }) => outcome?.effect?.operation?.fate === 'blocked')
    if (stopped !== undefined) {
      const note = `${name} does not occur: ${stopped.event} ends the call before`
      rows.push({ dialect: to.id, event: name, open: 'unreached', notes: [note] })
      continue
    }
    const row = await rowOf(cells, event, to, name, judging)
    rows.push(row)
    if (row.outcome?.changed === true) cells = { payload: row.outcome.payload, from: to, event: name }
  }
  return rows
}

async function rowOf(
  { payload, from, event }: TranslationRequest,
  originalEvent: string,
  to: Dialect,
  name: string,
  { root, hooks, unread, fire, closed }: Judging,
): Promise<HostRow> {
  const own = waiting({ hooks }, to, name)
  const made = translate(payload, from, event, to, name, root)
  const unknown =
    'why' in made
      ? made.why
      : own.some(({ entry }) => isNarrowed(entry?.matcher))
        ? made.unmatched
        : undefined
  if (unknown !== undefined && own.length > 0)
    return { dialect: to.id, event: name, open: 'unknown', notes: [unknown] }
  if ('why' in made)
    return {
      dialect: to.id,
      event: name,
      open: 'untranslated',
      notes: [...withoutEntries(unread(to)), made.why],
    }
  const given = made.payload
  const outcome = await fire(to, name, given)
  // Notes on the translated payload are relevant only where a hook runs.
  const hasRun = outcome.hooks.some(({ status, why }) => status !== 'skipped' || why?.startsWith('unknown: '))
  const looksOnly =
    to.events[name]?.semantics === 'observe' && from.events[originalEvent]?.semantics !== 'observe'
  const notes = [
    ...(own.length === 0 ? withoutEntries(unread(to)) : []),
    ...(looksOnly ? [`answers to ${name} have no effect`] : []),
    ...(await idle(own, outcome, (hook) => closed(hook, name, given))),
    ...outcome.hooks.flatMap((run) =>
      run.status === 'failed' ? [`${run.name} fails: ${run.why ?? run.failure}`] : [],
    ),
    ...(hasRun ? made.notes : []),
    ...(outcome.effect?.unknown ?? []).map((one) => unknownNote(one, outcome)),
    ...(outcome.effect?.assumed ?? []).map((text) => `assumed: ${text}`),
    ...(to.host?.unobserved === undefined ? [] : [to.host.unobserved]),
  ]
  return { dialect: to.id, event: name, payload: given, outcome, notes }
}

function unknownNote({ hook, why }: UnknownHook, { hooks }: Outcome): string {
  const name = hooks.find(({ id }) => id === hook)?.name ?? hook
  return `what ${name} answers is not known: ${why.replace(/^untrusted: (?=not trusted)/, '')}`
}

// The hooks that did not run, each with the first reason.
async function idle(
  own: readonly Hook[],
  { hooks, effect }: Outcome,
  closed: (hook: Hook) => Promise<string | undefined>,
): Promise<readonly string[]> {
  const lines: string[] = []
  for (const hook of own) {
    const run = hooks.find(({ id }) => id === hook.id)
    const isUnknown = effect?.unknown?.some((one) => one.hook === hook.id)
    if ((run !== undefined && run.status !== 'skipped') || isUnknown === true) continue
    const why = (await closed(hook)) ?? run?.why ?? 'the reason is unknown'
    lines.push(`${hook.name} does not run: ${why}`)
  }
  return lines
}

// Entries of the host that are registered for the event.
function waiting({ hooks }: Pick<Judging, 'hooks'>, { id }: Dialect, event: string): readonly Hook[] {
  return hooks.filter((hook) => hook.dialect === id && hook.entry !== undefined && answersTo(hook, event))
}

function isNarrowed(matcher: string | undefined): boolean {
  return matcher !== undefined && matcher !== '' && matcher !== '*'
}

// Entries in a file that the host cannot read count for no event.
function withoutEntries(unread: readonly string[]): readonly string[] {
  return unread.length > 0 ? unread : ['no entry of its configuration here is for this event']
}

const OPEN = { unknown: 'not known', unreached: 'does not occur', untranslated: 'nothing runs' } as const

/** Prints the rows as a table, with the notes below it. */
export function printAllHosts(rows: readonly HostRow[], here: HooksHere): void {
  const titles = ['', 'event', 'effect', 'the model reads'].map((text) => paint('dim', text))
  const cells = rows.map(({ dialect, event, outcome, open }) => {
    const effect = outcome?.effect
    const cells =
      effect === undefined
        ? [paint('dim', open === undefined ? '' : OPEN[open]), '']
        : effectCells(effect, outcome?.changed === true)
    return [paint('bold', titleOf(dialect)), event ?? paint('dim', 'none'), ...cells]
  })
  print(table([titles, ...cells]))
  printDifferences(outcomesOf(rows), here)
  const withNotes = rows.filter(({ notes }) => notes.length > 0)
  if (withNotes.length > 0) print()
  for (const { dialect, event, notes } of withNotes) {
    const several = rows.filter((row) => row.dialect === dialect).length > 1
    const title = several ? `${titleOf(dialect)}, ${event}` : titleOf(dialect)
    // A sentence about the host already names it.
    for (const note of notes) print(note.startsWith(`${titleOf(dialect)} `) ? note : `${title}: ${note}`)
  }
}

/**
 * One outcome per host: that of the event that blocks the call, where there is one, with the hooks of all its events.
 */
export function outcomesOf(rows: readonly HostRow[]): readonly Outcome[] {
  return [...Map.groupBy(rows, ({ dialect }) => dialect).values()].flatMap((own) => {
    const all = own.flatMap(({ outcome }) => outcome ?? [])
    const [first] = all
    const decisive =
      all.find(({ effect }) => effect?.operation?.fate === 'blocked') ??
      all.find(({ effect }) => effect?.operation?.kind !== 'other') ??
      first
    // Where the call's own event is not known, the outcome of an event without a decision does not describe the call.
    const isOpen = own.some(({ open }) => open === 'unknown')
    if (decisive === undefined || (isOpen && decisive.effect?.operation?.kind === 'other')) return []
    const hooks = all.flatMap(({ event, hooks: runs }) =>
      runs.map((run) => ({ ...run, event: run.event ?? event })),
    )
    return [all.length === 1 ? decisive : { ...decisive, hooks }]
  })
}

function titleOf(id: string): string {
  return Object.values<Dialect>(dialects).find((one) => one.id === id)?.title ?? id
}
