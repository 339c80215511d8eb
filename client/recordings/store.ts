// Caches the recordings of the open folders, newest first, and their events once they are needed. The runtime reads the
// files; the lists are refreshed when a recording file changes.

import * as vscode from 'vscode'
import type { RecordedEventMessage, RecordingRow } from '../protocol.ts'
import type { Runtimes } from '../runtimes.ts'
import { watchFiles } from '../watched.ts'

/** A recording and the folder it belongs to. */
export type StoredRecording = RecordingRow & { readonly folder: vscode.WorkspaceFolder }

export type RecordingStore = vscode.Disposable & {
  /** Never rejects: returns an empty list if the runtime cannot list them. */
  list(folder: vscode.WorkspaceFolder): Promise<readonly StoredRecording[]>
  events(recording: StoredRecording): Promise<readonly RecordedEventMessage[]>
  readonly onChange: vscode.Event<void>
  refresh(): void
}

/** Debounce in milliseconds: a growing recording changes with every step. */
const SETTLE_MS = 300

/** Sends no request before the first call of `list` or `events`. */
export function openRecordingStore(runtimes: Runtimes, log: vscode.LogOutputChannel): RecordingStore {
  const lists = new Map<string, Promise<readonly StoredRecording[]>>()
  const loaded = new Map<
    string,
    { readonly bytes: number; readonly events: Promise<readonly RecordedEventMessage[]> }
  >()
  const changes = new vscode.EventEmitter<void>()
  let settling: NodeJS.Timeout | undefined

  const soon = () => {
    clearTimeout(settling)
    settling = setTimeout(refresh, SETTLE_MS)
  }
  const subscriptions = [
    watchFiles('recordings', '*.ndjson', soon),
    vscode.workspace.onDidGrantWorkspaceTrust(refresh),
    vscode.workspace.onDidChangeWorkspaceFolders(refresh),
  ]
  return {
    list(folder) {
      const key = folder.uri.toString()
      let answer = lists.get(key)
      if (answer === undefined) {
        answer = ask(folder)
        lists.set(key, answer)
      }
      return answer
    },
    events(recording) {
      const { path, bytes } = recording
      const known = loaded.get(path)
      if (known?.bytes === bytes) return known.events
      const events = runtimes
        .ask(recording.folder, 'recordings/show', { recording: path })
        .then((shown) => shown.events)
      loaded.set(path, { bytes, events })
      events.catch(() => loaded.delete(path))
      return events
    },
    onChange: changes.event,
    refresh,
    dispose() {
      clearTimeout(settling)
      for (const one of [...subscriptions, changes]) one.dispose()
    },
  }

  async function ask(folder: vscode.WorkspaceFolder): Promise<readonly StoredRecording[]> {
    try {
      const rows = await runtimes.ask(folder, 'recordings/list', {})
      return rows.map((row) => ({ ...row, folder }))
    } catch (error) {
      log.debug(`${folder.name}: ${error instanceof Error ? error.message : error}`)
      return []
    }
  }

  function refresh(): void {
    lists.clear()
    changes.fire()
  }
}
