// Computes the permissions of a sandboxed hook from the settings: absolute paths, plus places that are always closed.
// Plain data; the warden passes it to the library that enforces it.

import { lstatSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { Settings } from '../../contract/settings.ts'
import { isWritable } from '../../files/access.ts'
import { hookPlaces, secretPlaces } from './closedPlaces.ts'

export type Policy = {
  readonly network: { readonly allowedDomains: readonly string[]; readonly deniedDomains: readonly string[] }
  readonly filesystem: {
    readonly allowWrite: readonly string[]
    readonly denyWrite: readonly string[]
    readonly denyRead: readonly string[]
    readonly allowRead: readonly string[]
  }
}

export type SandboxGround = {
  /** The workspace folder; an absolute path. */
  readonly root: string
  /** The user's home folder; an absolute path. */
  readonly home: string
  /** Hookbench's own data and cache folders, which hold the trust ledger and tokens. */
  readonly own: readonly string[]
  /** A folder for temporary files, shared by sandboxed hooks. */
  readonly scratch: string
}

/**
 * The policy of one runtime. Only the scratch folder and the paths in the settings are writable. Places of hooks and
 * settings never are: otherwise a hook could change its own sandbox or add another hook.
 */
export function policyOf(
  settings: Settings['sandbox'],
  ground: SandboxGround,
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Policy {
  const { root, home, own, scratch } = ground
  const absolute = (path: string) =>
    resolve(
      root,
      path.replace(/^~(?=$|[/\\])/, () => home),
    )
  // The user's real home stays protected even if another home is passed in.
  const homes = [...new Set([home, homedir()])]
  return {
    network: { allowedDomains: [...settings.allowedDomains], deniedDomains: [] },
    filesystem: {
      allowWrite: [scratch, ...settings.allowWrite.map(absolute)],
      denyWrite: [...own, ...hookPlaces(ground, variables)],
      denyRead: [...own, ...secretPlaces(homes), ...settings.denyRead.map(absolute)],
      allowRead: settings.allowRead.map(absolute),
    },
  }
}

/** The same policy with a folder closed, except for `reads` and for what the settings open inside it. */
export function closedTo(policy: Policy, folder: string, reads: readonly string[]): Policy {
  const { filesystem } = policy
  const whole = realOf(folder)
  return {
    ...policy,
    filesystem: {
      ...filesystem,
      // Write access to the whole folder would imply read access.
      allowWrite: filesystem.allowWrite.filter((path) => realOf(path) !== whole),
      denyRead: [...filesystem.denyRead, folder],
      allowRead: [...filesystem.allowRead, ...reads],
    },
  }
}

/** What stays open inside a closed folder: there the files on disk remain visible, and writes persist. */
export function openBelow({ filesystem }: Policy, folder: string): readonly string[] {
  const whole = realOf(folder)
  const written = filesystem.allowWrite
    .map((path) => relative(whole, realOf(path)))
    .filter((way) => way !== '' && way.split(sep)[0] !== '..')
  return [...filesystem.allowRead, ...written.map((way) => join(folder, way))]
}

/**
 * A symbolic link on the way to a place that is closed to writing, if the hook could replace it: the sandbox protects
 * only what a link leads to.
 */
export function replaceableLink({ filesystem }: Policy): string | undefined {
  const written = filesystem.allowWrite.map(realOf)
  const ways = new Set(filesystem.denyWrite.flatMap(wayTo))
  return [...ways].find((path) => {
    if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return false
    const folder = realOf(dirname(path))
    return isWritable(folder) && written.some((open) => isWithin(join(folder, basename(path)), open))
  })
}

/** The path and every folder above it. */
function wayTo(path: string): readonly string[] {
  return dirname(path) === path ? [] : [...wayTo(dirname(path)), path]
}

function isWithin(path: string, folder: string): boolean {
  return relative(folder, path).split(sep)[0] !== '..'
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
