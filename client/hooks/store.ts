// The hooks of the open folders as the runtime last told them, with what their runs cost. Looked at again when the
// runtime says that something was saved, and only once somebody has asked.

import * as vscode from 'vscode'
import type { HookRow, HookStatsMessage } from '../protocol.ts'
import type { Runtimes } from '../runtimes.ts'

/** What is known of one folder. */
export type FolderHooks = {
  readonly folder: vscode.WorkspaceFolder
  readonly hooks: readonly HookRow[]
  readonly stats: ReadonlyMap<string, HookStatsMessage>
  /** Why nothing is known: one line. */
  readonly failure?: string
}

export type HookStore = vscode.Disposable & {
  /** Waits for what is not known yet. Never rejects. */
  all(): Promise<readonly FolderHooks[]>
  of(folder: vscode.WorkspaceFolder): Promise<FolderHooks>
  /** What is known already, without waiting. */
  known(): readonly FolderHooks[]
  readonly onChange: vscode.Event<void>
  refresh(folder?: vscode.WorkspaceFolder): void
}

/** A runtime that says `reloaded` often is asked once. */
const SETTLE_MS = 100

/** Nothing is asked before somebody wants to know. */
export function openHookStore(runtimes: Runtimes, log: vscode.LogOutputChannel): HookStore {
  const requests = new Map<string, Promise<FolderHooks>>()
  const found = new Map<string, FolderHooks>()
  const changes = new vscode.EventEmitter<void>()
  const settling = new Map<string, NodeJS.Timeout>()

  const subscriptions = [
    runtimes.on('reloaded', ({ folder }) => soon(folder)),
    runtimes.onState((folder) => {
      // It was started again: what was found before may have been its last words.
      if (runtimes.state(folder) === 'running' && found.has(keyOf(folder))) soon(folder)
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(({ removed }) => {
      for (const folder of removed) forget(keyOf(folder))
      changes.fire()
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => refresh()),
  ]
  return {
    all: () => Promise.all(folders().map(of)),
    of,
    known: () => folders().flatMap((folder) => found.get(keyOf(folder)) ?? []),
    onChange: changes.event,
    refresh,
    dispose() {
      for (const timer of settling.values()) clearTimeout(timer)
      for (const one of [...subscriptions, changes]) one.dispose()
    },
  }

  function of(folder: vscode.WorkspaceFolder): Promise<FolderHooks> {
    const key = keyOf(folder)
    let answer = requests.get(key)
    if (answer === undefined) {
      answer = look(folder)
      requests.set(key, answer)
    }
    return answer
  }

  async function look(folder: vscode.WorkspaceFolder): Promise<FolderHooks> {
    const known = await ask(folder)
    const isFirst = !found.has(keyOf(folder))
    found.set(keyOf(folder), known)
    // Who shows only what is known must hear of it; a later look is told by whoever began it.
    if (isFirst) changes.fire()
    return known
  }

  async function ask(folder: vscode.WorkspaceFolder): Promise<FolderHooks> {
    try {
      const [hooks, stats] = await Promise.all([
        runtimes.ask(folder, 'list', {}),
        runtimes.ask(folder, 'stats', {}).catch(() => []),
      ])
      return { folder, hooks, stats: new Map(stats.map((one) => [one.id, one])) }
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      log.debug(`${folder.name}: ${failure}`)
      return { folder, hooks: [], stats: new Map(), failure }
    }
  }

  // A folder that is opened again is looked at again.
  function forget(key: string): void {
    clearTimeout(settling.get(key))
    for (const map of [requests, found, settling]) map.delete(key)
  }

  function soon(folder: vscode.WorkspaceFolder): void {
    const key = keyOf(folder)
    clearTimeout(settling.get(key))
    settling.set(
      key,
      setTimeout(() => refresh(folder), SETTLE_MS),
    )
  }

  function refresh(folder?: vscode.WorkspaceFolder): void {
    for (const one of folder === undefined ? folders() : [folder]) {
      const key = keyOf(one)
      // Whoever asks meanwhile gets the new answer; views ask when they hear of the change.
      requests.set(key, look(one))
      void requests.get(key)?.then(() => changes.fire())
    }
  }
}

function folders(): readonly vscode.WorkspaceFolder[] {
  return vscode.workspace.workspaceFolders ?? []
}

function keyOf(folder: vscode.WorkspaceFolder): string {
  return folder.uri.toString()
}
