// Serializes a workspace for another thread: hooks, settings, and the bytes that trust verified.
// Runs nothing. Handlers of this process are not included.

import type { Dialect } from '../contract/dialect.ts'
import type { DialectId } from '../contract/dialectId.ts'
import type { Hook } from '../contract/hook.ts'
import type { Settings } from '../contract/settings.ts'
import type { Snapshot } from '../trust/snapshot.ts'

export type ForThread = {
  readonly root: string
  readonly settings: Settings
  readonly failOpen: { readonly [D in DialectId]?: boolean }
  /** Every hook, without its handler. */
  readonly hooks: readonly Hook[]
  /** The bytes to run for each active module hook, by hook id. */
  readonly snapshots: ReadonlyMap<string, Snapshot>
  /** Why a hook may not run, by hook id. */
  readonly untrusted: ReadonlyMap<string, string>
}

type World = {
  readonly root: string
  readonly settings: Settings
  readonly hooks: readonly Hook[]
  readonly dialects: readonly Dialect[]
  readonly failsOpen: (dialect: DialectId) => boolean
  readonly snapshot: (hook: Hook) => Snapshot | { readonly untrusted: string }
}

export function forThread({ root, settings, hooks, dialects, failsOpen, snapshot }: World): ForThread {
  const snapshots = new Map<string, Snapshot>()
  const untrusted = new Map<string, string>()
  for (const hook of hooks) {
    const runs = hook.state === 'active' && hook.runner === 'module' && hook.handler === undefined
    if (!runs && hook.state !== 'untrusted') continue
    const taken = snapshot(hook)
    if ('untrusted' in taken) untrusted.set(hook.id, taken.untrusted)
    else if (runs) snapshots.set(hook.id, taken)
  }
  return {
    root,
    settings,
    failOpen: Object.fromEntries(dialects.map(({ id }) => [id, failsOpen(id)])),
    hooks: hooks.map(({ handler: _, ...hook }) => hook),
    snapshots,
    untrusted,
  }
}
