// What each hook did the last time it was seen: in a replay here, or in one of the newest recordings. For views and
// decorations; it never fires anything.

import * as vscode from 'vscode'
import type { HookRun } from '../../runtime/contract/outcome.ts'
import type { RecordingStore } from '../recordings/store.ts'

export type LastRun = {
  readonly run: HookRun
  readonly dialect: string
  readonly event: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** What the host did with it, in words; only where it ran alone. */
  readonly effect?: string
  /** True for a replay of this session of the editor. */
  readonly isReplay: boolean
}

export type LastRuns = vscode.Disposable & {
  /** By hook id. Never rejects. */
  of(folder: vscode.WorkspaceFolder): Promise<ReadonlyMap<string, LastRun>>
  /** Notes what a replay came to. */
  note(folder: vscode.WorkspaceFolder, runs: readonly LastRun[]): void
  readonly onChange: vscode.Event<void>
}

/** Older recordings than these, and longer ones, are not worth reading for it. */
const NEWEST = 3
const MOST_BYTES = 4 * 1024 * 1024

/** Reads recordings when it is first asked, and again when they change. */
export function openLastRuns(recordings: RecordingStore): LastRuns {
  const changes = new vscode.EventEmitter<void>()
  const replayed = new Map<string, Map<string, LastRun>>()
  let recorded = new Map<string, Promise<ReadonlyMap<string, LastRun>>>()
  const changed = recordings.onChange(() => {
    recorded = new Map()
    changes.fire()
  })
  return {
    async of(folder) {
      const key = folder.uri.toString()
      const reading = recorded.get(key) ?? read(recordings, folder)
      recorded.set(key, reading)
      return new Map([...(await reading), ...(replayed.get(key) ?? [])])
    },
    note(folder, runs) {
      const key = folder.uri.toString()
      const own = replayed.get(key) ?? new Map<string, LastRun>()
      for (const one of runs) if (one.run.status !== 'skipped') own.set(one.run.id, one)
      replayed.set(key, own)
      changes.fire()
    },
    onChange: changes.event,
    dispose() {
      changed.dispose()
      changes.dispose()
    },
  }
}

async function read(
  recordings: RecordingStore,
  folder: vscode.WorkspaceFolder,
): Promise<ReadonlyMap<string, LastRun>> {
  const found = new Map<string, LastRun>()
  const readable = (await recordings.list(folder)).filter(
    ({ problem, bytes }) => problem === undefined && bytes <= MOST_BYTES,
  )
  for (const recording of readable.slice(0, NEWEST).toReversed()) {
    const events = await recordings.events(recording).catch(() => [])
    for (const { outcome, dialect, event, at } of events) {
      for (const run of outcome.hooks) {
        if (run.status !== 'skipped') found.set(run.id, { run, dialect, event, at, isReplay: false })
      }
    }
  }
  return found
}
