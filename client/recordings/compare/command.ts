// The *Compare Sessions…* command: asks for the recordings that are not given and shows their differences in the result
// panel. Recordings were redacted when they were written.

import * as vscode from 'vscode'
import { readArgument } from '../../commandArgument.ts'
import type { ClientContext } from '../../context.ts'
import { inLabel } from '../../plain.ts'
import { placeIn, sessionsPage } from '../../result/sessions.ts'
import { type SessionNode, sessionName, summary } from '../items.ts'
import type { StoredRecording } from '../store.ts'
import { compareSessions } from './sessions.ts'

/** Chooses two recordings and shows their comparison. */
export async function compareRecordings(context: ClientContext, given?: unknown): Promise<void> {
  const { recordings, results } = context
  const all = await readable(context)
  const path = readArgument(given).recording?.path
  const known = all.find((one) => one.path === path)
  if (all.length < 2) {
    throw new Error(
      all.length === 0
        ? vscode.l10n.t('Comparing needs two recorded sessions, and there are none.')
        : vscode.l10n.t('Comparing needs two recorded sessions, and there is only one.'),
    )
  }
  const one = known ?? (await ask(all, vscode.l10n.t('Which session?')))
  const others = all.filter((recording) => recording !== one)
  const other = await ask(others, vscode.l10n.t('Compare {0} with which session?', sessionName(one)))
  // The older recording is on the left.
  const [left, right] = startOf(one) <= startOf(other) ? [one, other] : [other, one]
  const [before, after] = await Promise.all([recordings.events(left), recordings.events(right)])
  const comparison = compareSessions(before, after)
  const sides = [
    { name: sessionName(left), about: summary(left), events: before },
    { name: sessionName(right), about: summary(right), events: after },
  ] as const
  const heading = `${sessionName(left)} ↔ ${sessionName(right)}`
  const open = async (recording: StoredRecording, n?: number) => {
    const recorded = (await recordings.events(recording)).find((event) => event.n === n)
    const event = recorded === undefined ? {} : { recorded }
    await vscode.commands.executeCommand('hookbench.openTimeline', { kind: 'session', recording, ...event })
  }
  results?.show(
    {
      key: `sessions:${left.path} ${right.path}`,
      heading,
      event: vscode.l10n.t('sessions'),
      page: (buttons) => sessionsPage({ heading, about: [], buttons }, sides, comparison),
      essence: undefined,
      acts: { left: () => open(left), right: () => open(right) },
      go(to) {
        const place = placeIn(to)
        return place === undefined ? undefined : open(place.side === 'left' ? left : right, place.n)
      },
    },
    true,
  )
}

async function readable({ recordings }: ClientContext): Promise<readonly StoredRecording[]> {
  const folders = vscode.workspace.workspaceFolders ?? []
  const all = (await Promise.all(folders.map(recordings.list))).flat()
  return all.filter(({ problem }) => problem === undefined)
}

async function ask(all: readonly StoredRecording[], placeHolder: string): Promise<SessionNode['recording']> {
  const items = all.map((recording) => ({
    label: inLabel(sessionName(recording)),
    description: summary(recording),
    recording,
  }))
  const chosen = await vscode.window.showQuickPick(items, { placeHolder, matchOnDescription: true })
  if (chosen === undefined) throw new vscode.CancellationError()
  return chosen.recording
}

function startOf({ header, name }: StoredRecording): string {
  return header?.startedAt ?? name
}
