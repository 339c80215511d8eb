// Matches hooks against the entries of a ledger, by paths and hashes. Reads and writes no ledger file.

import { basename, dirname, join } from 'node:path'
import type { Hook } from '../contract/hook.ts'
import { type Disk, failed } from '../discovery/disk.ts'
import { within } from '../discovery/places.ts'
import type { Snapshot } from './snapshot.ts'
import type { TrustEntry } from './store.ts'

/** A row that pins bytes: those of a hook's file, or of what one entry of a configuration runs. */
export type PinnedRow = Exclude<TrustEntry, { mode: 'edits' }>

/** Differences from the files that were trusted, as paths relative to the hook's own folder. */
export type Changes = {
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
}

/** Whether a hook's code comes with Hookbench or from the embedder, and was not found on disk. */
export function isOurs(hook: Hook): boolean {
  return hook.runner === 'builtin' || hook.runner === 'in-process'
}

/**
 * The key of a hook in a ledger: its file, with links in its folder resolved, so that a link to a
 * workspace makes no difference; for an entry also its event and digest.
 */
export function keyOf(hook: Pick<Hook, 'path' | 'entry'>, disk: Disk): string {
  const file = fileOf(hook, disk)
  return hook.entry === undefined ? file : entryKey(file, hook.entry.event, hook.entry.digest)
}

/** The file of a hook, as stored in a ledger. */
function fileOf({ path }: Pick<Hook, 'path'>, disk: Disk): string {
  return join(realOr(dirname(path), disk), basename(path))
}

/** The key of a row. */
export function keyOfRow(row: PinnedRow): string {
  return row.mode === 'exact' ? row.path : entryKey(row.file, row.event, row.entry)
}

function entryKey(file: string, event: string, entry: string): string {
  return `${file}\n${event}\n${entry}`
}

/** The file or folder of a row. */
export function placeOf(row: TrustEntry): string {
  return row.mode === 'exact' ? row.path : row.mode === 'entry' ? row.file : row.root
}

/** The row that trusts a hook with these bytes. */
export function rowFor(hook: Hook, { hash, hashes }: Snapshot, disk: Disk): PinnedRow {
  const pinned = { hash, files: [...hashes] }
  const file = fileOf(hook, disk)
  if (hook.entry === undefined) return { path: file, mode: 'exact', ...pinned }
  return { mode: 'entry', file, event: hook.entry.event, entry: hook.entry.digest, ...pinned }
}

/** The path with links resolved, or unchanged if that fails. */
export function realOr(path: string, disk: Disk): string {
  const real = disk.real(path)
  return failed(real) ? path : real
}

/** The row that pins this hook's bytes. */
export function exactEntry(hook: Hook, entries: readonly TrustEntry[], disk: Disk): PinnedRow | undefined {
  return sortedOut(entries).pinned.get(keyOf(hook, disk))
}

type EditsRow = Extract<TrustEntry, { mode: 'edits' }>

/** The folders trusted for edits. */
export function editsRows(entries: readonly TrustEntry[]): readonly EditsRow[] {
  return sortedOut(entries).edits
}

type Sorted = { readonly pinned: ReadonlyMap<string, PinnedRow>; readonly edits: readonly EditsRow[] }

// Cached, because thousands of hooks may be checked against thousands of rows.
function sortedOut(entries: readonly TrustEntry[]): Sorted {
  const known = SORTED.get(entries)
  if (known !== undefined) return known
  const pinned = new Map<string, PinnedRow>()
  const edits: EditsRow[] = []
  for (const row of entries) {
    if (row.mode === 'edits') edits.push(row)
    else if (!pinned.has(keyOfRow(row))) pinned.set(keyOfRow(row), row)
  }
  const sorted = { pinned, edits }
  SORTED.set(entries, sorted)
  return sorted
}

const SORTED = new WeakMap<readonly TrustEntry[], Sorted>()

export type Cover =
  | { readonly kind: 'covered' }
  /** A folder is trusted, but the real path of one of the hook's files is outside it. */
  | { readonly kind: 'outside'; readonly path: string; readonly root: string }
  | { readonly kind: 'none' }

/**
 * Whether a folder trusted for edits covers a hook: a workspace hook whose files are all inside, by their real paths.
 */
export function coverOf(hook: Hook, entries: readonly TrustEntry[], disk: Disk): Cover {
  const roots = entries.flatMap((entry) => (entry.mode === 'edits' ? [entry.root] : []))
  if (hook.source !== 'workspace' || roots.length === 0) return { kind: 'none' }
  const files = hook.files.map((path) => realOr(path, disk))
  const folder = realOr(dirname(hook.path), disk)
  let gap: Cover = { kind: 'none' }
  for (const root of roots.filter((one) => within(folder, one) !== undefined)) {
    const path = files.find((file) => within(file, root) === undefined)
    if (path === undefined) return { kind: 'covered' }
    gap = { kind: 'outside', path, root }
  }
  return gap
}

/** The differences between a row and the current bytes. */
export function differences(entry: PinnedRow, now: Snapshot): Changes {
  const before = new Map(entry.files.map((file) => [file.path, file.hash]))
  const after = new Map(now.hashes.map((file) => [file.path, file.hash]))
  return {
    added: [...after.keys()].filter((path) => !before.has(path)),
    changed: [...after].filter(([path, hash]) => (before.get(path) ?? hash) !== hash).map(([path]) => path),
    removed: [...before.keys()].filter((path) => !after.has(path)),
  }
}

/** Changes in one line: `lib/helper.ts, x.ts (added)`. */
export function named(changes: Changes): string {
  const all = [
    ...changes.changed.map(oneLine),
    ...changes.added.map((path) => `${oneLine(path)} (added)`),
    ...changes.removed.map((path) => `${oneLine(path)} (removed)`),
  ]
  const rest = all.length > 5 ? ` and ${all.length - 5} more` : ''
  return all.length === 0 ? 'its list of files' : all.slice(0, 5).join(', ') + rest
}

/** A path without control characters, so that it stays on one line. */
export function oneLine(path: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a control character must not break a message into lines.
  return /[\u0000-\u001f\u007f]/.test(path) ? JSON.stringify(path) : path
}

/** The command that trusts this hook, ready for pasting. */
export function command(hook: Hook): string {
  const plain = /^[\w@%+=:,./-]+$/.test(hook.id)
  return `\`hookbench trust ${plain ? hook.id : `'${oneLine(hook.id).replaceAll("'", `'\\''`)}'`}\``
}
