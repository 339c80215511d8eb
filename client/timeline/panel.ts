// One open timeline: reads its recording, sends the events to the page, keeps reading while the session runs, and
// handles the page's requests. Fires nothing by itself, so it works in Restricted Mode.

import { basename, dirname } from 'node:path'
import * as vscode from 'vscode'
import type { ClientContext } from '../context.ts'
import { lineOf } from '../failures.ts'
import { folderOf } from '../folders.ts'
import { showError } from '../messages.ts'
import { payloadSummary } from '../replay/payloadSummary.ts'
import { showPage } from '../webPage.ts'
import type { ToHost, ToPage } from './messages.ts'
import { openTimelineActions, payloadsOf } from './open.ts'
import { type Changed, readSession } from './session.ts'
import { openTail } from './tail.ts'
import { pageTexts } from './texts.ts'

export type Timeline = vscode.Disposable & {
  /** Moves the focus to the event with this number. */
  focus(n: number): void
}

/** Debounce in milliseconds: a session writes in bursts, and the page is updated once per burst. */
const SETTLE_MS = 80

/** Shows the recording at `uri` in a panel. */
export function showTimeline(context: ClientContext, uri: vscode.Uri, panel: vscode.WebviewPanel): Timeline {
  const { log, extension } = context
  const path = uri.fsPath
  const actions = openTimelineActions(context, path)
  let tail = openTail(path)
  let session = readSession(payloadSummary)
  let wanted: number | undefined
  let isReady = false
  let waiting: NodeJS.Timeout | undefined
  let reading: Promise<void> = Promise.resolve()

  const watcher = vscode.workspace.createFileSystemWatcher(
    new vscode.RelativePattern(vscode.Uri.file(dirname(path)), basename(path)),
  )
  const subscriptions = [
    watcher,
    watcher.onDidChange(soon),
    watcher.onDidCreate(soon),
    watcher.onDidDelete(() => say({ kind: 'gone' })),
    panel.webview.onDidReceiveMessage((message: ToHost) => hear(message)),
  ]
  showPage(panel.webview, extension.extensionUri, 'timeline')
  return {
    focus(n) {
      wanted = n
      if (isReady) tellFocus()
    },
    dispose() {
      clearTimeout(waiting)
      context.timelines.delete(path)
      for (const one of subscriptions) one.dispose()
    },
  }

  function hear(message: ToHost): void {
    if (message.kind === 'drawn') {
      context.timelines.set(path, message.report)
      return
    }
    if (message.kind === 'look') {
      // Only logged: the payload pane is filled automatically, not on the user's request.
      void payloadsOf(context, path, message.n, tail).then(say, (error) => log.debug(lineOf(error)))
      return
    }
    const act = message.kind === 'ready' ? begin() : actions(message, tail)
    act.catch((error) => {
      log.error(`timeline of ${path}: ${lineOf(error)}`)
      void showError(lineOf(error))
    })
  }

  // A page that was hidden is reloaded and requests the session again.
  async function begin(): Promise<void> {
    isReady = false
    await reading.catch(() => {})
    tail = openTail(path)
    session = readSession(payloadSummary)
    const events = new Map<number, Changed>()
    await tail.more((line) => keep(events, line))
    say({
      kind: 'session',
      name: session.name || basename(path),
      began: session.began ?? 0,
      texts: pageTexts(),
      events: [...events.values()].map((one) => one.event()),
      runs: vscode.workspace.isTrusted && folderOf(path) !== undefined,
    })
    isReady = true
    tellFocus()
    // Reads what was appended while the first part was read.
    soon()
  }

  function soon(): void {
    clearTimeout(waiting)
    waiting = setTimeout(() => {
      if (!isReady) return
      reading = reading.then(goOn).catch((error) => log.debug(`timeline of ${path}: ${lineOf(error)}`))
    }, SETTLE_MS)
  }

  async function goOn(): Promise<void> {
    const events = new Map<number, Changed>()
    if ((await tail.more((line) => keep(events, line))) === 'anew') return begin()
    if (events.size > 0) say({ kind: 'events', events: [...events.values()].map((one) => one.event()) })
  }

  function keep(events: Map<number, Changed>, line: string): void {
    const changed = session.add(line)
    if (changed !== undefined) events.set(changed.n, changed)
  }

  function tellFocus(): void {
    if (wanted !== undefined) say({ kind: 'focus', n: wanted })
    wanted = undefined
  }

  function say(message: ToPage): void {
    void panel.webview.postMessage(message)
  }
}
