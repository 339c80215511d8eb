// Renders the rows of the Recordings view: sessions and their events.

import * as vscode from 'vscode'
import type { Icons } from '../icons.ts'
import { inMarkdown, visible } from '../plain.ts'
import type { RecordedEventMessage } from '../protocol.ts'
import { payloadSummary } from '../replay/payloadSummary.ts'
import { countingFailed, markOutcome, sayRun, tellOutcome } from '../say.ts'
import { clipped, duration, signOfOutcome } from '../signs.ts'
import type { StoredRecording } from './store.ts'

export type SessionNode = { readonly kind: 'session'; readonly recording: StoredRecording }
export type EventNode = {
  readonly kind: 'event'
  readonly recording: StoredRecording
  readonly recorded: RecordedEventMessage
}

export function sessionItem({ recording }: SessionNode, icons: Icons, isFirst: boolean): vscode.TreeItem {
  const { events, problem, path } = recording
  const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState
  const state = problem !== undefined || events === 0 ? None : isFirst ? Expanded : Collapsed
  const item = new vscode.TreeItem(visible(sessionName(recording)), state)
  item.id = path
  item.contextValue = problem === undefined ? 'session' : 'session;broken'
  item.tooltip = visible(problem ?? vscode.workspace.asRelativePath(path))
  if (problem !== undefined) {
    // The row already shows the name, so the path is cut from the message.
    item.description = visible(problem.startsWith(`${path}: `) ? problem.slice(path.length + 2) : problem)
    item.iconPath = new vscode.ThemeIcon('warning')
    return item
  }
  item.description = summary(recording)
  item.iconPath = icons.recording
  return item
}

/** Display name of a recording. */
export function sessionName({ header, name }: StoredRecording): string {
  return header?.session ?? name
}

/** Details that distinguish a recording from others of the same name. */
export function summary({ header, events, folder }: StoredRecording): string {
  const many = (vscode.workspace.workspaceFolders ?? []).length > 1
  const count = events === 1 ? vscode.l10n.t('1 event') : vscode.l10n.t('{0} events', events)
  const parts = [
    many ? folder.name : undefined,
    count,
    when(header?.startedAt),
    header?.imported && vscode.l10n.t('imported'),
  ]
  return parts.filter((part) => part !== undefined).join(' · ')
}

export function eventItem({ recording, recorded }: EventNode, icons: Icons): vscode.TreeItem {
  const { n, event, outcome, settled, payload } = recorded
  // A narrow side bar shows only the start of a row, so the verdict comes first.
  const word = visible(countingFailed(markOutcome(outcome, settled), outcome))
  const item = new vscode.TreeItem(word)
  item.id = `${recording.path}#${n}`
  const sign = signOfOutcome(outcome, settled)
  item.iconPath = icons.sign(sign)
  const gist = clipped(payloadSummary(payload), 50)
  const parts = [
    visible(event),
    ...(gist === '' ? [] : [gist]),
    ...(settled ? [duration(outcome.durationMs)] : []),
  ]
  item.description = parts.join(' · ')
  item.tooltip = tooltip(recorded)
  item.contextValue = 'event'
  item.accessibilityInformation = { label: `${visible(event)}, ${[word, ...parts.slice(1)].join(' · ')}` }
  item.command = {
    command: 'hookbench.openPayload',
    title: vscode.l10n.t('Open Payload'),
    arguments: [{ kind: 'event', recording, recorded } satisfies EventNode],
  }
  return item
}

function tooltip({ n, event, dialect, at, outcome, settled }: RecordedEventMessage): vscode.MarkdownString {
  const text = new vscode.MarkdownString(undefined, true)
  text.appendMarkdown(
    `**${inMarkdown(event)}** · ${inMarkdown(dialect)} · #${n} · ${new Date(at).toLocaleTimeString()}\n\n`,
  )
  text.appendMarkdown(`${inMarkdown(tellOutcome(outcome, settled))}, ${duration(outcome.durationMs)}\n\n`)
  if (outcome.reason !== undefined) text.appendMarkdown(`${inMarkdown(clipped(outcome.reason, 200))}\n\n`)
  const ran = outcome.hooks.filter(({ status }) => status !== 'skipped')
  for (const run of ran.slice(0, 12)) {
    text.appendMarkdown(`- ${inMarkdown(run.name)}: ${inMarkdown(sayRun(run))} ${duration(run.durationMs)}\n`)
  }
  if (ran.length === 0) text.appendMarkdown(vscode.l10n.t('No hook ran.'))
  return text
}

function when(startedAt: string | undefined): string | undefined {
  if (startedAt === undefined) return undefined
  const date = new Date(startedAt)
  const isToday = date.toDateString() === new Date().toDateString()
  const time = date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
  return isToday ? time : `${date.toLocaleDateString()} ${time}`
}

/** Display name of a recorded event: its session and its number in it. */
export function placeOf({ recording, recorded }: EventNode): string {
  return `${sessionName(recording)} #${recorded.n}`
}
