// A workspace folder in the language server: cached views of its files, and the latest snapshot of its hooks. After a
// keystroke only the edited file is analyzed again; the next snapshot waits for a pause in typing.

import { defined } from '../contract/defined.ts'
import type { Dialect } from '../contract/dialect.ts'
import { evidenceOf } from '../contract/problems.ts'
import { openCache } from '../discovery/cache.ts'
import { LARGEST } from '../discovery/cachedRead.ts'
import { type Disk, failed, disk as realDisk } from '../discovery/disk.ts'
import type { ProgramLookup } from '../discovery/programs.ts'
import { readAtOnce, type TextReader } from '../documents/reading.ts'
import type { Typing } from '../documents/typed.ts'
import { openTyping } from '../documents/typing.ts'
import { openLedger } from '../trust/ledger.ts'
import { ledgerFile } from '../trust/store.ts'
import { isScriptName } from './called.ts'
import { openHookPlaces } from './hookPlaces.ts'
import { openSnapshotScheduler } from './scheduler.ts'
import { openSiteFingerprints } from './siteFingerprints.ts'
import { type ProjectSnapshot, signOf, snapshotReader } from './snapshot.ts'
import { noTexts, type OpenTexts, overlaid } from './texts.ts'
import type { Project, Role } from './view.ts'
import { openViews } from './views.ts'

export type ProjectOptions = {
  /** The workspace folder; an absolute path. */
  readonly root: string
  /** The user's home folder; an absolute path. */
  readonly home: string
  /** Whether the home was passed explicitly; it then determines the location of the ledger. */
  readonly ownHome?: boolean
  /** Trusts every hook of the folder, for this process only (`--trust-workspace`). */
  readonly trusting?: boolean
  /** Whether the editor runs a TypeScript server of its own, whose diagnostics must not be repeated. */
  readonly compiler?: boolean
  readonly texts?: OpenTexts
  readonly disk?: Disk
  /** Parses texts; default: synchronously, in this thread. */
  readonly reading?: TextReader
  readonly lookup?: ProgramLookup
  /** Variables that determine where programs look for files; default: the process's own. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** The dialects whose hooks are discovered; default: all. */
  readonly dialects?: readonly Dialect[]
  /** Settings of agents that are in no file. */
  readonly agentSettings?: readonly string[]
  /** Called when hooks, problems or settings have changed. */
  readonly onChange?: () => void
  /** Called after every snapshot, whatever its result. */
  readonly onLook?: () => void
  /** False if no file changes are reported; snapshots then expire quickly. */
  readonly watched?: boolean
}

export type OpenProject = Project & {
  /** The role of a file; undefined if it has none. */
  roleOf(path: string): Role | undefined
  /** Whether the file is in a folder of hooks, so that discovery may report it even if it is not a hook. */
  isAmongHooks(path: string): boolean
  /** Whether there has been a snapshot. */
  readonly isLooked: boolean
  /** Waits up to this many milliseconds for a snapshot; returns whether there is one. Starts one if necessary. */
  looked(patienceMs: number): Promise<boolean>
  /** The text of an open file has changed. */
  edited(path: string): void
  /** The editor has closed a file. */
  closed(path: string): void
  /** These files or folders were written, created, renamed or deleted on disk. */
  changed(paths: readonly string[]): void
  /** The text of any file, open or saved; undefined if it does not exist or is too large. */
  textOf(path: string): string | undefined
  /** Whether a hook imports the file, or an entry runs it. */
  isPart(path: string): boolean
  /**
   * A key of everything that a file's findings depend on (equal keys mean equal
   * findings), and the editor's version of the file.
   */
  stampOf(path: string): { readonly key: string; readonly version: number | null }
  /** The files of hooks in the latest snapshot that have no role of their own, as absolute paths. */
  parts(): readonly string[]
  close(): void
}

/** Most changes reported at once that are each looked up; of more, everything counts as changed. */
const MANY_CHANGES = 1000

/** Minimum interval between notifications about a growing recording, in milliseconds. */
const RECORDED_MS = 1000

/** Opens a workspace folder. Discovery starts with the first request. */
export function openProject(options: ProjectOptions): OpenProject {
  const {
    root,
    home,
    texts = noTexts,
    disk: saved = realDisk,
    reading = readAtOnce,
    watched = true,
  } = options
  const ledger = openLedger({
    file: ledgerFile(options.ownHome === true ? home : undefined),
    root,
    home,
    ...(options.trusting === true ? { always: root } : {}),
  })
  const disk = overlaid(saved, texts)
  const meanings = openSiteFingerprints(texts, reading)
  const edits = new Set<string>()
  const looks = openSnapshotScheduler({
    watched,
    isDue,
    taken: take,
    look: snapshotReader({
      root,
      home,
      saved,
      disk,
      ledger,
      reading,
      cache: openCache(),
      begin: meanings.begin,
      ...defined({
        lookup: options.lookup,
        environment: options.environment,
        dialects: options.dialects,
        flags: options.agentSettings,
      }),
    }),
  })
  const { current } = looks
  const places = openHookPlaces({ root, home, disk: saved, ledger, moved: () => views.clear() })
  const { roleOf } = places
  let typing: Promise<Typing> | undefined
  let parts: ReadonlyMap<string, readonly string[]> = new Map()
  let telling: NodeJS.Timeout | undefined
  let revision = 0
  const views = openViews({
    texts,
    disk: saved,
    roleOf,
    reading,
    ground: { root, home },
    typing: () => {
      typing ??= openTyping({ root, ...(options.compiler === true ? { compiler: true } : {}) })
      return typing
    },
    forgotten: (path) =>
      void typing?.then(
        (one) => one.forget(path),
        () => {},
      ),
  })

  return {
    root,
    home,
    get settings() {
      return places.settings
    },
    stampOf(path) {
      // Open imports count by their version; saved ones are covered by the revision.
      const helpers = (parts.get(path) ?? []).map((part) => texts.get(part)?.version ?? '')
      const open = texts.get(path)
      const stat = saved.stat(path)
      const own = open === undefined ? (failed(stat) ? stat.failed : stat.key) : `open ${open.version}`
      return { key: `${revision} ${own} ${helpers}`, version: open?.version ?? null }
    },
    textOf(path) {
      const bytes = texts.get(path)?.text ?? saved.read(path, LARGEST)
      if (typeof bytes === 'string') return bytes
      return failed(bytes) ? undefined : bytes.toString('utf8')
    },
    isPart,
    roleOf,
    isAmongHooks: places.isAmongHooks,
    async view(path) {
      // A configuration may name further hook folders. Once they are known, the view is of the
      // text at the time of the call, not after the wait.
      if (places.configuring !== undefined) await places.configuring
      // Whether a script is run by an entry is known only after a snapshot.
      if (looks.seen() === undefined && roleOf(path) === undefined && isScriptName(path)) await current()
      return views.view(path)
    },
    // An entry that several hosts read is listed once, as the hook of the host that owns the file.
    hooks: async () => (await current()).hooks.filter(({ listedAs }) => listedAs === undefined),
    discovered: async () => (await current()).problems,
    async files() {
      const { hooks, problems } = await current()
      const found = [...hooks, ...problems].map(({ path }) => path)
      const paths = [...found, ...places.files(), ...texts.paths()]
      return [...new Set(paths.filter((path) => roleOf(path) !== undefined))]
    },
    get isLooked() {
      return looks.seen() !== undefined
    },
    looked: looks.inTime,
    edited(path) {
      if (roleOf(path) === undefined && !isPart(path)) return
      edits.add(path)
      looks.soon()
    },
    closed(path) {
      views.forget(path)
      edits.add(path)
      looks.soon()
    },
    changed(paths) {
      if (paths.length > MANY_CHANGES) {
        views.clear()
        stale()
        return
      }
      const watched = paths.filter(matters)
      if (watched.length === 0) return
      for (const path of watched) views.forget(path)
      if (watched.every((path) => roleOf(path)?.kind === 'recording')) recorded()
      else stale()
    },
    // Deduplicated first, because many entries run the same script, and `isPlaced` checks every place of every host.
    parts: () =>
      [...new Set([...partsOf(looks.seen()), ...places.led()])].filter((path) => !places.isPlaced(path)),
    close() {
      looks.close()
      clearTimeout(telling)
      views.clear()
      void typing?.then(
        (one) => one.close(),
        () => {},
      )
    },
  }

  function take(found: ProjectSnapshot, before: ProjectSnapshot | undefined, awaited: boolean): void {
    parts = new Map(found.hooks.map(({ path, files }) => [path, files.filter((one) => one !== path)]))
    for (const path of places.take(found)) views.forget(path)
    options.onLook?.()
    if (before === undefined ? !awaited : signOf(before, texts) === signOf(found, texts)) return
    revision++
    options.onChange?.()
  }

  // A problem of discovery with a range moves when text before it is edited.
  async function isDue(): Promise<boolean> {
    const typed = [...edits]
    edits.clear()
    const problems = looks.seen()?.problems ?? []
    for (const path of typed) {
      if (
        problems.some(
          (one) => one.path === path && one.range !== undefined && evidenceOf(one.code) !== 'text',
        )
      )
        return true
      if (await meanings.differs(path, roleOf(path))) return true
    }
    return false
  }

  function stale(): void {
    revision++
    places.reload()
    looks.stale()
    options.onChange?.()
  }

  // A session writes many times a second, but only the hooks' latest outcomes matter.
  function recorded(): void {
    telling ??= setTimeout(() => {
      telling = undefined
      options.onChange?.()
    }, RECORDED_MS)
    telling.unref()
  }

  // A hook, a file of Hookbench, an import of a hook, or a folder that may contain one of them.
  function matters(path: string): boolean {
    return path === ledger.file || roleOf(path) !== undefined || isPart(path) || places.isAbovePlaces(path)
  }

  function isPart(path: string): boolean {
    return partsOf(looks.seen()).includes(path)
  }
}

// Includes scripts of entries that do not exist yet.
function partsOf(look: ProjectSnapshot | undefined): readonly string[] {
  return look?.hooks.flatMap(({ files, entry }) => [...files, ...(entry?.scripts ?? [])]) ?? []
}
