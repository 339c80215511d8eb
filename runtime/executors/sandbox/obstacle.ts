// Why no sandbox can be made on this machine, found without making one for a hook: the platform, the library, the
// programs it needs, and whether the system lets bubblewrap do its work.

import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// The library that makes sandboxes; an optional dependency.
const LIBRARY = '@anthropic-ai/sandbox-runtime'

export type Machine = {
  readonly platform: NodeJS.Platform
  /** Where programs are looked for: a PATH. */
  readonly path: string
  /** Whether a package can be loaded from here. */
  readonly has: (library: string) => boolean
  /** Starts an empty sandbox: what it complains of, or undefined. */
  readonly probe: () => string | undefined
}

const PROGRAMS: Readonly<
  Partial<Record<NodeJS.Platform, readonly (readonly [program: string, from: string])[]>>
> = {
  linux: [
    ['bwrap', 'bubblewrap'],
    ['socat', 'socat'],
    ['rg', 'ripgrep'],
    ['bash', 'bash'],
  ],
  darwin: [
    ['sandbox-exec', 'macOS'],
    ['bash', 'bash'],
  ],
}

/** What stands in the way and what to do about it, to follow on "but"; undefined when nothing does. */
export function sandboxObstacle(machine: Machine = thisMachine()): string | undefined {
  const { platform, path, has, probe } = machine
  const programs = PROGRAMS[platform]
  if (programs === undefined) return `Hookbench has none for the platform ${platform}; `
  if (!has(LIBRARY)) return `the package ${LIBRARY} is not installed; install it, `
  const missing = programs.filter(([program]) => !onPath(program, path))
  if (missing.length > 0) {
    const names = missing.map(([program, from]) => (program === from ? program : `${program} (${from})`))
    const verb = names.length === 1 ? 'is' : 'are'
    const packages = missing.map(([, from]) => from).join(' ')
    const how = platform === 'linux' ? `install ${packages}` : 'put it on PATH'
    return `${names.join(', ')} ${verb} not on PATH; ${how}, `
  }
  const complaint = probe()
  return complaint === undefined
    ? undefined
    : `bubblewrap cannot make one here: ${complaint}; allow unprivileged user namespaces, `
}

function thisMachine(): Machine {
  const path = process.env.PATH ?? ''
  return {
    platform: process.platform,
    path,
    has: isInstalled,
    probe: process.platform === 'linux' ? probe : none,
  }
}

function none(): undefined {
  return undefined
}

/** Where the library's own programs are: each run inside starts with one of them. */
export function libraryFolder(): readonly string[] {
  try {
    const entry = fileURLToPath(import.meta.resolve(LIBRARY))
    const at = entry.lastIndexOf(join(...LIBRARY.split('/')))
    return at === -1 ? [dirname(entry)] : [entry.slice(0, at + LIBRARY.length)]
  } catch {
    return []
  }
}

function isInstalled(library: string): boolean {
  try {
    import.meta.resolve(library)
    return true
  } catch {
    return false
  }
}

// The same namespaces that a hook's sandbox gets, around a program that does nothing.
function probe(): string | undefined {
  const args = [
    '--unshare-user',
    '--unshare-pid',
    '--unshare-net',
    '--ro-bind',
    '/',
    '/',
    '--proc',
    '/proc',
    'true',
  ]
  const { status, stderr, error } = spawnSync('bwrap', args, {
    encoding: 'utf8',
    timeout: 5000,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (status === 0) return undefined
  return error?.message ?? (stderr.trim().split('\n', 1)[0] || `it ended with exit code ${status}`)
}

function onPath(program: string, path: string): boolean {
  return path.split(delimiter).some((folder) => {
    if (folder === '') return false
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
