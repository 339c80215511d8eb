// Packs the extension into one file with the Marketplace's own tool, which includes its checks.

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { createVSIX, listFiles, PackageManager } from '@vscode/vsce'

export type Vsix = { readonly path: string; readonly bytes: number; readonly files: readonly string[] }

/** Largest size promised by the design, in bytes. */
export const VSIX_BUDGET = 5 * 1024 * 1024

/** Packs a staged folder. */
export async function packVsix(folder: string, path: string): Promise<Vsix> {
  await quietly(() =>
    createVSIX({
      cwd: folder,
      packagePath: path,
      // The location of the repository is not settled; the README contains no relative links.
      allowMissingRepository: true,
      rewriteRelativeLinks: false,
    }),
  )
  const files = await listFiles({ cwd: folder, packageManager: PackageManager.Npm })
  return { path, bytes: statSync(path).size, files: files.toSorted() }
}

/** Files that must not ship, and required files that are missing; `named` are the files that the manifest refers to. */
export function strays(files: readonly string[], named: readonly string[] = []): readonly string[] {
  const isAllowed = (file: string) => ALLOWED.some((pattern) => pattern.test(file))
  return [
    ...files.filter((file) => !isAllowed(file)).map((file) => `${file} should not ship`),
    ...[...NEEDED, ...named].filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
  ]
}

const ALLOWED: readonly RegExp[] = [
  /^(package\.json|package\.nls(\.[\w-]+)?\.json|README\.md|CHANGELOG\.md|LICENSE)$/,
  /^l10n\/bundle\.l10n(\.[\w-]+)?\.json$/,
  /^snippets\/\w+\.json$/,
  /^schemas\/[\w-]+\/configuration(-\d+)?\.schema\.json$/,
  /^media\/[\w./-]+\.(svg|png|md|css|js)$/,
  /^dist\/[\w-]+\.(js|cjs|css|wasm)$/,
  /^dist\/(lib\.[\w.]+|types-[\w-]+)\.d\.ts$/,
  /^dist\/python\/[\w/]+\.py$/,
  /^node_modules\/hookbench-typescript\/(package\.json|index\.js|plugin\.js)$/,
  /^dist\/LICENSES\.txt$/,
]

const NEEDED = [
  'package.json',
  'README.md',
  'LICENSE',
  ...['extension.cjs', 'cli.js', 'server.js', 'worker.js', 'tree-sitter.wasm'].map((name) =>
    join('dist', name),
  ),
]

// The tool prints like a command; the caller prints a one-line summary instead.
async function quietly<T>(act: () => Promise<T>): Promise<T> {
  const { log, warn } = console
  const output: string[] = []
  console.log = console.warn = (...words: unknown[]) => output.push(words.join(' '))
  try {
    return await act()
  } catch (error) {
    throw new Error([...output, error instanceof Error ? error.message : String(error)].join('\n'))
  } finally {
    console.log = log
    console.warn = warn
  }
}
