// The result panel's page for comparing agents on one payload: a row per agent with what happens to the operation and
// what the model reads. Pure: does not use the editor.

import { effectCells } from '../../runtime/contract/effectWords.ts'
import { l10n } from '../l10n.ts'
import type { AgentRow, ComparedAgents } from '../protocol.ts'
import { type Sign, signOfOutcome, whyHere } from '../signs.ts'
import type { ResultPage, ResultTexts, Row, Table } from './messages.ts'
import { framed, type ResultFrame, shown } from './page.ts'

/** The comparison page; `titleOf` returns an agent's title for its dialect. */
export function agentsPage(
  frame: ResultFrame,
  { agents, differences }: ComparedAgents,
  titleOf: (dialect: string) => string,
): ResultPage {
  const judging = agents.filter(hasEntry)
  const fates = Map.groupBy(judging, fateOf)
  const verdict = [...fates].map(([fate, own]) =>
    l10n.t('{0}: {1}', own.map(({ dialect }) => titleOf(dialect)).join(', '), fate),
  )
  const none = l10n.t('No agent has a hook for this event here.')
  const sections = [agentTable(agents, titleOf), ...inSentences(differences)]
  return framed(frame, gravest(judging), verdict.join('. ') || none, [], sections)
}

// The differences with their reasons, and the scripts that several agents call.
function inSentences(differences: readonly string[]): readonly ResultTexts[] {
  if (differences.length === 0) return []
  const texts = differences.map((text) => shown(text, 1000))
  return [{ kind: 'quotes', title: l10n.t('Differences'), texts, none: '' }]
}

// One row per agent.
function agentTable(agents: readonly AgentRow[], titleOf: (dialect: string) => string): Table {
  const columns = [...[l10n.t('Agent'), l10n.t('Event')], ...[l10n.t('Effect'), l10n.t('The model reads')]]
  const rows = agents.map((agent): Row => {
    const { dialect, event, outcome, notes } = agent
    const [fate, model] =
      outcome?.effect === undefined ? [openWords(agent), ''] : effectCells(outcome.effect, outcome.changed)
    const sign = outcome === undefined ? {} : { sign: signOfOutcome(outcome) }
    return {
      cells: [
        { text: titleOf(dialect) },
        { text: event ?? l10n.t('none') },
        { text: shown(fate, 400), ...(hasEntry(agent) ? sign : {}) },
        { text: shown(model, 400) },
      ],
      notes: notes.map((note) => shown(whyHere(note), 400)),
      ...(hasEntry(agent) ? {} : { isDim: true as const }),
    }
  })
  return { kind: 'table', title: l10n.t('Agents'), columns, rows, none: '' }
}

function openWords({ open }: AgentRow): string {
  if (open === undefined) return ''
  if (open === 'untranslated') return l10n.t('nothing runs')
  return open === 'unknown' ? l10n.t('not known') : l10n.t('does not occur')
}

function hasEntry({ outcome }: AgentRow): boolean {
  return (outcome?.hooks.length ?? 0) > 0
}

function fateOf({ outcome }: AgentRow): string {
  return outcome?.effect === undefined ? '' : effectCells(outcome.effect, outcome.changed)[0]
}

// The most severe sign: whatever stops the operation takes precedence.
function gravest(agents: readonly AgentRow[]): Sign {
  const signs = agents.flatMap(({ outcome }) => (outcome === undefined ? [] : [signOfOutcome(outcome)]))
  return ORDER.find((sign) => signs.includes(sign)) ?? 'skipped'
}

const ORDER: readonly Sign[] = [
  ...(['denied', 'failed', 'prompted', 'open', 'changed', 'answered', 'added', 'pass'] as const),
]
