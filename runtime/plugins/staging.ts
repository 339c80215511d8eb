// Installs and removes plugins atomically, through a folder with a hidden name next to the others. Nothing incomplete
// is left behind after a failure or Ctrl+C. Leftovers of a killed process are removed by the next one, which also puts
// back a plugin that was moved away and not yet replaced.

import { randomUUID } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isRunning, runtimeId } from '../executors/processes.ts'

export type Staging = {
  /** An empty folder, on the same disk as the plugins. */
  readonly folder: string
  /** Moves the plugin to its path; replaces an existing one. */
  put(path: string): void
  /** Deletes what was not moved, and folders created for it. */
  close(): void
}

const MARK = '.hookbench-'
/** Below the staging folder: plugins that are being replaced, under their own names. */
const OLD = 'old'

/** Creates a staging folder in a plugins folder. */
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
      mkdirSync(join(own, OLD), { recursive: true })
      const old = join(own, OLD, basename(path))
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

/** Removes a plugin atomically, by renaming it first. */
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
    if (owner === undefined || isRunning(owner)) continue
    putBack(plugins, join(plugins, name, OLD))
    rmSync(join(plugins, name), { recursive: true, force: true })
  }
}

// A workspace may contain folders with such names, and a link in place of one would move the files of any folder here.
function putBack(plugins: string, old: string): void {
  if (![dirname(old), old].every(isRealFolder)) return
  for (const name of readdirSync(old))
    if (!existsSync(join(plugins, name))) renameSync(join(old, name), join(plugins, name))
}

function isRealFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
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

// From the innermost folder outwards, as long as they were created here and are empty.
function removeEmpty(folder: string, outermost: string): void {
  for (let at = folder; at.length >= outermost.length; at = dirname(at)) {
    try {
      rmdirSync(at)
    } catch {
      return
    }
  }
}
