// Builds the extension as it is installed into its own folder, with the suite bundled beside it, so that a concurrent
// build of `dist` does not affect a run.

import { cpSync, existsSync, globSync, mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { copyAssets } from '../product/assets.ts'
import { bundle } from '../product/bundle.ts'
import { bundlePlugin } from '../product/typescriptPlugin.ts'

export type Product = {
  /** Folder of the extension under test. */
  readonly extension: string
  /** Folder of a second extension, which uses the exports of the first and provides a scripted model. */
  readonly consumer?: string
  /** Entry of the suite; it exports `run`. */
  readonly suite: string
  remove(): void
}

/**
 * The suites: all features; Restricted Mode; several folders; a folder with only a host's configuration; one with that
 * of all hosts; the editor's own agent with Hookbench's tools; the installed product.
 */
const SUITES = ['suite', 'restricted', 'folders', 'entries', 'hosts', 'agent', 'installed'] as const

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

/** Builds everything that a run needs. */
export async function makeProduct(): Promise<Product> {
  // Inside the repository, so that the suite finds mocha.
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

// Suites register with mocha when they are loaded, so the entry loads them once mocha is ready.
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
