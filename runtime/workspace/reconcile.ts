// Decides what to keep of the current hooks after rediscovery: unchanged hooks remain the same objects, and a hook
// whose files were saved half-written continues in its last good version, with a problem reported.

import { isUtf8 } from 'node:buffer'
import { existsSync } from 'node:fs'
import { basename, dirname, extname } from 'node:path'
import type { Dialect } from '../contract/dialect.ts'
import type { Hook } from '../contract/hook.ts'
import { type Problem, problem } from '../contract/problems.ts'
import { spellingsOf } from '../discovery/loadedFiles.ts'
import { MOST_TEXT, readBytes } from '../files/read.ts'
import type { Snapshot } from '../trust/snapshot.ts'
import type { PinnedSources } from './pinnedSources.ts'

export type Reconciled = { readonly hooks: readonly Hook[]; readonly problems: readonly Problem[] }

/**
 * The new hooks: those found, with those that must be kept from before. `isSteady` is whether a file of theirs is as it
 * was before the search began.
 */
export async function reconcile(
  found: readonly Hook[],
  before: readonly Hook[],
  dialects: readonly Dialect[],
  pins: PinnedSources,
  isSteady: (path: string) => boolean,
): Promise<Reconciled> {
  const problems: Problem[] = []
  const good = Map.groupBy(before.filter(isKeepable), keyOf)
  // A settings file may have thousands of entries.
  const earlier = new Map(before.map((hook) => [hook.id, hook]))
  const replaced = new Set<string>()
  const set: Hook[] = []
  for (const hook of found) {
    const key = keyOf(hook)
    if (replaced.has(key)) continue
    const last = good.get(key)
    const why = last && (await whileSteady(last, (one) => unfit(hook, one)))
    if (last === undefined || why === undefined) set.push(withProblem(hook))
    else keep(key, last, why, set.length)
  }
  const seen = new Set(found.map(keyOf))
  for (const [key, last] of good) {
    const why = seen.has(key) ? undefined : await whileSteady(last, emptied)
    if (why !== undefined) keep(key, last, why, placeOf(last))
  }
  const hooks = ranked(set).map(pinned)
  pins.inForce(hooks)
  return { hooks, problems }

  function isKeepable(hook: Hook): boolean {
    return hook.state === 'active' && pins.pinned(hook) !== undefined
  }

  function keep(key: string, last: readonly Hook[], why: string, place: number): void {
    replaced.add(key)
    const held = last.map((hook): Hook => {
      const one = { ...hook, why: `${why}; the last good version stays in use` }
      pins.pin(one, pins.pinned(hook) as Snapshot)
      const revoked = pins.objection(one)
      return revoked === undefined ? one : { ...one, state: 'untrusted', why: revoked }
    })
    set.splice(place, 0, ...held)
    const [{ path }] = last as readonly [Hook]
    problems.push(problem('syntax.error', path, `${why}; the last good version stays in use.`))
  }

  // An executable runs from its file, so no earlier version can be kept.
  function withProblem(hook: Hook): Hook {
    if (hook.runner !== 'executable' || hook.state !== 'broken') return hook
    const was = before.find(({ id }) => id === hook.id)
    if (was?.state !== 'active' && was?.why?.endsWith(LOST) !== true) return hook
    return { ...hook, why: `${(hook.why ?? 'It is broken').replace(/\.$/, '')}${LOST}` }
  }

  // Why the current file cannot replace the running version.
  async function unfit(hook: Hook, last: Hook): Promise<string | undefined> {
    if (hook.state === 'broken') return (hook.why ?? 'The file cannot be loaded').replace(/\.$/, '')
    if (hook.state !== 'active') return undefined
    const taken = pins.fresh(hook)
    if ('untrusted' in taken) return undefined
    const known = pins.pinned(last)
    const isEdited = [...taken.files].some(([path, bytes]) => known?.files.get(path)?.equals(bytes) !== true)
    const added = new Set(
      [...taken.files.keys()].filter((path) => known?.files.has(path) === false).map(moduleOf),
    )
    const gone = [...(known?.files.keys() ?? [])].find(
      (path) =>
        !taken.files.has(path) &&
        !added.has(moduleOf(path)) &&
        !existsSync(path) &&
        (!isEdited || isNamed(hook, path, taken)),
    )
    if (gone !== undefined) return `${basename(gone)} is missing`
    for (const [path, bytes] of taken.files) {
      const was = known?.files.get(path)
      if (was?.equals(bytes) === true) continue
      // Most programs empty a file before they write it.
      if (isBlank(bytes) && was !== undefined && !isBlank(was)) return `${basename(path)} is empty`
      const wrong = await syntaxError(path, bytes, last)
      if (wrong !== undefined) return wrong
    }
    // Pinned, so that exactly the checked bytes run.
    pins.pin(hook, taken)
    return undefined
  }

  // The search and `judge` read a file at different moments, so what they find may never have been on the disk together.
  // A change is followed by another search.
  async function whileSteady(
    [last]: readonly Hook[],
    judge: (last: Hook) => Promise<string | undefined>,
  ): Promise<string | undefined> {
    return unsteady(last as Hook) ?? (await judge(last as Hook)) ?? unsteady(last as Hook)
  }

  function unsteady({ files }: Hook): string | undefined {
    const path = files.find((one) => !isSteady(one))
    return path === undefined ? undefined : `${basename(path)} changed while it was read`
  }

  // The file contains no hook any more. If it is empty or half-written, it is being saved.
  async function emptied(last: Hook): Promise<string | undefined> {
    let bytes: Buffer
    try {
      bytes = readBytes(last.path, MOST_TEXT)
    } catch {
      return undefined
    }
    return isBlank(bytes) ? `${basename(last.path)} is empty` : syntaxError(last.path, bytes, last)
  }

  async function syntaxError(
    path: string,
    bytes: Buffer,
    { dialect: id }: Hook,
  ): Promise<string | undefined> {
    if (path.endsWith('.json')) return jsonError(path, bytes)
    if (!/\.(?:[cm]?[jt]s|py)$/.test(path)) return undefined
    if (path.endsWith('.py') && isCut(bytes)) return `${basename(path)} is not UTF-8`
    const events = Object.keys(dialects.find((one) => one.id === id)?.events ?? {})
    // Parsed as a program, because the dialect's own reader reports nothing for a file that lost the dialect's shape.
    const { readDocument } = await import('../documents/read.ts')
    const document = await readDocument({
      path,
      text: bytes.toString('utf8'),
      exports: 'executable',
      events,
    })
    const error = document.problems.find(({ code }) => code === 'syntax.error')
    return error === undefined ? undefined : `${basename(path)}: ${error.message.replace(/\.$/, '')}`
  }

  // Unchanged hooks remain the same objects, so that references to them stay valid.
  function pinned(hook: Hook): Hook {
    const held = pins.pinned(hook)
    const taken = held ?? (runsFromBytes(hook) && hook.state === 'active' ? pins.fresh(hook) : undefined)
    const snapshot = taken === undefined || 'untrusted' in taken ? undefined : taken
    const was = earlier.get(hook.id)
    const known = was === undefined ? undefined : pins.pinned(was)
    if (was !== undefined && isSame(was, hook) && known?.hash === snapshot?.hash) return was
    if (snapshot !== undefined) pins.pin(hook, snapshot)
    return hook
  }

  // Inserts before the first hook that came after it.
  function placeOf([first]: readonly Hook[]): number {
    const later = new Set(
      before.slice(before.findIndex(({ id }) => id === first?.id) + 1).map(({ id }) => id),
    )
    const place = set.findIndex(({ id, dialect }) => dialect === first?.dialect && later.has(id))
    return place === -1 ? set.length : place
  }

  // Ranks are renumbered to include hooks that discovery did not count.
  function ranked(hooks: readonly Hook[]): readonly Hook[] {
    const next = new Map<string, number>()
    return hooks.map((hook) => {
      const order = next.get(hook.dialect) ?? 0
      next.set(hook.dialect, order + 1)
      if (hook.order === order) return hook
      const moved = { ...hook, order }
      const held = pins.pinned(hook)
      if (held !== undefined) pins.pin(moved, held)
      return moved
    })
  }
}

const LOST = '; an executable runs from its file, so its last good version cannot be kept'

function keyOf({ dialect, path }: Hook): string {
  return `${dialect}\n${path}`
}

// Some programs remove a file before they write it, and a hook does not load without a file that it still names.
// A name that another file has now (`x.js` instead of `x.ts`) is not missing.
function isNamed({ lookedFor }: Hook, path: string, { files }: Snapshot): boolean {
  const spelt = lookedFor?.names.map(spellingsOf).filter((paths) => paths.includes(path)) ?? []
  return spelt.some((paths) => !paths.some((one) => files.has(one)))
}

// Zero bytes stand where a program has reserved room for what it is about to write.
function isBlank(bytes: Buffer): boolean {
  return /^[\0\s]*$/.test(bytes.toString('utf8'))
}

// Python refuses bytes that are not UTF-8, such as half a letter, where no other encoding is declared.
function isCut(bytes: Buffer): boolean {
  if (isUtf8(bytes)) return false
  const lines = bytes.toString('latin1').split(/\r\n?|\n/, 2)
  return !lines.some((line) => /^[ \t\f]*#.*coding[:=]/.test(line))
}

// As Node reads the JSON files that a module imports, and the package.json of a folder that it requires.
function jsonError(path: string, bytes: Buffer): string | undefined {
  try {
    JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''))
    return undefined
  } catch {
    return `${basename(path)} is not JSON`
  }
}

// `words.py` and `words/__init__.py`, `value.js` and `value/index.ts` are one module: one replaces the other.
function moduleOf(path: string): string {
  const name = path.slice(0, path.length - extname(path).length)
  return /^(?:__init__|index)$/.test(basename(name)) ? dirname(name) : name
}

function runsFromBytes({ runner }: Hook): boolean {
  return runner === 'module' || runner === 'python'
}

function isSame(one: Hook, two: Hook): boolean {
  return one.handler === two.handler && JSON.stringify(one) === JSON.stringify(two)
}
