// Caches the views of a project's files, one per version. Views of open files are kept; of the others only the most
// recently used, so that going through a large workspace does not keep all of it in memory.

import { calledOf } from '../contract/called.ts'
import { defined } from '../contract/defined.ts'
import { LARGEST } from '../discovery/cachedRead.ts'
import { type Disk, failed, type Stat } from '../discovery/disk.ts'
import { Superseded, type TextReader } from '../documents/reading.ts'
import type { Typing } from '../documents/typed.ts'
import type { OpenTexts } from './texts.ts'
import type { Role, View } from './view.ts'
import { viewOf } from './viewOf.ts'

export type Views = {
  /** The view of the text as it is now, or of a later one if it changes before its turn to be read. */
  view(path: string): Promise<View | undefined>
  forget(path: string): void
  clear(): void
}

export type ViewsOptions = {
  readonly texts: OpenTexts
  readonly disk: Disk
  readonly roleOf: (path: string) => Role | undefined
  readonly reading?: TextReader
  readonly ground: { readonly root: string; readonly home: string }
  readonly typing: () => Promise<Typing>
  /** Called for files whose view was dropped. */
  readonly forgotten: (path: string) => void
}

const MOST_CLOSED = 64

/** Views of open texts and of files on disk. */
export function openViews({ texts, disk, roleOf, reading, ground, typing, forgotten }: ViewsOptions): Views {
  const kept = new Map<string, { readonly key: string; readonly view: Promise<View | undefined> }>()
  return { view: viewNow, forget, clear }

  async function viewNow(path: string): Promise<View | undefined> {
    const role = roleOf(path)
    if (role === undefined) return undefined
    const open = texts.get(path)
    const stat = disk.stat(path)
    const found = failed(stat) || stat.kind !== 'file' ? undefined : stat
    if (open === undefined && found === undefined) {
      forget(path)
      return undefined
    }
    const key = open === undefined ? `saved ${found?.key}` : `open ${open.version} ${found?.mode ?? ''}`
    const known = kept.get(path)
    if (known?.key === key && (open !== undefined || isSettled(found))) {
      if (open === undefined) {
        kept.delete(path)
        kept.set(path, known)
      }
      return known.view
    }
    const text = open?.text ?? textOf(path, disk)
    const made =
      text === undefined || isPassedOver(role, text, found)
        ? Promise.resolve(undefined)
        : viewOf({
            path,
            text,
            version: open?.version ?? 0,
            role,
            typing,
            textOf: textNow,
            ground,
            ...defined({ reading }),
          })
    const view = made.catch((error: unknown) => {
      // An error must not be cached.
      if (kept.get(path)?.view === view) forget(path)
      if (error instanceof Superseded) return viewNow(path)
      throw error
    })
    // Moves a closed file to the end of the order of use. Not done for open files, whose entry
    // changes with every keystroke: a Map with deletions is rehashed, and its old tables keep
    // their views alive until the next full garbage collection.
    if (open === undefined) kept.delete(path)
    kept.set(path, { key, view })
    drop()
    return view
  }

  function clear(): void {
    for (const path of [...kept.keys()]) forget(path)
  }

  function textNow(path: string): string | undefined {
    return texts.get(path)?.text ?? textOf(path, disk)
  }

  function forget(path: string): void {
    if (kept.delete(path)) forgotten(path)
  }

  function drop(): void {
    const closed = [...kept.keys()].filter((path) => texts.get(path) === undefined)
    for (const path of closed.slice(0, -MOST_CLOSED)) forget(path)
  }
}

const SETTLED_MS = 100

// A file changed just now may change again within the clock's granularity and look the same.
function isSettled(stat: Stat | undefined): boolean {
  return stat !== undefined && Date.now() - stat.changed > SETTLED_MS
}

function textOf(path: string, disk: Disk): string | undefined {
  const bytes = disk.read(path, LARGEST)
  return failed(bytes) ? undefined : bytes.toString('utf8')
}

// Folders of executables also contain data and notes: files that are neither executable nor start with `#!`.
function isPassedOver(role: Role, text: string, stat: Stat | undefined): boolean {
  if (text.length > LARGEST) return true
  if (role.kind !== 'hook' || role.dialect.exports !== 'executable' || text.startsWith('#!')) return false
  if (calledOf(role.dialect) !== undefined) return false
  const runs = stat !== undefined && process.platform !== 'win32' && (stat.mode & 0o111) !== 0
  return !runs
}
