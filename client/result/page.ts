// The result panel's page for a firing: the outcome in words, what the model reads, changes to the payload, output of
// the hooks. Pure: does not use the editor. Control characters in untrusted text are replaced.

import microdiff from 'microdiff'
import type { Effect } from '../../runtime/contract/effect.ts'
import type { HookRun } from '../../runtime/contract/outcome.ts'
import { l10n } from '../l10n.ts'
import { visible } from '../plain.ts'
import type { DifferenceMessage } from '../protocol.ts'
import { compared, payloadAfter, type ReplayResult, reasonOf } from '../replay/result.ts'
import { isRun, sayOutcome, sayRun } from '../say.ts'
import { clipped, duration, type Sign, signOfOutcome, signOfRun, whyHere } from '../signs.ts'
import type { Button, Fact, ResultPage, ResultTexts, Row, Table } from './messages.ts'

/** The parts of a page other than the outcome itself. */
export type ResultFrame = {
  readonly heading: string
  readonly about: readonly string[]
  readonly buttons: readonly Button[]
}

/** Most rows shown; the diff has all changes. */
const MOST_CHANGES = 40
const MOST_TEXT = 20_000

/** The page of one firing. */
export function outcomePage(frame: ResultFrame, came: ReplayResult): ResultPage {
  const { outcome, effect } = came
  const runs = outcome === null ? [] : isRun(outcome) ? [outcome] : outcome.hooks
  const ran = runs.filter(({ status }) => status !== 'skipped')
  const only = ran.length === 1 ? ran[0] : undefined
  return framed(frame, signOf(came), headlineOf(came, only), facts(came, only), [
    ...modelTexts(came),
    ...personTexts(came),
    ...answered(came),
    ...changes(came),
    ...(runs.length > 1 ? [hookTable(runs)] : []),
    ...printed(ran),
    ...(effect === undefined ? [] : caveats(effect)),
  ])
}

/** Assembles a page from its parts. */
export function framed(
  { heading, about, buttons }: ResultFrame,
  sign: Sign,
  verdict: string,
  facts: readonly Fact[],
  sections: ResultPage['sections'],
): ResultPage {
  return {
    heading: shown(heading, 200),
    about: about.map((one) => shown(one, 200)),
    sign,
    verdict: shown(verdict, 600),
    facts: facts.map(({ label, value }) => ({ label, value: shown(value, 2000) })),
    sections,
    buttons,
    buttonsLabel: l10n.t('What to do with it'),
  }
}

/** Makes untrusted text safe to show; longer text is cut and ends with an ellipsis. */
export function shown(text: string, most = MOST_TEXT): string {
  const clean = visible(text)
  return clean.length > most ? `${clean.slice(0, most)}…` : clean
}

function signOf({ outcome, effect, against }: ReplayResult): Sign {
  if (outcome === null) return 'failed'
  if (against?.what === 'expected' && !against.same) return 'failed'
  if (!isRun(outcome)) return signOfOutcome(outcome)
  return effect === undefined || outcome.status === 'failed'
    ? signOfRun(outcome)
    : signOfOutcome({ ...EMPTY, changed: outcome.verdict?.payload !== undefined, hooks: [outcome], effect })
}

const EMPTY = {
  ...({ v: 1, dialect: '', event: '', decision: 'pass', payload: undefined, changed: false } as const),
  ...{ context: [], notes: [], followUps: [], durationMs: 0 },
}

// The failure, if any, then what the host still does.
function headlineOf({ outcome, effect, why }: ReplayResult, only: HookRun | undefined): string {
  if (outcome === null) return why ?? l10n.t('nothing')
  const failed = only?.status === 'failed' ? [sayRun(only)] : []
  if (effect !== undefined) return [...failed, sayOutcome({ ...EMPTY, hooks: [], effect })].join('; ')
  if (only?.status === 'failed') return sayRun(only)
  return isRun(outcome) ? sayRun(outcome) : sayOutcome(outcome)
}

function facts(came: ReplayResult, only: HookRun | undefined): readonly Fact[] {
  const { outcome, against, why } = came
  if (outcome === null) return []
  const reason = reasonOf(came) ?? only?.verdict?.reason
  const by = isRun(outcome) || only !== undefined ? undefined : outcome.by
  return [
    ...fact(l10n.t('Reason'), reason === undefined ? undefined : whyHere(reason)),
    ...fact(l10n.t('Decided by'), by),
    ...fact(l10n.t('Note'), why ?? only?.note),
    ...fact(l10n.t('Exit code'), only?.exitCode === undefined ? undefined : String(only.exitCode)),
    ...fact(l10n.t('Time'), duration((only ?? outcome).durationMs)),
    ...fact(l10n.t('Compared'), against === undefined ? undefined : compared(against)),
  ]
}

function fact(label: string, value: string | undefined): readonly Fact[] {
  return value === undefined || value === '' ? [] : [{ label, value }]
}

// Empty if the texts are not predicted: a list that is shown is complete.
function modelTexts({ outcome, effect }: ReplayResult): readonly ResultTexts[] {
  if (outcome === null) return []
  const title = l10n.t('The model reads')
  const none = l10n.t('Nothing from this hook.')
  if (effect !== undefined) {
    if (effect.model === undefined) return []
    const texts = effect.model.map(({ text }) => shown(text))
    return [{ kind: 'quotes', title, texts, none }]
  }
  const { context = [], followUps = [] } = isRun(outcome) ? (outcome.verdict ?? {}) : outcome
  const texts = [...context, ...followUps].map((text) => shown(text))
  return texts.length === 0 ? [] : [{ kind: 'quotes', title, texts, none }]
}

function personTexts({ outcome, effect }: ReplayResult): readonly ResultTexts[] {
  if (outcome === null) return []
  const { notes = [] } = isRun(outcome) ? (outcome.verdict ?? {}) : outcome
  const texts = (effect?.person ?? notes).map((text) => shown(text))
  if (texts.length === 0) return []
  return [{ kind: 'quotes', title: l10n.t('The user sees'), texts, none: '' }]
}

function answered({ outcome, effect }: ReplayResult): readonly ResultTexts[] {
  if (outcome === null) return []
  const { answer, error } = isRun(outcome) ? (outcome.verdict ?? {}) : outcome
  const one = (title: string, value: unknown): readonly ResultTexts[] =>
    value === undefined ? [] : [{ kind: 'output', title, texts: [shown(json(value))], none: '' }]
  const output = effect?.operation?.output
  return [
    ...one(l10n.t('Answered instead'), effect === undefined ? answer : undefined),
    ...one(l10n.t('Continues with the error'), effect === undefined ? error : undefined),
    ...one(l10n.t('Replaced with'), output),
  ]
}

// The differences from the recorded or expected outcome, if any; else the changes to the payload.
function changes(came: ReplayResult): readonly Table[] {
  const { against, given, outcome } = came
  if (outcome === null) return []
  if (against !== undefined && !against.same) {
    const before = against.what === 'recorded' ? l10n.t('Recorded') : l10n.t('Expected')
    return [
      changeTable(l10n.t('Difference'), [l10n.t('Field'), before, l10n.t('Now')], against.differences, ''),
    ]
  }
  if (given === undefined) return []
  const columns = [l10n.t('Field'), l10n.t('In'), l10n.t('Out')]
  const differences = payloadChanges(given.payload, payloadAfter(came))
  return [changeTable(l10n.t('Payload'), columns, differences, l10n.t('Unchanged.'))]
}

// Changes to a payload, field by field.
function payloadChanges(before: unknown, after: unknown): readonly DifferenceMessage[] {
  // As in JSON: a field with the value undefined is absent.
  const side = (value: unknown) => JSON.parse(JSON.stringify({ value }) ?? '{}') as Record<string, unknown>
  return microdiff(side(before), side(after), { cyclesFix: false }).map((found) => ({
    path: found.path.slice(1).join('.'),
    ...(found.type === 'CREATE' ? {} : { recorded: found.oldValue }),
    ...(found.type === 'REMOVE' ? {} : { replayed: found.value }),
  }))
}

function changeTable(
  title: string,
  columns: readonly string[],
  differences: readonly DifferenceMessage[],
  none: string,
): Table {
  const side = (difference: DifferenceMessage, key: 'recorded' | 'replayed') => ({
    text: key in difference ? clipped(shown(json(difference[key])), 300) : '—',
    isCode: true as const,
  })
  const rows = differences.slice(0, MOST_CHANGES).map((one): Row => {
    const path = one.path === '' ? l10n.t('the whole payload') : shown(one.path, 300)
    return { cells: [{ text: path }, side(one, 'recorded'), side(one, 'replayed')], notes: [] }
  })
  const rest = differences.length - rows.length
  return {
    ...{ kind: 'table', title, columns, rows, none },
    ...(rest === 0 ? {} : { more: l10n.t('{0} more; Show Difference has all.', rest) }),
  }
}

function hookTable(runs: readonly HookRun[]): Table {
  const rows = runs.map((run): Row => {
    const why = run.verdict?.reason ?? run.why
    return {
      cells: [
        { text: shown(run.event === undefined ? run.name : `${run.name} (${run.event})`, 140) },
        { text: sayRun(run), sign: signOfRun(run) },
        { text: run.status === 'skipped' ? '' : duration(run.durationMs) },
        { text: why === undefined ? '' : clipped(shown(whyHere(why)), 200) },
      ],
      notes: [],
      ...(run.status === 'skipped' ? { isDim: true as const } : {}),
    }
  })
  const columns = [l10n.t('Hook'), l10n.t('Outcome'), l10n.t('Time'), l10n.t('Why')]
  return { kind: 'table', title: l10n.t('Hooks'), columns, rows, none: '' }
}

function printed(ran: readonly HookRun[]): readonly ResultTexts[] {
  return ran.flatMap((run): readonly ResultTexts[] => {
    const of = ran.length > 1 ? ` · ${shown(run.name, 100)}` : ''
    const one = (title: string, text: string | undefined): readonly ResultTexts[] => {
      // With several hooks, only those with output are listed.
      if (text === undefined || (text === '' && ran.length > 1)) return []
      const texts = text === '' ? [] : [shown(text)]
      return [{ kind: 'output', title: `${title}${of}`, texts, none: l10n.t('Empty.') }]
    }
    return [...one('stdout', run.stdout), ...one('stderr', run.stderr)]
  })
}

// What is unknown, was assumed or was never observed.
function caveats({ unknown = [], assumed = [], unobserved }: Effect): readonly ResultTexts[] {
  const texts = [
    ...unknown.map(({ hook, why }) => l10n.t('Not known: {0} ({1}).', hook, why)),
    ...assumed.map((text) => l10n.t('Assumed: {0}.', text)),
    ...(unobserved === undefined ? [] : [unobserved]),
  ].map((text) => shown(text))
  return texts.length === 0 ? [] : [{ kind: 'quotes', title: l10n.t('Notes'), texts, none: '' }]
}

function json(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value, undefined, 2) ?? '')
}
