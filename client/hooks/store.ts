// Caches the hooks of the open folders and their run statistics, as last reported by the runtime. Loaded on first use
// and refreshed when the runtime sends `reloaded`.

import * as vscode from 'vscode'
import type { HookRow, HookStatsMessage } from '../protocol.ts'
import type { Runtimes } from '../runtimes.ts'

/** The known hooks of one folder. */
export type FolderHooks = {
  readonly folder: vscode.WorkspaceFolder
  readonly hooks: readonly HookRow[]
  readonly stats: ReadonlyMap<string, HookStatsMessage>
  /** Why the hooks could not be listed: one line. */
  readonly failure?: string
}

export type HookStore = vscode.Disposable & {
  /** Waits for folders that are not loaded yet. Never rejects. */
  all(): Promise<readonly FolderHooks[]>
  of(folder: vscode.WorkspaceFolder): Promise<FolderHooks>
  /** What is already loaded, without waiting. */
  known(): readonly FolderHooks[]
  readonly onChange: vscode.Event<void>
  refresh(folder?: vscode.WorkspaceFolder): void
}

/** Debounce for `reloaded` notifications, in milliseconds. */
const SETTLE_MS = 100

/** Sends no request before the first call of `all`, `of` or `refresh`. */
export function openHookStore(runtimes: Runtimes, log: vscode.LogOutputChannel): HookStore {
  const requests = new Map<string, Promise<FolderHooks>>()
  const found = new Map<string, FolderHooks>()
  const changes = new vscode.EventEmitter<void>()
  const settling = new Map<string, NodeJS.Timeout>()

  const subscriptions = [
    runtimes.on('reloaded', ({ folder }) => soon(folder)),
    runtimes.onState((folder) => {
      // The runtime was restarted: the earlier result may be incomplete or out of date.
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
    // Consumers of `known()` need an event for the first result; later lookups come from `refresh`, which fires its
    // own.
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

  // Removed, so that a folder that is opened again is loaded again.
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
      // Calls to `of` from now on get the new result; views call it when the change event fires.
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
