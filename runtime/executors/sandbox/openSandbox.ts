// Which hooks run in a sandbox, and the sandbox they run in. A hook that must and cannot is refused with the reason:
// nothing falls back to running without. Nothing is loaded or started before the first such hook.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hook } from '../../contract/hook.ts'
import type { Settings } from '../../contract/settings.ts'
import type { Groups } from '../groups.ts'
import { type Confinement, shellLine } from './confinement.ts'
import { sandboxObstacle } from './obstacle.ts'
import { policyOf } from './policy.ts'
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

export type Sandbox = {
  /** Whether the settings ask for this hook to run inside. */
  confines(hook: Hook): boolean
  /** Why a hook that is to run inside cannot; undefined when it can, or need not. */
  objection(hook: Hook): string | undefined
  /** A run of this program inside. */
  confine(file: string, argv: readonly string[]): Confinement
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

  return { confines, objection, confine, close }

  function confines({ source, handler }: Hook): boolean {
    return source !== 'builtin' && handler === undefined && settings()[source] === 'sandboxed'
  }

  function objection(hook: Hook): string | undefined {
    if (!confines(hook)) return undefined
    const asked = `the settings ask for a sandbox for ${WHOSE[hook.source]}, but `
    const off = `set sandbox.${hook.source} to "off"`
    if (hook.runner === 'module') {
      return `${asked}modules run inside the runtime, where no sandbox holds them; make it an executable, or ${off}`
    }
    const now = performance.now()
    if (found === undefined || (found.obstacle !== undefined && now - found.at > LOOK_AGAIN_MS)) {
      found = { obstacle: obstacle(), at: now }
    }
    return found.obstacle === undefined ? undefined : `${asked}${found.obstacle}or ${off}`
  }

  function confine(file: string, argv: readonly string[]): Confinement {
    let asked: Warden
    const ask = () => {
      const { env, folder } = groups()
      scratch ??= makeScratch(folder)
      warden ??= startWarden({ root, scratch, env, ended: forget })
      asked = warden
      // Our own folders are closed to it; in here its Python finds what it has compiled before.
      const python = shellLine([`PYTHONPYCACHEPREFIX=${join(scratch, 'pycache')}`])
      const line = `export ${python}; exec ${shellLine([file, ...argv])}`
      return asked.wrap(line, policyOf(settings(), { root, home, own, scratch }))
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
          () => asked.over(),
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
