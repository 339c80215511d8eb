// Takes a snapshot of a workspace: every hook with its state according to settings, configuration and trust, and the
// problems of the files. Yields to pending requests as it goes, and runs no hook.

import { configured } from '../../runtime/contract/extensionsInForce.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import type { Problem } from '../../runtime/contract/problems.ts'
import type { Settings } from '../../runtime/contract/settings.ts'
import type { Cache } from '../../runtime/discovery/cache.ts'
import { discover } from '../../runtime/discovery/discover.ts'
import { type Disk, failed } from '../../runtime/discovery/disk.ts'
import type { ReadAs } from '../../runtime/discovery/entries.ts'
import { withoutIdleHiders } from '../../runtime/discovery/idleHiders.ts'
import { type ProgramLookup, pathLookup } from '../../runtime/discovery/programs.ts'
import type { TextReader } from '../../runtime/documents/reading.ts'
import { yieldsWhenDue } from '../../runtime/documents/yieldTurn.ts'
import type { Ledger } from '../../runtime/trust/ledger.ts'
import { defined } from '../contract/defined.ts'
import type { Dialect } from '../contract/dialect.ts'
import { configurationOf, type ProjectConfiguration, settingsOf } from './configuration.ts'
import type { DocumentListener } from './siteFingerprints.ts'
import type { OpenTexts } from './texts.ts'

export type ProjectSnapshot = {
  readonly settings: Settings
  readonly configuration: ProjectConfiguration
  readonly hooks: readonly Hook[]
  readonly problems: readonly Problem[]
  /** Every configuration file of a host that was read, by the host's id. */
  readonly hostFiles: Readonly<Record<string, readonly ReadAs[]>>
}

export type Looking = {
  readonly root: string
  readonly home: string
  /** Files as saved: used for settings and trust. */
  readonly saved: Disk
  /** Files with open texts in their place: hooks are read from here. */
  readonly disk: Disk
  readonly cache: Cache
  readonly ledger: Ledger
  readonly reading: TextReader
  readonly lookup?: ProgramLookup
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly dialects?: readonly Dialect[]
  /** Settings of agents that are in no file. */
  readonly flags?: readonly string[]
  /** Called when a snapshot starts; returns the listener for the documents it reads. */
  readonly begin?: () => DocumentListener
}

/** Creates a function that takes snapshots, with a cache of the ledger's decisions on unchanged hooks. */
export function snapshotReader(looking: Looking): () => Promise<ProjectSnapshot> {
  const { root, home, saved, disk, cache, ledger, reading, lookup, environment, dialects, flags, begin } =
    looking
  const answers = new Map<string, { readonly stamp: string; readonly why: string | undefined }>()
  const whenDue = yieldsWhenDue()
  return async () => {
    const hears = begin?.()
    const settings = settingsOf({ root, home }, saved, ledger)
    const configuration = await configurationOf({ root, home }, saved, ledger)
    const { hooks, problems, hosts } = await discover({
      root,
      home,
      settings,
      cache,
      disk,
      lookup: lookup ?? pathLookup(),
      ...defined({ environment, dialects, flags }),
      keepsFewOfMany: true,
      directories: { secureyeoman: configuration.directories },
      read: async (input) => {
        await whenDue()
        const document = await reading.read(input)
        hears?.(input, document)
        return document
      },
      yieldTurn: whenDue,
    })
    const stated: Hook[] = []
    for (const hook of hooks) {
      await whenDue()
      stated.push(trustedState(configured(hook, configuration)))
    }
    const effective = withoutIdleHiders(stated, trustedState, { root, home })
    forgetOthers(hooks)
    const hostFiles = Object.fromEntries(Object.entries(hosts).map(([id, { readAs }]) => [id, readAs]))
    return { settings, configuration, hooks: effective, problems, hostFiles }
  }

  function trustedState(hook: Hook): Hook {
    if (hook.state !== 'active' && hook.state !== 'unknown') return hook
    // The file of an entry contains much else, so the entry's digest is part of the stamp. Two hooks can have one id.
    const stamp = [...[ledger.file, ...hook.files].map(markOf), hook.path, hook.entry?.digest].join('|')
    let answer = answers.get(hook.id)
    if (answer?.stamp !== stamp) {
      const decision = ledger.check(hook)
      answer = { stamp, why: decision.trusted ? undefined : decision.why }
      answers.set(hook.id, answer)
    }
    return answer.why === undefined ? hook : { ...hook, state: 'untrusted', why: answer.why }
  }

  function markOf(path: string): string {
    const stat = saved.stat(path)
    return failed(stat) ? stat.failed : stat.key
  }

  function forgetOthers(hooks: readonly Hook[]): void {
    const ids = new Set(hooks.map(({ id }) => id))
    for (const id of answers.keys()) if (!ids.has(id)) answers.delete(id)
  }
}

/**
 * A text for comparing snapshots by their effect on findings. Excludes positions
 * in open texts, which change with every line typed.
 */
export function signOf(
  { settings, configuration, hooks, problems }: ProjectSnapshot,
  texts: OpenTexts,
): string {
  const unplaced = problems.map(({ range, ...one }) =>
    texts.get(one.path) === undefined ? { ...one, range } : one,
  )
  return JSON.stringify([settings, configuration, hooks, unplaced])
}
