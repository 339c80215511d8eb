// A plugin on its way in or out, under a hidden name beside the others, so that it appears and disappears at once.
// Whatever goes wrong, nothing half-made stays: not after a failure, not after Ctrl+C, and what a killed process left
// is swept by the next.

import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isRunning, runtimeId } from '../executors/processes.ts'

export type Staging = {
  /** Empty, and on the same disk as the plugins. */
  readonly folder: string
  /** Gives it its name; what had the name before is replaced. */
  put(path: string): void
  /** Throws away what was not put, and the folders that were made for it. */
  close(): void
}

const MARK = '.hookbench-'

/** Makes room for a plugin in a plugins folder. */
export function openStaging(plugins: string): Staging {
  const first = mkdirSync(plugins, { recursive: true })
  sweep(plugins)
  const own = hiddenName(plugins)
  const folder = join(own, 'new')
  mkdirSync(folder, { recursive: true })
  const gone = () => {
    rmSync(own, { recursive: true, force: true })
    if (first !== undefined) removeEmpty(plugins, first)
  }
  process.once('exit', gone)
  return {
    folder,
    put(path) {
      const old = join(own, 'old')
      const had = moved(path, old)
      try {
        renameSync(folder, path)
      } catch (error) {
        if (had) renameSync(old, path)
        throw error
      }
    },
    close() {
      process.off('exit', gone)
      gone()
    },
  }
}

/** Takes a plugin away: from one moment to the next it is not there. */
export function takeAway(path: string): void {
  const own = hiddenName(dirname(path))
  renameSync(path, own)
  rmSync(own, { recursive: true, force: true })
}

function hiddenName(plugins: string): string {
  return join(plugins, `${MARK}${runtimeId()}.${randomUUID().slice(0, 8)}`)
}

function sweep(plugins: string): void {
  for (const name of readdirSync(plugins)) {
    const owner = name.startsWith(MARK) ? name.slice(MARK.length).split('.')[0] : undefined
    if (owner !== undefined && !isRunning(owner))
      rmSync(join(plugins, name), { recursive: true, force: true })
  }
}

function moved(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

// From the innermost outwards, as far as they are ours and empty.
function removeEmpty(folder: string, outermost: string): void {
  for (let at = folder; at.length >= outermost.length; at = dirname(at)) {
    try {
      rmdirSync(at)
    } catch {
      return
    }
  }
}
