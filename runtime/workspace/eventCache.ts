// Caches the events that hooks reported when queried, by the hash of all their bytes, so that an unchanged hook is
// queried once. If the file is lost, each hook is queried once more.

import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { isObject } from '../contract/json.ts'
import { readText } from '../files/read.ts'

export type EventCache = {
  of(hash: string): string | undefined
  keep(hash: string, events: string): void
  /** Writes new answers. If that fails, the next start queries again. */
  save(): Promise<void>
}

const MOST = 5000

/** Opens the cache; an unusable file counts as empty. */
export function openEventCache(file: string): EventCache {
  const known = load(file)
  let changed = false
  return {
    of: (hash) => known.get(hash),
    keep(hash, events) {
      known.set(hash, events)
      changed = true
    },
    async save() {
      if (!changed) return
      changed = false
      const answers = Object.fromEntries([...known].slice(-MOST))
      try {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
        await writeFileAtomic(file, JSON.stringify({ v: 1, answers }), { mode: 0o600, fsync: false })
      } catch {
        // Hooks are queried again on the next start, which is no reason to fail this one.
      }
    },
  }
}

function load(file: string): Map<string, string> {
  try {
    const stored: unknown = JSON.parse(readText(file))
    if (!isObject(stored) || stored.v !== 1 || !isObject(stored.answers)) return new Map()
    return new Map(
      Object.entries(stored.answers).flatMap(([hash, event]) =>
        typeof event === 'string' ? [[hash, event]] : [],
      ),
    )
  } catch {
    return new Map()
  }
}
