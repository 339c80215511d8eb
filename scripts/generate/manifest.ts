// Generates what package.json lists by dialect: activation events, the dialects of a debug configuration, and the
// exported types of hosts' events. The rest of the file is kept.

import { dialectIds, dialectOf } from '../../runtime/contract/dialects/index.ts'
import { configurationSchemas } from './configurationSchemas.ts'

/** The parts of package.json that are read and replaced. */
export type GeneratedManifest = {
  readonly activationEvents: readonly string[]
  readonly exports: Readonly<Record<string, unknown>>
  readonly contributes: Readonly<Record<string, unknown>>
}

// Hookbench's own folder, and the places of dialects whose hooks are files.
const FILES = [
  '.hookbench',
  '.kodelet/hooks/*',
  '.kodelet/plugins/*/hooks/*',
  '.kaizen/hooks/*',
  '.compilr/hooks/*',
  'extensions/*.{ts,mts,cts,js,mjs,cjs}',
  'secureyeoman.yaml',
]

/** The manifest with the current dialects. */
export function withDialects<M extends GeneratedManifest>(manifest: M): M {
  const others = manifest.activationEvents.filter((event) => !event.startsWith('workspaceContains:'))
  const { debuggers, menus, jsonValidation: _, ...contributes } = manifest.contributes
  return {
    ...manifest,
    activationEvents: [...new Set([...FILES, ...configurationFiles()])]
      .map((pattern) => `workspaceContains:${pattern}`)
      .concat(others),
    exports: withTypes(manifest.exports),
    contributes: {
      ...Object.fromEntries(
        Object.keys(manifest.contributes)
          .filter((key) => key !== 'jsonValidation')
          .map((key) => [
            key,
            key === 'debuggers' ? naming(debuggers) : key === 'menus' ? inMenus(menus) : contributes[key],
          ]),
      ),
      jsonValidation: configurationSchemas().map(({ files, path }) => ({
        fileMatch: files,
        url: `./${path}`,
      })),
    },
  }
}

/** The menus, with *Convert to…* shown for files that contain entries. */
function inMenus(menus: unknown): unknown {
  const isEntryFile = `resourcePath =~ /[\\\\/](${entryFiles().map(inPattern).join('|')})$/`
  const when: Readonly<Record<string, string>> = {
    'explorer/context': `${isEntryFile} && resourceScheme == file && isWorkspaceTrusted`,
    'editor/context': `hookbench.hasEntries && resourceScheme == file && isWorkspaceTrusted || ${isEntryFile} && resourceScheme == file && isWorkspaceTrusted`,
  }
  return Object.fromEntries(
    Object.entries(menus as Readonly<Record<string, readonly { readonly command: string }[]>>).map(
      ([menu, items]) => [
        menu,
        items.map((item) =>
          item.command === 'hookbench.convert' && when[menu] !== undefined
            ? { ...item, when: when[menu] }
            : item,
        ),
      ],
    ),
  )
}

/** Paths within a folder of the files whose entries can be converted. */
function entryFiles(): readonly string[] {
  const paths = dialectIds.flatMap((id) => {
    const host = dialectOf(id)?.host
    if (host?.newEntry === undefined) return []
    return host.places
      .filter(
        ({ base, scope }) =>
          base !== 'home' && base !== 'system' && (scope === 'project' || scope === 'local'),
      )
      .filter(
        ({ index, borrowed, format }) => index !== true && borrowed !== true && format !== 'frontmatter',
      )
      .map(({ path }) => path)
  })
  return [...new Set(paths)]
}

function inPattern(path: string): string {
  return path
    .split(/(\*\*\/|\*)/)
    .map((part) => {
      if (part === '**/') return '(.+[\\\\/])?'
      return part === '*' ? '[^\\\\/]*' : part.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]')
    })
    .join('')
}

/** Adds the types of hosts, as types only: their hooks import nothing at run time. */
function withTypes(exports: GeneratedManifest['exports']): GeneratedManifest['exports'] {
  const hosts = dialectIds.filter((id) => dialectOf(id)?.host !== undefined)
  return {
    ...exports,
    ...Object.fromEntries(hosts.map((id) => [`./${id}`, { types: `./types/${id}.d.ts` }])),
  }
}

/** Paths within a folder of the files from which hosts read configuration. */
function configurationFiles(): readonly string[] {
  return dialectIds.flatMap((id) =>
    (dialectOf(id)?.host?.places ?? [])
      .filter(({ base }) => base === 'workspace' || base === 'checkout')
      .map(({ path }) => path),
  )
}

/** Replaces the values of every property `dialect` by the current dialect ids. */
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
