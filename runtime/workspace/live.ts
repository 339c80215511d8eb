// Hot reload: keeps the hooks of a workspace up to date as files are saved. Combines what to watch (watched.ts),
// watching (watch.ts), when to rediscover (reload.ts), and what to keep (reconcile.ts, pinnedSources.ts).

import type { Dialect } from '../contract/dialect.ts'
import type { Hook } from '../contract/hook.ts'
import type { HostPlaceReader } from '../discovery/hostPlaces.ts'
import { markOf } from '../files/mark.ts'
import type { Ledger } from '../trust/ledger.ts'
import { openPinnedSources, type PinnedSources } from './pinnedSources.ts'
import { type Reconciled, reconcile } from './reconcile.ts'
import { openReloader } from './reload.ts'
import type { Trusting } from './trusting.ts'
import { openWatching } from './watch.ts'
import { type Watched, watchedBy } from './watched.ts'

export type Live = {
  /** Trust with the pinned bytes of the current hooks. */
  readonly trusting: PinnedSources
  /** The new hooks, with those that must be kept from the previous ones. */
  keep(found: readonly Hook[], before: readonly Hook[]): Promise<Reconciled>
  /** Starts watching; settles when all watches are active. */
  start(): Promise<void>
  /** Rediscovers now; settles when the new hooks are active. */
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
  /** The places that those files lead to. */
  readonly further: () => readonly HostPlaceReader[]
  /** Rediscovers everything. */
  readonly look: () => Promise<void>
  readonly say: (line: string) => void
}): Live {
  const { dialects, say, hooks, directories, hostFiles, further } = options
  const trusting = openPinnedSources(options.trusting, options.ledger)
  const watching = openWatching(
    () => reloader.changed(),
    (error) => say(`changes to hooks may not be detected: ${error.message}`),
  )
  let watched: Watched | undefined
  let marks = new Map<string, string>()
  const reloader = openReloader({
    async look() {
      const files = hooks().flatMap((hook) => (trusting.pinned(hook) === undefined ? [] : hook.files))
      marks = new Map(files.map((path) => [path, markOf(path)]))
      await options.look()
      watched = now()
      await watching.look(watched)
    },
    stamp: () => watched?.stamp() ?? '',
    failed: (error) => say(`the hooks could not be read again: ${(error as Error).message}`),
  })

  return {
    trusting,
    keep: (found, before) =>
      reconcile(found, before, dialects, trusting, (path) => marks.get(path) === markOf(path)),
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
    return watchedBy({
      ...options,
      directories: directories(),
      hooks: hooks(),
      hostFiles: hostFiles(),
      further: further(),
    })
  }
}
