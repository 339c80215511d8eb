// Actions that the timeline page requests: open an event's payload, open a hook, replay an event, save it as a test.
// Texts open beside the timeline, which stays visible.

import * as vscode from 'vscode'
import type { ClientContext } from '../context.ts'
import { folderOf } from '../folders.ts'
import { ownFile } from '../hooks/entries.ts'
import { visible } from '../plain.ts'
import type { EventNode } from '../recordings/items.ts'
import type { StoredRecording } from '../recordings/store.ts'
import { handlerLine } from '../replay/handlerLine.ts'
import type { ShownPayload, ToHost } from './messages.ts'
import type { Tail } from './tail.ts'

const BESIDE = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: true } as const

type Wish = Exclude<ToHost, { kind: 'ready' | 'drawn' | 'look' }>

/** Most characters of a payload in the details pane; *Open Payload* shows all of it. */
const MOST_CHARACTERS = 4000

/** The payload before and after an event, for the details pane. */
export async function payloadsOf(
  { recordings }: ClientContext,
  path: string,
  n: number,
  tail: Tail,
): Promise<ShownPayload> {
  const folder = folderOf(path)
  const all = folder === undefined ? [] : await recordings.list(folder)
  const own = all.find((one) => one.path === path)
  const known = own === undefined ? undefined : (await recordings.events(own)).find((one) => one.n === n)
  const given = known?.payload ?? (await tail.fired(n)).payload
  const left = known?.outcome.changed === true ? { left: shownText(known.outcome.payload) } : {}
  return { kind: 'payloads', n, given: shownText(given), ...left }
}

function shownText(payload: unknown): string {
  const text = JSON.stringify(payload, undefined, 2) ?? ''
  return visible(text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text)
}

/** Handles the requests of the page for the recording at `path`. */
export function openTimelineActions(context: ClientContext, path: string) {
  return async (wish: Wish, tail: Tail): Promise<void> => {
    switch (wish.kind) {
      case 'hook':
        return openHook(wish.id)
      case 'payload': {
        const { event, payload, session = sessionName() } = await tail.fired(wish.n)
        const recorded = { session, n: wish.n, event, payload }
        await vscode.commands.executeCommand(
          'hookbench.openPayload',
          { recording: { path }, recorded },
          BESIDE,
        )
        return
      }
      case 'replay':
        await vscode.commands.executeCommand('hookbench.replayEvent', await eventNode(wish.n))
        return
      case 'save':
        await vscode.commands.executeCommand('hookbench.saveAsTest', await eventNode(wish.n))
    }
  }

  async function openHook(id: string): Promise<void> {
    const known = await context.hooks.all()
    // Hooks of two folders may have the same id; the recording's own folder is searched first.
    const own = known.filter(({ folder }) => folder === folderOf(path))
    const hook = [...own, ...known].flatMap(({ hooks }) => hooks).find((one) => one.id === id)
    if (hook === undefined || hook.path === '') {
      throw new Error(vscode.l10n.t('The hook {0} no longer exists, or is not in a file.', id))
    }
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(ownFile(hook)))
    const at = new vscode.Position((await handlerLine(document, hook, hook.events[0])) ?? 0, 0)
    await vscode.window.showTextDocument(document, { ...BESIDE, selection: new vscode.Range(at, at) })
  }

  async function eventNode(n: number): Promise<EventNode> {
    const recording = await recordingHere()
    const recorded = (await context.recordings.events(recording)).find((one) => one.n === n)
    if (recorded === undefined) throw new Error(vscode.l10n.t('The recording no longer has event {0}.', n))
    return { kind: 'event', recording, recorded }
  }

  async function recordingHere(): Promise<StoredRecording> {
    const folder = folderOf(path)
    const all = folder === undefined ? [] : await context.recordings.list(folder)
    const found = all.find((one) => one.path === path)
    if (found === undefined) {
      throw new Error(vscode.l10n.t('{0} is not in an open folder, so it cannot be run.', path))
    }
    return found
  }

  function sessionName(): string {
    return (
      path
        .split(/[\\/]/)
        .at(-1)
        ?.replace(/\.ndjson$/, '') ?? ''
    )
  }
}
