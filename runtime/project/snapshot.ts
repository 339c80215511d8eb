// One look at a workspace: every hook with the state that settings, configuration and trust give it, and what is wrong
// with the files. It gives way to waiting requests as it goes, and runs nothing.

import { setImmediate } from 'node:timers/promises'
import { configured } from '../../runtime/contract/extensionsInForce.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import type { Problem } from '../../runtime/contract/problems.ts'
import type { Settings } from '../../runtime/contract/settings.ts'
import type { Cache } from '../../runtime/discovery/cache.ts'
import { discover } from '../../runtime/discovery/discover.ts'
import { type Disk, failed } from '../../runtime/discovery/disk.ts'
import type { ReadAs } from '../../runtime/discovery/entries.ts'
import { type ProgramLookup, pathLookup } from '../../runtime/discovery/programs.ts'
import { readDocument } from '../../runtime/documents/read.ts'
import type { Ledger } from '../../runtime/trust/ledger.ts'
import { defined } from '../contract/defined.ts'
import type { Dialect } from '../contract/dialect.ts'
import type { DocumentReader } from '../discovery/cachedRead.ts'
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
  /** As files were saved: what settings and trust go by. */
  readonly saved: Disk
  /** With open texts in place: what hooks are read from. */
  readonly disk: Disk
  readonly cache: Cache
  readonly ledger: Ledger
  readonly lookup?: ProgramLookup
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly dialects?: readonly Dialect[]
  /** Settings of agents that no file tells. */
  readonly flags?: readonly string[]
  /** Hears that a look begins, and says who hears what it reads. */
  readonly begin?: () => DocumentListener
}

/** Makes a function that looks at a workspace, remembering what the ledger said of unchanged hooks. */
export function snapshotReader(looking: Looking): () => Promise<ProjectSnapshot> {
  const { root, home, saved, disk, cache, ledger, lookup, environment, dialects, flags, begin } = looking
  const answers = new Map<string, { readonly stamp: string; readonly why: string | undefined }>()
  const rest = restful()
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
      directories: { secureyeoman: configuration.directories },
      read: async (input) => {
        const document = await rest.reader(input)
        hears?.(input, document)
        return document
      },
      yieldTurn: rest.whenDue,
    })
    const stated: Hook[] = []
    for (const hook of hooks) {
      await rest.whenDue()
      stated.push(trustedState(configured(hook, configuration)))
    }
    forgetOthers(hooks)
    const hostFiles = Object.fromEntries(Object.entries(hosts).map(([id, { readAs }]) => [id, readAs]))
    return { settings, configuration, hooks: stated, problems, hostFiles }
  }

  function trustedState(hook: Hook): Hook {
    if (hook.state !== 'active' && hook.state !== 'unknown') return hook
    // What an entry says stands in a file with much else.
    const stamp = [...[ledger.file, ...hook.files].map(markOf), hook.entry?.digest].join('|')
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

const STRETCH_MS = 4

/** Work in stretches of a few milliseconds, so that a request never waits for a whole look. */
export function restful(): { whenDue(): Promise<void>; readonly reader: DocumentReader } {
  let since = performance.now()
  const whenDue = async () => {
    if (performance.now() - since < STRETCH_MS) return
    await setImmediate()
    since = performance.now()
  }
  return {
    whenDue,
    reader: async (input) => {
      await whenDue()
      return readDocument(input)
    },
  }
}

/** What a look means for findings elsewhere. Where a problem stands in an open text changes with every line typed. */
export function signOf(
  { settings, configuration, hooks, problems }: ProjectSnapshot,
  texts: OpenTexts,
): string {
  const unplaced = problems.map(({ range, ...one }) =>
    texts.get(one.path) === undefined ? { ...one, range } : one,
  )
  return JSON.stringify([settings, configuration, hooks, unplaced])
}
