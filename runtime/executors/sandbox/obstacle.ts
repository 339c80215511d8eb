// Why no sandbox can be created on this machine: the platform, the library, missing programs, or
// bubblewrap being denied. Determined without running a hook.

import { spawnSync } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isExecutable } from '../../files/access.ts'

// The sandbox library, an optional dependency.
const LIBRARY = '@anthropic-ai/sandbox-runtime'

export type Machine = {
  readonly platform: NodeJS.Platform
  /** The PATH to search for programs. */
  readonly path: string
  /** Whether a package can be loaded from here. */
  readonly has: (library: string) => boolean
  /** Starts an empty sandbox; returns its error message, or undefined. */
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

/** The obstacle and how to remove it, phrased to follow "but"; undefined if there is none. */
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
    : `bubblewrap cannot create one here: ${complaint}; allow unprivileged user namespaces, `
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

/** Folder with the library's own programs: every sandboxed run starts with one of them. */
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

// Runs `true` in the same namespaces that a hook's sandbox gets.
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
  return path.split(delimiter).some((folder) => folder !== '' && isExecutable(join(folder, program)))
}
