// The last known run of each hook: from a replay, debug session or test in this window, or from the newest recordings.
// Runs in this window survive a reload, without their payloads. Fires no event.

import * as vscode from 'vscode'
import { defined } from '../../runtime/contract/defined.ts'
import type { HookRun } from '../../runtime/contract/outcome.ts'
import { textsOf } from '../hooks/entries.ts'
import type { HookStore } from '../hooks/store.ts'
import type { RecordingStore } from '../recordings/store.ts'
import type { Runtimes } from '../runtimes.ts'
import type { LastRun } from './lastRun.ts'
import { type Remembered, rememberable, remembered } from './remembered.ts'
import { digestOf } from './stale.ts'

export type LastRuns = vscode.Disposable & {
  /** The latest run by hook id. Never rejects. */
  of(folder: vscode.WorkspaceFolder): Promise<ReadonlyMap<string, LastRun>>
  /** Records the runs of an event's hooks that just ended. */
  note(
    folder: vscode.WorkspaceFolder,
    runs: readonly HookRun[],
    of: Pick<LastRun, 'dialect' | 'event' | 'effect' | 'how'>,
  ): void
  readonly onChange: vscode.Event<void>
}

/** Only this many recordings, none larger than MOST_BYTES, are searched for runs. */
const NEWEST = 3
const MOST_BYTES = 4 * 1024 * 1024
/** Most runs kept per folder; more hooks than any real workspace has. */
const MOST_KEPT = 300

/** Reads recordings on the first call of `of`, and again when they change. */
export function openLastRuns(
  recordings: RecordingStore,
  runtimes: Pick<Runtimes, 'ask'>,
  hooks: Pick<HookStore, 'known'>,
  memory: vscode.Memento,
): LastRuns {
  const changes = new vscode.EventEmitter<void>()
  const here = new Map<string, Map<string, LastRun>>()
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
      const all = new Map(await reading)
      for (const [id, one] of ownOf(folder)) if (one.at >= (all.get(id)?.at ?? 0)) all.set(id, one)
      return all
    },
    note(folder, runs, of) {
      const own = ownOf(folder)
      const noted = runs.filter(({ status }) => status !== 'skipped')
      for (const run of noted) {
        const digest = digestOf(textsRun(folder, run))
        own.set(run.id, { run, ...of, at: Date.now(), ...defined({ digest }) })
      }
      if (noted.length > 0) void keep(folder).catch(() => {})
      changes.fire()
    },
    onChange: changes.event,
    dispose() {
      changed.dispose()
      changes.dispose()
    },
  }

  function textsRun(folder: vscode.WorkspaceFolder, { id }: HookRun): readonly string[] {
    const known = hooks.known().find((one) => one.folder === folder)
    const hook = known?.hooks.find((one) => one.id === id)
    return hook === undefined ? [] : textsOf(hook)
  }

  function ownOf(folder: vscode.WorkspaceFolder): Map<string, LastRun> {
    const key = folder.uri.toString()
    let own = here.get(key)
    if (own === undefined) {
      own = remembered(memory.get(keyOf(folder)))
      here.set(key, own)
    }
    return own
  }

  // Kept runs are written to disk; reasons and error messages may quote secrets, so the runtime redacts them first.
  async function keep(folder: vscode.WorkspaceFolder): Promise<void> {
    const newest = [...ownOf(folder).values()].toSorted((one, two) => two.at - one.at).slice(0, MOST_KEPT)
    const { value } = await runtimes.ask(folder, 'redact', { value: newest.map(rememberable) })
    await memory.update(keyOf(folder), value as readonly Remembered[])
  }
}

const keyOf = ({ uri }: vscode.WorkspaceFolder) => `hookbench.lastRuns:${uri}`

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
        if (run.status !== 'skipped') found.set(run.id, { run, dialect, event, at, how: 'recorded' })
      }
    }
  }
  return found
}
