// What a sandboxed hook may do, worked out from the settings: paths made absolute, and what stays closed whatever
// they say. Plain data; the warden hands it to the library that enforces it.

import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { dialects } from '../../contract/dialects/index.ts'
import type { Settings } from '../../contract/settings.ts'

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

/** Below a home folder: keys, passwords and tokens of well-known tools. */
const SECRETS = [
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.docker',
  '.config/gcloud',
  '.config/gh',
  '.config/hub',
  '.netrc',
  '.npmrc',
  '.pypirc',
  '.git-credentials',
  '.config/git/credentials',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.password-store',
  '.local/share/keyrings',
  'Library/Keychains',
] as const

/**
 * The policy of one runtime. Writing is closed but for the scratch folder and what the settings open; where hooks
 * and settings stand it stays closed, or a hook could write itself another sandbox, or another hook.
 */
export function policyOf(settings: Settings['sandbox'], ground: SandboxGround): Policy {
  const { root, home, own, scratch } = ground
  const absolute = (path: string) =>
    resolve(
      root,
      path.replace(/^~(?=$|[/\\])/, () => home),
    )
  // A home given explicitly does not make the person's own keys fair game.
  const homes = [...new Set([home, homedir()])]
  const secrets = homes.flatMap((one) => SECRETS.map((path) => join(one, path)))
  return {
    network: { allowedDomains: [...settings.allowedDomains], deniedDomains: [] },
    filesystem: {
      allowWrite: [scratch, ...settings.allowWrite.map(absolute)],
      denyWrite: [...own, ...hookPlaces(root, home)],
      denyRead: [...own, ...secrets, ...settings.denyRead.map(absolute)],
      allowRead: settings.allowRead.map(absolute),
    },
  }
}

/** Whether an address is of a host that sandboxed hooks may reach: `example.com`, `*.example.com`, `example.com:443`. */
export function isAllowed(address: string, allowedDomains: readonly string[]): boolean {
  const url = URL.parse(address)
  if (url === null) return false
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
  return allowedDomains.some((domain) => {
    const [, name = '', own = port] = /^(.*?)(?::(\d+))?$/.exec(domain.toLowerCase()) ?? []
    const isHost = name.startsWith('*.') ? url.hostname.endsWith(name.slice(1)) : url.hostname === name
    return isHost && own === port
  })
}

/** The same, with a folder closed to reading but for these paths in it. */
export function closedTo(policy: Policy, folder: string, reads: readonly string[]): Policy {
  const { filesystem } = policy
  const denyRead = [...filesystem.denyRead, folder]
  return {
    ...policy,
    filesystem: { ...filesystem, denyRead, allowRead: [...filesystem.allowRead, ...reads] },
  }
}

// The folders that a dialect's places start at: `.kodelet` rather than `.kodelet/plugins/*/hooks`, because what is
// not there yet could be made.
function hookPlaces(root: string, home: string): readonly string[] {
  const places = Object.values(dialects).flatMap((dialect) =>
    dialect.places.map(({ base, folder }) =>
      join(base === 'home' ? home : root, folder.split('/', 1)[0] as string),
    ),
  )
  const files = [join(root, '.hookbench'), join(root, 'secureyeoman.yaml')]
  return [...new Set([...files, ...places])]
}
