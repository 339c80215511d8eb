// Which hooks run in a sandbox, and the sandbox they run in. A hook that must and cannot is refused with the reason:
// nothing falls back to running without. Nothing is loaded or started before the first such hook.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hook } from '../../contract/hook.ts'
import type { Settings } from '../../contract/settings.ts'
import type { Groups } from '../groups.ts'
import { isAllowed } from './allowedHosts.ts'
import { type Confinement, shellLine } from './confinement.ts'
import { libraryFolder, sandboxObstacle } from './obstacle.ts'
import { openPinned, type Pinned } from './pinned.ts'
import { startWarden, type Warden, WardenGone } from './startWarden.ts'

export type SandboxOptions = {
  readonly root: string
  readonly home: string
  /** Hookbench's own folders, which no sandboxed hook reads or writes. */
  readonly own: readonly string[]
  readonly settings: () => Settings['sandbox']
  readonly groups: () => Groups
  /** Why this machine has no sandbox; looked at by itself unless given. */
  readonly obstacle?: () => string | undefined
}

/** One run that is to be inside. */
export type ConfinedRun = {
  readonly file: string
  readonly argv: readonly string[]
  /** The working directory; the workspace unless given. */
  readonly cwd?: string
  /**
   * What it may read of the workspace, or why it may not run: nothing else is there, and where the system lets files
   * be laid out for one run, these bytes are what is. Absent where the workspace is open to it.
   */
  readonly pinned?: () => Pinned | { readonly untrusted: string }
  /** What it reads beside them: our own program, say. */
  readonly reads?: readonly string[]
}

export type Sandbox = {
  /** Whether the settings ask for this hook to run inside. */
  confines(hook: Hook): boolean
  /** Whether it is to read nothing of the workspace but what was trusted. */
  isStrict(hook: Hook): boolean
  /** Why a hook that is to run inside cannot; undefined when it can, or need not. */
  objection(hook: Hook): string | undefined
  /** A run inside. */
  confine(run: ConfinedRun): Confinement
  close(): Promise<void>
}

/** How long a found obstacle counts before it is looked for again: the person may be removing it. */
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
      return `${requirement}modules run inside the runtime, where no sandbox holds them; make it an executable, or ${off}`
    }
    if (hook.entry?.kind === 'http') {
      const { allowedDomains } = settings()
      return isAllowed(String(hook.entry.fields.url), allowedDomains)
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
      // Our own folders are closed to it; in here its Python finds what it has compiled before.
      const python = shellLine([`PYTHONPYCACHEPREFIX=${join(scratch, 'pycache')}`])
      // Loaded with the first sandbox: most workspaces have none.
      const { closedTo, openBelow, policyOf } = await import('./policy.ts')
      const policy = policyOf(settings(), { root, home, own, scratch })
      const start = `export ${python}; exec ${shellLine([run.file, ...run.argv])}`
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
    // A run that was over before its command line came is over when it comes.
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

// Beside the books of running processes: there the next runtime cleans up after one that was killed.
function makeScratch(folder: string | undefined): string {
  if (folder === undefined) return mkdtempSync(join(tmpdir(), 'hookbench-sandbox-'))
  const path = join(folder, 'sandbox')
  mkdirSync(path, { recursive: true, mode: 0o700 })
  return path
}
