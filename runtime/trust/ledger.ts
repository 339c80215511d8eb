// Decides which code found on disk may run; no other module grants that, and it never asks the user.
// Exact trust applies to the bytes that were hashed; trust for edits applies to a workspace's own hooks as they change.

import { hash } from 'node:crypto'
import { statSync } from 'node:fs'
import { dirname, parse, resolve } from 'node:path'
import { defined } from '../contract/defined.ts'
import type { Hook } from '../contract/hook.ts'
import { type Disk, failed, disk as realDisk } from '../discovery/disk.ts'
import { within } from '../discovery/places.ts'
import { rememberedDisk } from '../discovery/rememberedDisk.ts'
import {
  type Changes,
  command,
  coverOf,
  differences,
  editsRows,
  exactEntry,
  isOurs,
  keyOf,
  keyOfRow,
  named,
  oneLine,
  placeOf,
  realOr,
  rowFor,
} from './decide.ts'
import { type LedgerPlace, refusal } from './refusal.ts'
import { type Snapshot, takeSnapshot } from './snapshot.ts'
import { changeEntries, readEntries, type Stored, type TrustEntry } from './store.ts'

export type { Changes } from './decide.ts'
export type { TrustEntry } from './store.ts'

export type TrustDecision = { readonly trusted: true } | { readonly trusted: false; readonly why: string }

export type WrittenLedger =
  | { readonly ok: true; readonly entries: readonly TrustEntry[] }
  | { readonly ok: false; readonly why: string }

/** The data on which a decision is based. */
export type Moment = { readonly disk: Disk; readonly stored: () => Stored }

export type PendingTrust = {
  /** Of the entries and bytes that were read: differs if one of them differs. */
  readonly digest: string
  /** Trusts what was read: all of it, or nothing if a byte has changed since. */
  trust(): Promise<WrittenLedger>
}

export type Untrusted =
  | {
      readonly ok: true
      readonly entries: readonly TrustEntry[]
      /** A folder trusted for edits that still covers the target. */
      readonly still?: string
    }
  | { readonly ok: false; readonly why: string }

export type Ledger = {
  readonly file: string
  /** Why this ledger is unusable and trusts nothing; undefined if it is usable. */
  problem(): string | undefined
  entries(): readonly TrustEntry[]
  /** Whether this hook may run. Reads its files if needed, unless a snapshot of them is passed in. */
  check(hook: Hook, snapshot?: Snapshot): TrustDecision
  /** The bytes that may run, or why none may; as of `moment`, if passed in. */
  snapshot(hook: Hook, moment?: Moment): Snapshot | { readonly untrusted: string }
  /** The ledger and files as they are now, each read at most once; for checking many hooks. */
  moment(): Moment
  /** Whether the hook may run only because of its exact bytes, not because of its folder or `always`. */
  isExact(hook: Hook): boolean
  /** Changes since this hook was trusted exactly; undefined if it never was. */
  changes(hook: Hook): Changes | undefined
  /** Reads these hooks before the user is asked about them. */
  hold(hooks: readonly Hook[]): PendingTrust
  /** Trusts these hooks as they are now: all of them, or none on failure. Returns the new entries. */
  trust(hooks: readonly Hook[], mode: 'exact'): Promise<WrittenLedger>
  /** Trusts the workspace hooks in a folder, now and after every edit. */
  trustFolder(root: string, mode: 'edits'): Promise<WrittenLedger>
  /** A file of this hook outside a folder, because of which trusting the folder for edits would not cover the hook. */
  outside(hook: Hook, root: string): string | undefined
  /** Revokes trust in a hook, or in a path and everything below it. Returns the removed entries. */
  untrust(target: Hook | string): Promise<Untrusted>
}

export type LedgerOptions = LedgerPlace & {
  /** A folder whose workspace and plugin hooks are trusted for this process, whatever the file contains (CI). */
  readonly always?: string
  readonly disk?: Disk
}

/** Opens a ledger. The file need not exist, and other processes may write to it meanwhile. */
export function openLedger(options: LedgerOptions): Ledger {
  const { file, disk = realDisk } = options
  const refused = refusal(options, disk)
  let last: { readonly key: string; readonly stored: Stored } | undefined
  const now: Moment = { disk, stored }
  const trust = (hooks: readonly Hook[]) => hold(hooks).trust()
  return {
    file,
    problem,
    entries,
    check,
    snapshot,
    moment,
    isExact,
    changes,
    hold,
    trust,
    trustFolder,
    outside,
    untrust,
  }

  function stored(): Stored {
    if (refused !== undefined) return { unusable: refused }
    // The permissions of the folder matter as well as the content of the file.
    const key = stampOf(file) + stampOf(dirname(file))
    if (last?.key !== key) last = { key, stored: readEntries(file) }
    return last.stored
  }

  function problem(): string | undefined {
    const now = stored()
    return 'unusable' in now ? now.unusable : undefined
  }

  function entries(): readonly TrustEntry[] {
    const now = stored()
    return 'unusable' in now ? [] : now.entries
  }

  function moment(): Moment {
    let known: Stored | undefined
    return {
      disk: rememberedDisk(disk),
      stored() {
        known ??= stored()
        return known
      },
    }
  }

  function check(hook: Hook, given?: Snapshot, { disk, stored }: Moment = now): TrustDecision {
    if (isOurs(hook) || isAlways(hook, disk)) return { trusted: true }
    const ledger = stored()
    if ('unusable' in ledger) return { trusted: false, why: ledger.unusable }
    const cover = coverOf(hook, editsRows(ledger.entries).filter(isNarrow), disk)
    if (cover.kind === 'covered') return { trusted: true }
    const entry = exactEntry(hook, ledger.entries, disk)
    if (entry === undefined) {
      const gap =
        cover.kind === 'outside'
          ? `: ${oneLine(cover.path)} is outside ${oneLine(cover.root)}, which is trusted for edits`
          : ''
      return { trusted: false, why: `not trusted yet${gap}; run ${command(hook)}` }
    }
    const taken = given ?? takeSnapshot(hook, disk)
    if ('unreadable' in taken) return { trusted: false, why: unreadable(taken) }
    if (taken.hash === entry.hash) return { trusted: true }
    const why = `changed since it was trusted: ${named(differences(entry, taken))}`
    return { trusted: false, why: `${why}; look at it, then run ${command(hook)}` }
  }

  function isExact(hook: Hook): boolean {
    return (
      !isAlways(hook, disk) && coverOf(hook, editsRows(entries()).filter(isNarrow), disk).kind !== 'covered'
    )
  }

  // CI trusts its own checkout, for this process only; the ledger file is not changed.
  function isAlways({ source, path }: Hook, disk: Disk): boolean {
    if (options.always === undefined || (source !== 'workspace' && source !== 'plugin')) return false
    const real = disk.real(path)
    const root = disk.real(options.always)
    return !failed(real) && !failed(root) && within(real, root) !== undefined
  }

  function snapshot(hook: Hook, moment: Moment = now): Snapshot | { readonly untrusted: string } {
    const taken = takeSnapshot(hook, moment.disk)
    if ('unreadable' in taken) return { untrusted: unreadable(taken) }
    const answer = check(hook, taken, moment)
    return answer.trusted ? taken : { untrusted: answer.why }
  }

  function changes(hook: Hook): Changes | undefined {
    const entry = exactEntry(hook, entries(), disk)
    if (entry === undefined) return undefined
    const taken = takeSnapshot(hook, disk)
    if ('unreadable' in taken) return { added: [], changed: [], removed: [taken.unreadable] }
    return differences(entry, taken)
  }

  function hold(hooks: readonly Hook[]): PendingTrust {
    const held = new Map<string, { readonly hook: Hook; readonly taken: Taken }>()
    for (const hook of hooks) {
      const path = keyOf(hook, disk)
      if (!isOurs(hook) && !held.has(path)) held.set(path, { hook, taken: takeSnapshot(hook, disk) })
    }
    const rows = [...held.values()].map(({ hook, taken }) =>
      'unreadable' in taken ? taken : rowFor(hook, taken, disk),
    )
    return { digest: hash('sha256', JSON.stringify(rows)), trust: () => trustPending(held) }
  }

  async function trustPending(
    held: ReadonlyMap<string, { readonly hook: Hook; readonly taken: Taken }>,
  ): Promise<WrittenLedger> {
    const made = new Map<string, TrustEntry>()
    for (const [path, { hook, taken }] of held) {
      const now = takeSnapshot(hook, disk)
      const unread = 'unreadable' in taken ? taken : 'unreadable' in now ? now : undefined
      if (unread !== undefined) return nothing(hook, unreadable(unread))
      const shown = taken as Snapshot
      if (shown.hash !== (now as Snapshot).hash)
        return nothing(hook, 'changed after it was shown; look at it again')
      made.set(path, rowFor(hook, shown, disk))
    }
    if (made.size === 0) return { ok: true, entries: [] }
    return write([...made.values()], (entry) => entry.mode !== 'edits' && made.has(keyOfRow(entry)))
  }

  async function trustFolder(root: string, _mode: 'edits'): Promise<WrittenLedger> {
    const real = disk.real(root)
    const stat = failed(real) ? real : disk.stat(real)
    if (failed(real) || failed(stat) || stat.kind !== 'folder') {
      return { ok: false, why: `${oneLine(root)} is not a folder` }
    }
    if (isTooWide(real)) {
      return {
        ok: false,
        why: `${oneLine(root)} is too wide to trust for edits; name the workspace's folder`,
      }
    }
    return write([{ root: real, mode: 'edits' }], (entry) => entry.mode === 'edits' && entry.root === real)
  }

  function outside(hook: Hook, root: string): string | undefined {
    const cover = coverOf(hook, [{ mode: 'edits', root: realOr(root, disk) }], disk)
    return cover.kind === 'outside' ? cover.path : undefined
  }

  function isTooWide(real: string): boolean {
    return real === parse(real).root || (options.home !== undefined && real === realOr(options.home, disk))
  }

  // Rows that may not be written are also ignored when read.
  function isNarrow({ root }: { readonly root: string }): boolean {
    return !isTooWide(realOr(resolve(root), disk))
  }

  async function untrust(target: Hook | string): Promise<Untrusted> {
    const path = typeof target === 'string' ? realOr(resolve(target), disk) : keyOf(target, disk)
    const isMatch = (entry: TrustEntry) =>
      typeof target === 'string'
        ? within(placeOf(entry), path) !== undefined
        : entry.mode !== 'edits' && keyOfRow(entry) === path
    const removed = entries().filter(isMatch)
    const written = await write([], isMatch)
    if (!written.ok) return written
    const file = typeof target === 'string' ? path : target.path
    const covers = editsRows(entries())
      .filter(isNarrow)
      .map((entry) => entry.root)
    const still = covers.find((root) => within(file, root) !== undefined)
    return { ok: true, entries: removed, ...defined({ still }) }
  }

  async function write(
    added: readonly TrustEntry[],
    replaces: (entry: TrustEntry) => boolean,
  ): Promise<WrittenLedger> {
    if (refused !== undefined) return { ok: false, why: refused }
    const after = await changeEntries(file, (before) => [...before.filter((one) => !replaces(one)), ...added])
    last = undefined
    return 'unusable' in after ? { ok: false, why: after.unusable } : { ok: true, entries: added }
  }
}

type Taken = ReturnType<typeof takeSnapshot>

function nothing(hook: Hook, why: string): WrittenLedger {
  return { ok: false, why: `${oneLine(hook.id)}: ${why}; nothing was trusted` }
}

function unreadable(taken: { readonly unreadable: string }): string {
  return `cannot read ${oneLine(taken.unreadable)}, so it cannot be looked at`
}

function stampOf(path: string): string {
  try {
    const { ino, mtimeNs, ctimeNs, size } = statSync(path, { bigint: true })
    return `${ino}.${mtimeNs}.${ctimeNs}.${size}|`
  } catch {
    return '-'
  }
}
