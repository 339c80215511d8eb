// Decides which hooks run in a sandbox, and provides it. A hook that must be sandboxed and cannot be is refused with
// the reason; it never runs without one. Nothing is loaded or started before the first such hook.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hook } from '../../contract/hook.ts'
import type { Settings } from '../../contract/settings.ts'
import { textOfJson } from '../../contract/textOfJson.ts'
import type { Groups } from '../groups.ts'
import { isAllowed } from './allowedHosts.ts'
import { type Confinement, shellLine, startLine } from './confinement.ts'
import { libraryFolder, sandboxObstacle } from './obstacle.ts'
import { openPinned, type Pinned } from './pinned.ts'
import { startWarden, type Warden, WardenGone } from './startWarden.ts'

export type SandboxOptions = {
  readonly root: string
  readonly home: string
  /** Hookbench's own folders, which sandboxed hooks can neither read nor write. */
  readonly own: readonly string[]
  readonly settings: () => Settings['sandbox']
  readonly groups: () => Groups
  /** Why this machine has no sandbox; default: determined here. */
  readonly obstacle?: () => string | undefined
}

/** One run inside the sandbox. */
export type ConfinedRun = {
  readonly file: string
  readonly argv: readonly string[]
  /** The working directory; default: the workspace. */
  readonly cwd?: string
  /**
   * The files it may read in the workspace, or why it may not run; nothing else of the workspace is visible. On Linux
   * it reads copies of exactly these bytes. If absent, the whole workspace is readable.
   */
  readonly pinned?: () => Pinned | { readonly untrusted: string }
  /** Paths it may read besides, such as Hookbench's own program. */
  readonly reads?: readonly string[]
}

export type Sandbox = {
  /** Whether the settings require a sandbox for this hook. */
  confines(hook: Hook): boolean
  /** Whether it may read only trusted files of the workspace. */
  isStrict(hook: Hook): boolean
  /** Why a hook that must run in a sandbox cannot; undefined if it can, or needs none. */
  objection(hook: Hook): string | undefined
  /** Prepares a run inside the sandbox. */
  confine(run: ConfinedRun): Confinement
  close(): Promise<void>
}

/** How long a found obstacle is cached, in milliseconds; the user may be removing it. */
const LOOK_AGAIN_MS = 1000

/** The sandbox of one runtime. */
export function openSandbox(options: SandboxOptions): Sandbox {
  const { root, home, own, settings, groups, obstacle = sandboxObstacle } = options
  let warden: Warden | undefined
  let scratch: string | undefined
  let closed = false
  let found: { readonly obstacle: string | undefined; readonly at: number } | undefined

  const pinned = openPinned(() => groups().folder)

  return { confines, isStrict, objection, confine, close }

  function wanted({ source, handler }: Hook): Settings['sandbox']['plugin'] {
    return source === 'builtin' || handler !== undefined ? 'off' : settings()[source]
  }

  function confines(hook: Hook): boolean {
    return wanted(hook) !== 'off'
  }

  function isStrict(hook: Hook): boolean {
    return wanted(hook) === 'strict'
  }

  function objection(hook: Hook): string | undefined {
    if (!confines(hook)) return undefined
    const requirement = `the settings ask for a sandbox for ${WHOSE[hook.source]}, but `
    const off = `set sandbox.${hook.source} to "off"`
    if (hook.runner === 'module') {
      return `${requirement}modules run inside the runtime, outside of any sandbox; make it an executable, or ${off}`
    }
    if (hook.entry?.kind === 'http') {
      const { allowedDomains } = settings()
      return isAllowed(textOfJson(hook.entry.fields.url), allowedDomains)
        ? undefined
        : `${requirement}an http entry is sent from outside of any sandbox; name its host in sandbox.allowedDomains, or ${off}`
    }
    const now = performance.now()
    if (found === undefined || (found.obstacle !== undefined && now - found.at > LOOK_AGAIN_MS)) {
      found = { obstacle: obstacle(), at: now }
    }
    return found.obstacle === undefined ? undefined : `${requirement}${found.obstacle}or ${off}`
  }

  function confine(run: ConfinedRun): Confinement {
    let requirement: Warden
    const ask = async () => {
      const may = run.pinned?.()
      if (may !== undefined && 'untrusted' in may) throw new Error(may.untrusted)
      const { env, folder } = groups()
      scratch ??= makeScratch(folder)
      warden ??= startWarden({ root, scratch, env, ended: forget })
      requirement = warden
      // Hookbench's own folders are closed to the hook; its Python caches compiled files in the scratch folder instead.
      const python = shellLine([`PYTHONPYCACHEPREFIX=${join(scratch, 'pycache')}`])
      // Loaded with the first sandbox, because most workspaces have none.
      const { closedTo, openBelow, policyOf, replaceableLink } = await import('./policy.ts')
      const policy = policyOf(settings(), { root, home, own, scratch })
      const link = replaceableLink(policy)
      if (link !== undefined) {
        throw new Error(
          `${link} is a symbolic link, which a hook could replace; put what it leads to in its place, or narrow sandbox.allowWrite`,
        )
      }
      const start = `export ${python}; ${startLine([run.file, ...run.argv])}`
      if (may === undefined) return requirement.wrap(start, policy)
      const laid = pinned.lay(may, { root, cwd: run.cwd ?? root, open: openBelow(policy, root) })
      const reads = [...laid.reads, ...(run.reads ?? []), ...libraryFolder()]
      return requirement.wrap(`${laid.line}; ${start}`, closedTo(policy, root, reads))
    }
    const command = ask()
      .catch((error: Error) => {
        if (error instanceof WardenGone && !closed) return ask()
        throw error
      })
      .catch((error: Error) => {
        throw new Error(`the settings ask for a sandbox, but ${error.message}`)
      })
    // A run that ended before its command line arrived is reported when it arrives.
    return {
      command,
      over: () =>
        void command.then(
          () => requirement.over(),
          () => {},
        ),
    }
  }

  function forget(): void {
    warden = undefined
  }

  async function close(): Promise<void> {
    closed = true
    await warden?.close()
    pinned.close()
    if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true })
    scratch = undefined
  }
}

const WHOSE = {
  builtin: 'built-in hooks',
  plugin: 'hooks of plugins',
  workspace: 'hooks of the workspace',
  user: "the user's hooks",
} as const

// Next to the process records, where the next runtime cleans up after a killed one.
function makeScratch(folder: string | undefined): string {
  if (folder === undefined) return mkdtempSync(join(tmpdir(), 'hookbench-sandbox-'))
  const path = join(folder, 'sandbox')
  mkdirSync(path, { recursive: true, mode: 0o700 })
  return path
}
