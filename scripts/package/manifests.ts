// The one package.json as each product wants it: the package for Node, and the extension for editors. Pure.

import { PLUGIN } from '../product/typescriptPlugin.ts'

export type PackedManifest = Readonly<Record<string, unknown>>

/** What only an editor reads. */
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

/** What only an importer or npm reads. */
const NODE_ONLY = [
  'bin',
  'exports',
  'dependencies',
  'optionalDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
]

/** What only this repository reads. */
const HERE_ONLY = ['scripts', 'devDependencies', 'allowScripts', 'files']

/** The package: a library and a command, unknown to editors. */
export function npmManifest(manifest: PackedManifest): PackedManifest {
  const { engines = {}, ...rest } = without(manifest, [...EDITOR_ONLY, ...HERE_ONLY])
  const { node } = engines as { readonly node?: string }
  return { ...rest, engines: { node } }
}

/** The extension: everything it runs is bundled. What it depends on is its own plugin, which comes inside. */
export function vsixManifest(manifest: PackedManifest): PackedManifest {
  const { engines = {}, ...rest } = without(manifest, [...NODE_ONLY, ...HERE_ONLY])
  const { vscode } = engines as { readonly vscode?: string }
  return { ...rest, dependencies: { [PLUGIN]: manifest.version }, engines: { vscode } }
}

/** The schemas by which an editor completes and checks configuration files: paths below the root. */
export function filesNamed({ contributes }: PackedManifest): readonly string[] {
  const { jsonValidation = [] } = (contributes ?? {}) as {
    readonly jsonValidation?: readonly { readonly url: string }[]
  }
  return jsonValidation.map(({ url }) => url.replace(/^\.\//, '')).filter((url) => !/^\w+:/.test(url))
}

function without(manifest: PackedManifest, names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(manifest).filter(([name]) => !names.includes(name)))
}
