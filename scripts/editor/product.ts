// The extension as it is installed, built from the sources into a folder of its own, and the suite bundled beside it:
// a run is not disturbed by whoever builds `dist` meanwhile.

import { cpSync, existsSync, globSync, mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { copyAssets } from '../product/assets.ts'
import { bundle } from '../product/bundle.ts'
import { bundlePlugin } from '../product/typescriptPlugin.ts'

export type Product = {
  /** The folder of the extension under test. */
  readonly extension: string
  /** The folder of a second extension, which uses the exports of the first and brings a scripted model. */
  readonly consumer?: string
  /** The entry of the suite; it exports `run`. */
  readonly suite: string
  remove(): void
}

/**
 * Which suite: everything, what must hold where the workspace is not trusted, a workspace of several folders, a folder
 * with a host's configuration only, one with that of all hosts, the editor's own agent with our tools, or the product as it is installed.
 */
export const SUITES = ['suite', 'restricted', 'folders', 'entries', 'hosts', 'agent', 'installed'] as const

export type SuiteName = (typeof SUITES)[number]

const root = join(import.meta.dirname, '../..')
const PARTS = [
  'package.json',
  'package.nls.json',
  'README.md',
  'LICENSE',
  'l10n',
  'media',
  'schemas',
  'snippets',
  'types',
]

/** Builds everything one run needs. */
export async function makeProduct(): Promise<Product> {
  // Within the repository, where the suite finds mocha.
  const folder = join(root, 'build', `editor-${process.pid}`)
  rmSync(folder, { recursive: true, force: true })
  const extension = join(folder, 'extension')
  mkdirSync(extension, { recursive: true })
  for (const part of PARTS) {
    if (existsSync(join(root, part))) cpSync(join(root, part), join(extension, part), { recursive: true })
  }
  await bundle(root, join(extension, 'dist'))
  copyAssets(root, join(extension, 'dist'))
  await bundlePlugin(root, extension)
  const suite = join(folder, 'suite.cjs')
  const consumer = join(folder, 'consumer')
  await Promise.all([bundleSuite(suite), bundleConsumer(consumer)])
  return { extension, consumer, suite, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

// Suites register with mocha when they are loaded, so they are loaded by the entry, when mocha is ready.
/** Bundles the suites into one file. */
export async function bundleSuite(outfile: string): Promise<void> {
  const names = SUITES.map((name) => {
    const files = globSync(`test/editor/${name}/*.ts`, { cwd: root }).sort()
    const loads = files.map((file) => `[${JSON.stringify(basename(file, '.ts'))}, () => import('./${file}')]`)
    return `${name}: [${loads.join(', ')}]`
  })
  const contents = `import { runSuites } from './test/editor/support/mocha.ts'
export const run = () => runSuites({ ${names.join(', ')} })`
  await build({ ...FOR_TESTS, stdin: { contents, resolveDir: root, loader: 'ts' }, outfile })
}

async function bundleConsumer(folder: string): Promise<void> {
  const source = join(root, 'test/editor/consumer')
  const entryPoints = [join(source, 'extension.ts')]
  await build({ ...FOR_TESTS, entryPoints, outfile: join(folder, 'extension.cjs') })
  cpSync(join(source, 'package.json'), join(folder, 'package.json'))
}

const FOR_TESTS = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  external: ['vscode', 'mocha'],
  sourcemap: 'inline',
  logLevel: 'warning',
} satisfies BuildOptions
