// Determines the role of each file of a workspace, from the configuration and
// the latest snapshot, and the settings in force.

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
  /** Set while the configuration that may name further folders is being read. */
  readonly configuring: Promise<void> | undefined
  roleOf(path: string): Role | undefined
  isAmongHooks(path: string): boolean
  isAbovePlaces(path: string): boolean
  /** Whether the file has a role regardless of entries that run it or configuration that leads to it. */
  isPlaced(path: string): boolean
  /** Files that a configuration leads to, as absolute paths. */
  led(): Iterable<string>
  /** Existing scripts that entries run, and Hookbench's own data files. */
  files(): readonly string[]
  /** Takes over a new snapshot; returns the scripts whose callers have changed. */
  take(found: ProjectSnapshot): readonly string[]
  /** Reads settings and configuration again after files on disk have changed. */
  reload(): void
}

export type HookPlacesOptions = {
  readonly root: string
  readonly home: string
  readonly disk: Disk
  readonly ledger: Ledger
  /** Called when the set of hook folders has changed. */
  readonly moved: () => void
}

/** Starts reading the configuration. */
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
    // A script has a role only because of the entries that run it, which may be in any file. For files that a
    // configuration led to, another host may read the same file in a place of its own.
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
      // Files of plugins are known only after the configuration that leads to them has been read.
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
      // Nested too deeply for the parser, which a finding reports; the built-in places apply.
    }
  }

  function reach(directories: readonly string[]): void {
    if (String(ground.directories?.secureyeoman ?? '') === String(directories)) return
    ground = { ...ground, directories: { secureyeoman: directories } }
    moved()
  }
}
