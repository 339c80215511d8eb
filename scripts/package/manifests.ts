// Derives each product's package.json from the repository's: the npm package for Node, and the extension for editors.
// Pure.

import { PLUGIN } from '../product/typescriptPlugin.ts'

export type PackedManifest = Readonly<Record<string, unknown>>

/** Fields that only editors read. */
const EDITOR_ONLY = [
  'displayName',
  'publisher',
  'categories',
  'main',
  'icon',
  'galleryBanner',
  'pricing',
  'qna',
  'preview',
  'extensionKind',
  'activationEvents',
  'capabilities',
  'l10n',
  'contributes',
]

/** Fields that only importers or npm read. */
const NODE_ONLY = [
  'bin',
  'exports',
  'dependencies',
  'optionalDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
]

/** Fields that only this repository uses. */
const HERE_ONLY = ['scripts', 'devDependencies', 'allowScripts', 'files']

/** Manifest of the npm package: a library and a command, without the editor's fields. */
export function npmManifest(manifest: PackedManifest): PackedManifest {
  const { engines = {}, ...rest } = without(manifest, [...EDITOR_ONLY, ...HERE_ONLY])
  const { node } = engines as { readonly node?: string }
  return { ...rest, engines: { node } }
}

/** Manifest of the extension: all its code is bundled. Its only dependency is its own plugin, which is included. */
export function vsixManifest(manifest: PackedManifest): PackedManifest {
  const { engines = {}, ...rest } = without(manifest, [...NODE_ONLY, ...HERE_ONLY])
  const { vscode } = engines as { readonly vscode?: string }
  return { ...rest, dependencies: { [PLUGIN]: manifest.version }, engines: { vscode } }
}

/** Paths, relative to the root, of the schemas with which an editor completes and checks configuration files. */
export function filesNamed({ contributes }: PackedManifest): readonly string[] {
  const { jsonValidation = [] } = (contributes ?? {}) as {
    readonly jsonValidation?: readonly { readonly url: string }[]
  }
  return jsonValidation.map(({ url }) => url.replace(/^\.\//, '')).filter((url) => !/^\w+:/.test(url))
}

function without(manifest: PackedManifest, names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(manifest).filter(([name]) => !names.includes(name)))
}
