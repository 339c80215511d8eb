// What a sandboxed hook may do, worked out from the settings: paths made absolute, and what stays closed whatever
// they say. Plain data; the warden hands it to the library that enforces it.

import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'
import type { Settings } from '../../contract/settings.ts'
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
  /** The workspace folder, absolute. */
  readonly root: string
  /** The user's folder, absolute. */
  readonly home: string
  /** Hookbench's own folders: the ledger, tokens, what was discovered. */
  readonly own: readonly string[]
  /** A folder that sandboxed hooks share for temporary files. */
  readonly scratch: string
}

/**
 * The policy of one runtime. Writing is closed but for the scratch folder and what the settings open; where hooks
 * and settings stand it stays closed, or a hook could write itself another sandbox, or another hook.
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
  // A home given explicitly does not make the person's own keys fair game.
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

/** The same, with a folder closed but for these paths in it, and for what the settings open below it. */
export function closedTo(policy: Policy, folder: string, reads: readonly string[]): Policy {
  const { filesystem } = policy
  const whole = realOf(folder)
  return {
    ...policy,
    filesystem: {
      ...filesystem,
      // Whoever may write the whole folder could read it, too.
      allowWrite: filesystem.allowWrite.filter((path) => realOf(path) !== whole),
      denyRead: [...filesystem.denyRead, folder],
      allowRead: [...filesystem.allowRead, ...reads],
    },
  }
}

/** What stays open where a folder is closed: the files of the disk stand there, and what is written there stays. */
export function openBelow({ filesystem }: Policy, folder: string): readonly string[] {
  const whole = realOf(folder)
  const written = filesystem.allowWrite
    .map((path) => relative(whole, realOf(path)))
    .filter((way) => way !== '' && way.split(sep)[0] !== '..')
  return [...filesystem.allowRead, ...written.map((way) => join(folder, way))]
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
