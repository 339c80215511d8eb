// The result panel's page for two compared sessions: events in only one of them and events with different outcomes,
// side by side, then the results of every hook. Pure: does not use the editor.

import type { HookRun } from '../../runtime/contract/outcome.ts'
import { l10n } from '../l10n.ts'
import type { RecordedEventMessage } from '../protocol.ts'
import type {
  EventPair,
  HookDifference,
  HookTally,
  SessionComparison,
} from '../recordings/compare/sessions.ts'
import { payloadSummary } from '../replay/payloadSummary.ts'
import { sayRun, tellOutcome } from '../say.ts'
import { clipped, duration, type Sign, signOfOutcome, whyHere } from '../signs.ts'
import type { Cell, Fact, ResultPage, Row, Table } from './messages.ts'
import { framed, type ResultFrame, shown } from './page.ts'

/** One of the two sessions. */
export type ComparedSession = {
  readonly name: string
  /** Number of events, and start time. */
  readonly about: string
  readonly events: readonly RecordedEventMessage[]
}

/** Target of a cell's link: an event of one of the sessions. */
export type SessionPlace = { readonly side: 'left' | 'right'; readonly n: number }

/** Most rows shown per table. */
const MOST_ROWS = 200

/** The page; the cell of an event links to its place in the timeline. */
export function sessionsPage(
  frame: ResultFrame,
  [left, right]: readonly [ComparedSession, ComparedSession],
  { events, hooks }: SessionComparison,
): ResultPage {
  const differing = events.filter(({ differs }) => differs)
  const names = [shown(left.name, 60), shown(right.name, 60)] as const
  const facts = [left, right].map(factOf)
  const verdict =
    differing.length === 0
      ? l10n.t('Same outcome in both')
      : l10n.t('Different in {0} of {1} events', differing.length, events.length)
  const sign: Sign = differing.length === 0 ? 'pass' : 'changed'
  return framed(frame, sign, verdict, facts, [eventTable(differing, names), hookTable(hooks, names)])
}

/** Parses a link target. */
export function placeIn(to: string): SessionPlace | undefined {
  const [, side, n] = /^(left|right)#(\d+)$/.exec(to) ?? []
  return n === undefined ? undefined : { side: side as SessionPlace['side'], n: Number(n) }
}

function factOf({ name, about, events }: ComparedSession): Fact {
  const signs = events.map(({ outcome, settled }) => signOfOutcome(outcome, settled))
  const denied = signs.filter((sign) => sign === 'denied').length
  const failed = signs.filter((sign) => sign === 'failed').length
  const spent = events.reduce((sum, { outcome }) => sum + (outcome.durationMs || 0), 0)
  const parts = [
    about,
    ...(denied === 0 ? [] : [l10n.t('{0} denied', denied)]),
    ...(failed === 0 ? [] : [l10n.t('{0} failed', failed)]),
    l10n.t('{0} in hooks', duration(spent)),
  ]
  return { label: name, value: parts.join(' · ') }
}

function eventTable(differing: readonly EventPair[], names: readonly [string, string]): Table {
  const rows = differing.slice(0, MOST_ROWS).map((pair): Row => {
    const { left, right, hooks } = pair
    const event = (left ?? right)?.event ?? ''
    return {
      cells: [{ text: event }, eventCell(left, 'left'), eventCell(right, 'right')],
      notes: hooks.map((hook) => hookNote(hook, pair, names)),
    }
  })
  const rest = differing.length - rows.length
  return {
    ...{ kind: 'table', title: l10n.t('What differs'), columns: [l10n.t('Event'), ...names], rows },
    none: l10n.t('The same events fired, and every hook decided the same.'),
    ...(rest === 0 ? {} : { more: l10n.t('And {0} more.', rest) }),
  }
}

function eventCell(event: RecordedEventMessage | undefined, side: SessionPlace['side']): Cell {
  if (event === undefined) return { text: l10n.t('did not fire') }
  const { n, outcome, settled, payload } = event
  const gist = clipped(payloadSummary(payload), 60)
  const text = [`#${n}`, tellOutcome(outcome, settled), ...(gist === '' ? [] : [gist])].join(' · ')
  return { text: shown(text, 300), sign: signOfOutcome(outcome, settled), goes: `${side}#${n}` }
}

// One line for each hook with a different result.
function hookNote(
  { name, left, right }: HookDifference,
  pair: EventPair,
  names: readonly [string, string],
): string {
  const line =
    left === undefined || right === undefined
      ? onlyOne(name, left ?? right, pair, left === undefined ? [names[1], names[0]] : names)
      : l10n.t('{0}: {1} → {2}', name, runText(left), runText(right))
  return shown(line, 400)
}

function onlyOne(
  name: string,
  run: HookRun | undefined,
  { left, right }: EventPair,
  [ran, other]: readonly [string, string],
): string {
  const text = run === undefined ? '' : runText(run)
  // If the event is missing on one side, no hook could have run there.
  if (left === undefined || right === undefined) return l10n.t('{0}: {1}', name, text)
  const skipped = [left, right]
    .flatMap(({ outcome }) => outcome.hooks)
    .find((one) => one.id === run?.id && one.status === 'skipped')
  return skipped?.why === undefined
    ? l10n.t('{0} ran only in {1}: {2}', name, ran, text)
    : l10n.t('{0} ran only in {1}: {2}. Not in {3}: {4}', name, ran, text, other, whyHere(skipped.why))
}

function runText(run: HookRun): string {
  const reason = run.verdict?.reason ?? run.why
  return reason === undefined ? sayRun(run) : `${sayRun(run)} (${clipped(whyHere(reason), 120)})`
}

function hookTable(hooks: readonly HookTally[], names: readonly [string, string]): Table {
  const count = (words: ReadonlyMap<string, number>): Cell => ({
    text:
      words.size === 0
        ? l10n.t('never ran')
        : [...words].map(([word, times]) => `${times} × ${word}`).join(', '),
  })
  const rows = hooks.slice(0, MOST_ROWS).map((hook): Row => {
    const cells = [{ text: shown(hook.name, 100) }, count(hook.left), count(hook.right)]
    return { cells, notes: [], ...(hook.differs ? {} : { isDim: true as const }) }
  })
  return {
    ...{ kind: 'table', title: l10n.t('Hooks'), columns: [l10n.t('Hook'), ...names], rows },
    none: l10n.t('No hook ran in either.'),
  }
}
