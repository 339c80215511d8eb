// The result panel's page that explains why a hook did not fire: a row per gate; the first closed one is marked with
// how to open it. Pure: does not use the editor.

import { firstClosed, type Gate, type GateName } from '../../runtime/contract/gates.ts'
import { l10n } from '../l10n.ts'
import { whyHere } from '../signs.ts'
import type { ResultPage, Row } from './messages.ts'
import { framed, type ResultFrame, shown } from './page.ts'

/** The page of one hook's gates. */
export function gatesPage(frame: ResultFrame, gates: readonly Gate[]): ResultPage {
  const first = firstClosed(gates)
  const at = first === undefined ? gates.length : gates.indexOf(first)
  const rows = gates.map((gate, index): Row => {
    const { state, message, fix } = gate
    const sign = state === 'closed' ? 'denied' : state === 'open' ? 'pass' : 'skipped'
    return {
      cells: [{ text: gateTitle(gate.gate) }, { text: shown(whyHere(message), 600), sign }],
      notes: gate === first && fix !== undefined ? [l10n.t('It ends here. {0}', shown(fix, 400))] : [],
      ...(index > at ? { isDim: true as const } : {}),
    }
  })
  const columns = [l10n.t('Gate'), l10n.t('Found')]
  const table = { kind: 'table', title: l10n.t('Gates'), columns, rows, none: '' } as const
  const verdict =
    first === undefined
      ? l10n.t('Nothing prevents it from firing')
      : l10n.t('It does not fire: {0}', gateTitle(first.gate).toLocaleLowerCase())
  return framed(frame, first === undefined ? 'pass' : 'denied', verdict, [], [table])
}

function gateTitle(gate: GateName): string {
  const titles: Readonly<Record<GateName, string>> = {
    file: l10n.t('File'),
    enabled: l10n.t('Switched on'),
    trust: l10n.t('Trust'),
    event: l10n.t('Event'),
    matcher: l10n.t('Matcher'),
    condition: l10n.t('Condition'),
    executable: l10n.t('Program'),
    exit: l10n.t('Exit code'),
    answer: l10n.t('Answer'),
  }
  return titles[gate]
}
