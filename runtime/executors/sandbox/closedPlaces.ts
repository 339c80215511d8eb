// Places that are closed to a sandboxed hook whatever the settings say: where any dialect or host finds hooks, and
// where well-known tools keep keys, passwords and tokens. Computed from paths alone, without reading the disk.

import { dirname, join } from 'node:path'
import type { Dialect } from '../../contract/dialect.ts'
import { dialects } from '../../contract/dialects/index.ts'
import type { ConfigurationPlace } from '../../contract/host.ts'

type Ground = { readonly root: string; readonly home: string }
type Variables = Readonly<Record<string, string | undefined>>

/** Relative to a home folder: keys, passwords and tokens of well-known tools, including agents. */
const SECRETS = [
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.docker',
  '.oci',
  '.aliyun',
  '.bluemix',
  '.fly',
  '.config/gcloud',
  '.config/gh',
  '.config/glab-cli',
  '.config/hub',
  '.config/doctl',
  '.config/hcloud',
  '.config/op',
  '.config/sops',
  '.config/age',
  '.config/rclone',
  '.config/containers/auth.json',
  '.config/git/credentials',
  '.config/github-copilot',
  '.config/netlify',
  '.config/configstore',
  '.local/share/com.vercel.cli',
  '.local/share/keyrings',
  '.local/share/opencode/auth.json',
  '.netrc',
  '.authinfo',
  '.authinfo.gpg',
  '.npmrc',
  '.yarnrc.yml',
  '.pypirc',
  '.gem/credentials',
  '.m2/settings.xml',
  '.m2/settings-security.xml',
  '.gradle/gradle.properties',
  '.nuget/NuGet',
  '.composer/auth.json',
  '.config/composer/auth.json',
  '.git-credentials',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.terraformrc',
  '.terraform.d/credentials.tfrc.json',
  '.pulumi/credentials.json',
  '.vault-token',
  '.databrickscfg',
  '.snowflake',
  '.snowsql/config',
  '.dbt/profiles.yml',
  '.pgpass',
  '.my.cnf',
  '.mylogin.cnf',
  '.s3cfg',
  '.boto',
  '.sentryclirc',
  '.huggingface/token',
  '.cache/huggingface/token',
  '.kaggle',
  '.password-store',
  '.claude.json',
  '.claude/.credentials.json',
  '.codex/auth.json',
  '.gemini/oauth_creds.json',
  '.gemini/.env',
  '.copilot/config.json',
  'Library/Keychains',
] as const

/** Paths of keys, passwords and tokens in these home folders. */
export function secretPlaces(homes: readonly string[]): readonly string[] {
  return homes.flatMap((home) => SECRETS.map((path) => join(home, path)))
}

/**
 * Where hooks and settings are found: the first folder of each place (`.kodelet` rather than `.kodelet/plugins/*`),
 * because a hook could otherwise create the missing ones.
 */
export function hookPlaces({ root, home }: Ground, variables: Variables): readonly string[] {
  const own = [join(root, '.hookbench'), join(root, 'secureyeoman.yaml')]
  // Where a plugin keeps its hooks, when the workspace is the repository of a plugin.
  const inPlace = [join(root, 'hooks.json'), join(root, 'hooks/hooks.json')]
  const found = Object.values<Dialect>(dialects).flatMap(({ places, host }) => [
    ...places.map(({ base, folder }) => join(base === 'home' ? home : root, firstStep(folder))),
    ...(host?.places ?? []).flatMap((place) => startsOf(place, { root, home }, variables)),
  ])
  return [...new Set([...own, ...found, ...inPlace])]
}

function startsOf(
  { base, path, movedBy = '', homeIn = '', namedBy = '' }: ConfigurationPlace,
  { root, home }: Ground,
  variables: Variables,
): readonly string[] {
  const { [namedBy]: named, [movedBy]: moved } = variables
  if (named) return [named]
  if (moved) return [moved]
  if (base === 'system') return []
  const first = firstStep(path)
  if (base === 'home') return [join(variables[homeIn] || home, first)]
  return (base === 'workspace' ? [root] : foldersUp(root)).map((folder) => join(folder, first))
}

// The repository may start in any folder above, which the settings may have opened.
function foldersUp(folder: string): readonly string[] {
  return dirname(folder) === folder ? [folder] : [folder, ...foldersUp(dirname(folder))]
}

function firstStep(path: string): string {
  return path.split('/', 1)[0] as string
}
