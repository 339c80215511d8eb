// What package.json says of dialects: when the extension wakes up, which dialects a debug configuration may name, and
// where an importer finds the types of a host's events.
// Everything else in the file stays as it is.

import { dialectIds, dialectOf } from '../../runtime/contract/dialects/index.ts'

/** The parts of package.json that are read and replaced here. */
export type Manifest = {
  readonly activationEvents: readonly string[]
  readonly exports: Readonly<Record<string, unknown>>
  readonly contributes: Readonly<Record<string, unknown>>
}

// Hookbench's own folder, and the folders of dialects whose hooks are files.
const FILES = [
  '.hookbench',
  '.kodelet/hooks/*',
  '.kodelet/plugins/*/hooks/*',
  '.kaizen/hooks/*',
  '.compilr/hooks/*',
  'extensions/*.{ts,mts,cts,js,mjs,cjs}',
  'secureyeoman.yaml',
]

/** The manifest with the dialects that are spoken today. */
export function withDialects<M extends Manifest>(manifest: M): M {
  const others = manifest.activationEvents.filter((event) => !event.startsWith('workspaceContains:'))
  const { debuggers, ...contributes } = manifest.contributes
  return {
    ...manifest,
    activationEvents: [...new Set([...FILES, ...configurationFiles()])]
      .map((pattern) => `workspaceContains:${pattern}`)
      .concat(others),
    exports: withTypes(manifest.exports),
    contributes: Object.fromEntries(
      Object.keys(manifest.contributes).map((key) => [
        key,
        key === 'debuggers' ? naming(debuggers) : contributes[key],
      ]),
    ),
  }
}

/** Adds the types of hosts: their hooks import nothing when they run. */
function withTypes(exports: Manifest['exports']): Manifest['exports'] {
  const hosts = dialectIds.filter((id) => dialectOf(id)?.host !== undefined)
  return {
    ...exports,
    ...Object.fromEntries(hosts.map((id) => [`./${id}`, { types: `./types/${id}.d.ts` }])),
  }
}

/** Files of a folder that a host reads configuration from. */
function configurationFiles(): readonly string[] {
  return dialectIds.flatMap((id) =>
    (dialectOf(id)?.host?.places ?? [])
      .filter(({ base }) => base === 'workspace' || base === 'checkout')
      .map(({ path }) => path),
  )
}

/** The same value with the ids of dialects wherever a property `dialect` is described. */
function naming(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(naming)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'dialect' ? { ...inner, enum: dialectIds } : naming(inner),
    ]),
  )
}
