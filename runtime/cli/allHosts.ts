// `hookbench run --all`: one payload, translated for every agent that is configured by entries, judged by each with the
// entries it has here, and what an agent cannot do at this point.

import type { Dialect, EventRecord } from '../contract/dialect.ts'
import { dialects } from '../contract/dialects/index.ts'
import { effectCells } from '../contract/effectWords.ts'
import type { Outcome } from '../contract/outcome.ts'
import { translate } from '../contract/translate.ts'
import { type HooksHere, printDifferences } from './outcome.ts'
import { paint, print, table } from './print.ts'

/** What one agent makes of it. */
export type HostRow = {
  readonly dialect: string
  /** Its own name of the event; absent where it has none for this point. */
  readonly event?: string
  readonly payload?: unknown
  readonly outcome?: Outcome
  /** What it cannot do here, and what could not be translated: a line each. */
  readonly notes: readonly string[]
}

/** Asks all of them, one after the other. */
export async function runOnAllHosts(
  payload: unknown,
  from: Dialect,
  event: string,
  isAwaited: (dialect: Dialect, event: string) => boolean,
  unread: (dialect: Dialect) => readonly string[],
  fire: (dialect: Dialect, event: string, payload: unknown) => Promise<Outcome>,
): Promise<readonly HostRow[]> {
  const rows: HostRow[] = []
  const source = from.events[event] as EventRecord
  for (const to of Object.values<Dialect>(dialects)) {
    if (to.host === undefined) continue
    const made = translate(payload, from, event, to, (name) => isAwaited(to, name))
    if (made.event === undefined) {
      rows.push({ dialect: to.id, notes: [made.why] })
      continue
    }
    const outcome = await fire(to, made.event, made.payload)
    const looksOnly = to.events[made.event]?.semantics === 'observe' && source.semantics !== 'observe'
    const notes = [
      ...(outcome.hooks.length === 0 ? withoutEntries(unread(to)) : []),
      ...(looksOnly ? [`answers to ${made.event} decide nothing`] : []),
      ...made.notes,
      ...(outcome.effect?.unknown ?? []).map(({ hook, why }) => `not known: ${hook} (${why})`),
      ...(outcome.effect?.assumed ?? []).map((text) => `assumed: ${text}`),
      ...(to.host.unobserved === undefined ? [] : [to.host.unobserved]),
    ]
    rows.push({ dialect: to.id, event: made.event, payload: made.payload, outcome, notes })
  }
  return rows
}

// What stands in a file that the agent cannot read is for no event of its.
function withoutEntries(unread: readonly string[]): readonly string[] {
  return unread.length > 0 ? unread : ['no entry of its configuration here is for this event']
}

/** The same as a table, and the notes below it. */
export function printAllHosts(rows: readonly HostRow[], here: HooksHere): void {
  const titles = ['', 'event', 'what becomes of it', 'the model reads'].map((text) => paint('dim', text))
  const cells = rows.map(({ dialect, event, outcome }) => {
    const effect = outcome?.effect
    const told = effect === undefined ? ['', ''] : effectCells(effect)
    return [paint('bold', titleOf(dialect)), event ?? paint('dim', 'none'), ...told]
  })
  print(table([titles, ...cells]))
  printDifferences(
    rows.flatMap(({ outcome }) => outcome ?? []),
    here,
  )
  const told = rows.filter(({ notes }) => notes.length > 0)
  if (told.length > 0) print()
  for (const { dialect, notes } of told) for (const note of notes) print(`${titleOf(dialect)}: ${note}`)
}

function titleOf(id: string): string {
  return Object.values<Dialect>(dialects).find((one) => one.id === id)?.title ?? id
}
