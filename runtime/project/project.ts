// A workspace folder as the server knows it: views of its files, kept while nothing changes, and the last look at its
// hooks. After a keystroke only the edited file is understood anew; the next look waits until the typing pauses.

import { defined } from '../contract/defined.ts'
import type { Dialect } from '../contract/dialect.ts'
import { evidenceOf } from '../contract/problems.ts'
import { openCache } from '../discovery/cache.ts'
import { LARGEST } from '../discovery/cachedRead.ts'
import { type Disk, failed, disk as realDisk } from '../discovery/disk.ts'
import type { ProgramLookup } from '../discovery/programs.ts'
import { openTyping, type Typing } from '../documents/typing.ts'
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
  /** The workspace folder, absolute. */
  readonly root: string
  /** The user's folder, absolute. */
  readonly home: string
  /** The home was named, and does not come from the system: it decides where the ledger is. */
  readonly ownHome?: boolean
  /** Every hook of the folder is trusted, for this process alone (`--trust-workspace`). */
  readonly trusting?: boolean
  /** The editor has a TypeScript of its own at work, whose reports are not said twice. */
  readonly compiler?: boolean
  readonly texts?: OpenTexts
  readonly disk?: Disk
  readonly lookup?: ProgramLookup
  /** Variables that say where programs look for things; the process's own unless given. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Whose hooks are looked for; everybody's unless given. */
  readonly dialects?: readonly Dialect[]
  /** Settings of agents that no file tells. */
  readonly agentSettings?: readonly string[]
  /** Hears when hooks, problems or settings are no longer what they were. */
  readonly onChange?: () => void
  /** Hears of every look, whatever came out. */
  readonly onLook?: () => void
  /** False where nobody says which files change on the disk: then what was seen is soon taken for old. */
  readonly watched?: boolean
}

export type OpenProject = Project & {
  /** What this file is; undefined where it is none of ours. */
  roleOf(path: string): Role | undefined
  /** The file stands in a folder of hooks: a look may have something to say about it even if it is none. */
  isAmongHooks(path: string): boolean
  /** The hooks have been looked at before. */
  readonly isLooked: boolean
  /** True when the hooks have been looked at, after waiting so long for it; they are from then on. */
  looked(patienceMs: number): Promise<boolean>
  /** The text of an open file changed. */
  edited(path: string): void
  /** The editor closed a file. */
  closed(path: string): void
  /** These files or folders were written, made, renamed or deleted on the disk. */
  changed(paths: readonly string[]): void
  /** The text of any file, open or saved; undefined where it is none or too large. */
  textOf(path: string): string | undefined
  /** A hook imports the file, or an entry runs it. */
  isPart(path: string): boolean
  /** Stands for all that the findings of a file depend on: equal keys, equal findings. And the editor's number for it. */
  stampOf(path: string): { readonly key: string; readonly version: number | null }
  /** The files that hooks were made of at the last look and that stand in no place of their own, absolute. */
  parts(): readonly string[]
  close(): void
}

/** So often at most somebody is told that a session goes on being recorded. */
const RECORDED_MS = 1000

/** Opens a workspace folder. Nothing is looked at before somebody asks. */
export function openProject(options: ProjectOptions): OpenProject {
  const { root, home, texts = noTexts, disk: saved = realDisk, watched = true } = options
  const ledger = openLedger({
    file: ledgerFile(options.ownHome === true ? home : undefined),
    root,
    home,
    ...(options.trusting === true ? { always: root } : {}),
  })
  const disk = overlaid(saved, texts)
  const meanings = openSiteFingerprints(texts)
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
      // What it imports may be open too; what of it is saved counts in the revision.
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
      // Which further folders hold hooks is for a configuration to say. Once that is known, a view is of the text
      // as it is at the call, not as it is after a wait.
      if (places.configuring !== undefined) await places.configuring
      // Whether a script is called, only the entries tell.
      if (looks.seen() === undefined && roleOf(path) === undefined && isScriptName(path)) await current()
      return views.view(path)
    },
    // An entry that several hosts read is told once, as the hook of the host whose file it is.
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
      const watched = paths.filter(matters)
      if (watched.length === 0) return
      for (const path of watched) views.forget(path)
      if (watched.every((path) => roleOf(path)?.kind === 'recording')) recorded()
      else stale()
    },
    // Many entries run one script, and where a file stands is asked of every place of every host.
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

  // A problem of discovery's that stands somewhere in the text moves with what is typed before it.
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

  // A session writes many times a second, and only what hooks last came to is news.
  function recorded(): void {
    telling ??= setTimeout(() => {
      telling = undefined
      options.onChange?.()
    }, RECORDED_MS)
    telling.unref()
  }

  // A hook, a file of ours, what a hook imports, or a folder in which one of them may stand.
  function matters(path: string): boolean {
    return path === ledger.file || roleOf(path) !== undefined || isPart(path) || places.isAbovePlaces(path)
  }

  function isPart(path: string): boolean {
    return partsOf(looks.seen()).includes(path)
  }
}

// A script that an entry runs and that is not there may come.
function partsOf(look: ProjectSnapshot | undefined): readonly string[] {
  return look?.hooks.flatMap(({ files, entry }) => [...files, ...(entry?.scripts ?? [])]) ?? []
}
