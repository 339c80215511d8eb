// Builds the two products as folders, `build/npm` and `build/vsix`, entirely from the sources, so that what ships does
// not depend on the current contents of `dist`.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyAssets } from '../product/assets.ts'
import { type BundleEntry, bundle, ENTRIES } from '../product/bundle.ts'
import { declarations } from '../product/declarations.ts'
import { bundlePlugin } from '../product/typescriptPlugin.ts'
import { filesNamed, npmManifest, type PackedManifest, vsixManifest } from './manifests.ts'

type Product = {
  readonly manifest: (manifest: PackedManifest) => PackedManifest
  /** The entries in its dist. */
  readonly entries: readonly BundleEntry[]
  /** Path in the product -> path in the repository. */
  readonly files: Readonly<Record<string, string>>
  readonly hasTypes: boolean
  readonly hasPlugin: boolean
}

const BOTH = { LICENSE: 'LICENSE', 'CHANGELOG.md': 'CHANGELOG.md' }
const isExtension = ({ format }: BundleEntry) => format === 'cjs'
/** Entries for other programs to import; the extension does not use them. */
const LIBRARY = ['index', 'secureyeoman', 'kodelet', 'kaizen', 'compilr']

export const PRODUCTS = {
  npm: {
    manifest: npmManifest,
    entries: ENTRIES.filter((entry) => !isExtension(entry)),
    files: {
      ...BOTH,
      'README.md': 'README.md',
      docs: 'docs',
      schemas: 'schemas',
      snippets: 'snippets',
      types: 'types',
    },
    hasTypes: true,
    hasPlugin: false,
  },
  vsix: {
    manifest: vsixManifest,
    entries: ENTRIES.filter(({ name }) => !LIBRARY.includes(name)),
    files: {
      ...BOTH,
      'README.md': 'docs/extension.md',
      'package.nls.json': 'package.nls.json',
      l10n: 'l10n',
      media: 'media',
      snippets: 'snippets',
    },
    hasTypes: false,
    hasPlugin: true,
  },
} as const satisfies Readonly<Record<string, Product>>

/** Builds a product in `folder`; returns a line for each part that could not be built. */
export async function stage(
  root: string,
  name: keyof typeof PRODUCTS,
  folder: string,
): Promise<readonly string[]> {
  const product: Product = PRODUCTS[name]
  const dist = join(folder, 'dist')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(dist, { recursive: true })
  for (const [to, from] of Object.entries(product.files))
    cpSync(join(root, from), join(folder, to), { recursive: true })
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackedManifest
  const own = product.manifest(manifest)
  for (const path of filesNamed(own)) cpSync(join(root, path), join(folder, path))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(own, undefined, 2)}\n`)
  const missing = await bundle(root, dist, product.entries)
  if (product.hasPlugin) await bundlePlugin(root, folder)
  const untyped = product.hasTypes ? await declarations(root, dist) : []
  return [...missing, ...untyped, ...copyAssets(root, dist)]
}
