// The result panel's page for a conversion between agents: a row per entry, with a line for each change and each loss.
// Pure: does not use the editor.

import type { ConversionState } from '../../runtime/contract/convert/conversion.ts'
import { l10n } from '../l10n.ts'
import type { ConversionMessage } from '../protocol.ts'
import type { Sign } from '../signs.ts'
import type { ResultPage, ResultTexts, Row, Table } from './messages.ts'
import { framed, type ResultFrame, shown } from './page.ts'

/** The conversion page; `to` is the title of the target agent. */
export function conversionPage(frame: ResultFrame, converted: ConversionMessage, to: string): ResultPage {
  const { entries, file, wrote, change } = converted
  const verdict = wrote
    ? l10n.t('Written to {0}', file)
    : change === undefined
      ? l10n.t('Nothing to write to {0}', file)
      : l10n.t('Nothing is written yet')
  const sign = wrote
    ? 'pass'
    : (GRAVEST.find((state) => entries.some((one) => one.state === state)) ?? 'kept')
  const counts = STATES.flatMap((state) => {
    const count = entries.filter((one) => one.state === state).length
    return count === 0 ? [] : [{ label: inWords(state), value: String(count) }]
  })
  return framed(frame, sign === 'pass' ? sign : SIGNS[sign], verdict, counts, [
    table(entries, to),
    ...remarks(converted),
  ])
}

const STATES = ['kept', 'changed', 'partly', 'lost'] as const
const GRAVEST = STATES.toReversed()
const SIGNS: Readonly<Record<ConversionState, Sign>> = {
  kept: 'pass',
  changed: 'changed',
  partly: 'prompted',
  lost: 'failed',
}

/** The result of an entry's conversion, in a few words. */
function inWords(state: ConversionState): string {
  const words: Readonly<Record<ConversionState, string>> = {
    kept: l10n.t('Unchanged'),
    changed: l10n.t('Adapted'),
    partly: l10n.t('With losses'),
    lost: l10n.t('No equivalent'),
  }
  return words[state]
}

// The answers of a script have no target entries; without any, the column is left out.
function table(entries: ConversionMessage['entries'], to: string): Table {
  const becomes = entries.some(({ into }) => into.length > 0)
  const rows = entries.map(({ event, text, state, notes, into }): Row => {
    const events = [...new Set(into.map((one) => one.event))].join(', ')
    return {
      cells: [
        { text: shown(event, 100) },
        { text: shown(text, 300), isCode: true },
        ...(becomes ? [{ text: shown(events, 100) }] : []),
        { text: inWords(state), sign: SIGNS[state] },
      ],
      notes: notes.map(({ kind, message }) =>
        kind === 'lost'
          ? l10n.t('Lost: {0}', shown(message, 400))
          : l10n.t('Changed: {0}', shown(message, 400)),
      ),
    }
  })
  const columns = [l10n.t('Event'), l10n.t('Entry'), ...(becomes ? [to] : []), l10n.t('Result')]
  return { kind: 'table', title: l10n.t('Entries'), columns, rows, none: '' }
}

function alreadyThere(entries: number, files: string): string {
  return entries === 1
    ? l10n.t('1 entry is already in {0}.', files)
    : l10n.t('{0} entries are already in {1}.', entries, files)
}

function remarks({ remarks: all, there, thereIn }: ConversionMessage): readonly ResultTexts[] {
  const added = there === 0 ? [] : [alreadyThere(there, thereIn.join(', '))]
  const texts = [...all, ...added].map((text) => shown(text))
  return texts.length === 0 ? [] : [{ kind: 'quotes', title: l10n.t('Notes'), texts, none: '' }]
}
