// What each file of a workspace is, as far as its configuration and the last look tell, and the settings in force.

import type { Settings } from '../contract/settings.ts'
import { type Disk, failed } from '../discovery/disk.ts'
import { repositoryOf } from '../discovery/repository.ts'
import type { Ledger } from '../trust/ledger.ts'
import { openCalled } from './called.ts'
import { configurationOf, settingsOf } from './configuration.ts'
import { dataFiles } from './dataFiles.ts'
import { isAbovePlaces, isAmongHooks, ledTo, type RoleGround, roleOf } from './role.ts'
import type { ProjectSnapshot } from './snapshot.ts'
import type { Role } from './view.ts'

export type HookPlaces = {
  readonly settings: Settings
  /** While the configuration is read that may name further folders. */
  readonly configuring: Promise<void> | undefined
  roleOf(path: string): Role | undefined
  isAmongHooks(path: string): boolean
  isAbovePlaces(path: string): boolean
  /** The file has its place without an entry that runs it or a configuration that leads to it. */
  isPlaced(path: string): boolean
  /** The files that a configuration leads to, absolute. */
  led(): Iterable<string>
  /** The scripts that entries call and that are there, and the files of ours with data. */
  files(): readonly string[]
  /** A look has found this; gives the scripts whose callers are others now. */
  take(found: ProjectSnapshot): readonly string[]
  /** The files on the disk are others. */
  reload(): void
}

export type HookPlacesOptions = {
  readonly root: string
  readonly home: string
  readonly disk: Disk
  readonly ledger: Ledger
  /** Hears when other folders hold hooks than before. */
  readonly moved: () => void
}

/** Begins to read the configuration. */
export function openHookPlaces({ root, home, disk, ledger, moved }: HookPlacesOptions): HookPlaces {
  const called = openCalled()
  let ground: RoleGround = { root, home, repository: repositoryOf(root, disk) }
  let settings = settingsOf(ground, disk, ledger)
  let configuring: Promise<void> | undefined = configure().finally(() => {
    configuring = undefined
  })
  return {
    get settings() {
      return settings
    },
    get configuring() {
      return configuring
    },
    roleOf: (path) => roleOf(path, ground),
    isAmongHooks: (path) => isAmongHooks(path, ground),
    isAbovePlaces: (path) => isAbovePlaces(path, ground),
    // A script is placed by nothing but the entries that call it, and those may stand anywhere. One host may be led to
    // what another reads in its place.
    isPlaced(path) {
      const { called: _, led: __, ...placed } = ground
      return roleOf(path, placed) !== undefined
    },
    led: () => ground.led?.keys() ?? [],
    files() {
      const scripts = [...(ground.called?.keys() ?? [])].filter((path) => !failed(disk.stat(path)))
      return [...scripts, ...dataFiles(ground, disk)]
    },
    take(found) {
      settings = found.settings
      reach(found.configuration.directories)
      // Files of plugins are known only once the configuration that leads to them has been read.
      ground = { ...ground, led: ledTo(found.hostFiles, ground), called: called.of(found.hooks) }
      return called.changed()
    },
    reload() {
      settings = settingsOf(ground, disk, ledger)
      void configure()
    },
  }

  async function configure(): Promise<void> {
    try {
      reach((await configurationOf({ root, home }, disk, ledger)).directories)
    } catch {
      // Nested beyond a parser's stack: findings say so, and the built-in places count.
    }
  }

  function reach(directories: readonly string[]): void {
    if (String(ground.directories?.secureyeoman ?? '') === String(directories)) return
    ground = { ...ground, directories: { secureyeoman: directories } }
    moved()
  }
}
