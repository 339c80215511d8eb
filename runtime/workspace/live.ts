// Hot reload: a workspace whose hooks are live as they are saved. It joins what stands in files of their own:
// what matters (watched.ts), hearing of it (watch.ts), when to look again (reload.ts), what stays (keep.ts, pins.ts).

import type { Dialect } from '../contract/dialect.ts'
import type { Hook } from '../contract/hook.ts'
import type { Ledger } from '../trust/ledger.ts'
import { openPinnedSources, type PinnedSources } from './pinnedSources.ts'
import { type Reconciled, reconcile } from './reconcile.ts'
import { openReloader } from './reload.ts'
import type { Trusting } from './trusting.ts'
import { openWatching } from './watch.ts'
import { type Watched, watchedBy } from './watched.ts'

export type Live = {
  /** Answers with the bytes of the set in force. */
  readonly trusting: PinnedSources
  /** The new set, with what must be kept of the one before. */
  keep(found: readonly Hook[], before: readonly Hook[]): Promise<Reconciled>
  /** Watches from now on; settles when it does. */
  start(): Promise<void>
  /** Looks again now; settles when the set is new. */
  reload(): Promise<void>
  close(): Promise<void>
}

export function openLive(options: {
  readonly root: string
  readonly home: string
  readonly dialects: readonly Dialect[]
  readonly trusting: Trusting
  readonly ledger: Ledger
  readonly hooks: () => readonly Hook[]
  readonly directories: () => readonly string[]
  /** Every configuration file of a host that was read. */
  readonly hostFiles: () => readonly string[]
  /** Reads everything again. */
  readonly look: () => Promise<void>
  readonly say: (line: string) => void
}): Live {
  const { dialects, say, hooks, directories, hostFiles } = options
  const trusting = openPinnedSources(options.trusting, options.ledger)
  const watching = openWatching(
    () => reloader.changed(),
    (error) => say(`changes to hooks may go unnoticed: ${error.message}`),
  )
  let watched: Watched | undefined
  const reloader = openReloader({
    async look() {
      await options.look()
      watched = now()
      await watching.look(watched)
    },
    stamp: () => watched?.stamp() ?? '',
    failed: (error) => say(`the hooks could not be looked at again: ${(error as Error).message}`),
  })

  return {
    trusting,
    keep: (found, before) => reconcile(found, before, dialects, trusting),
    async start() {
      watched = now()
      await watching.look(watched)
    },
    reload: reloader.now,
    async close() {
      reloader.close()
      await watching.close()
    },
  }

  function now(): Watched {
    return watchedBy({ ...options, directories: directories(), hooks: hooks(), hostFiles: hostFiles() })
  }
}
