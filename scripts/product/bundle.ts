// Bundles the code: one file per entry, with shared parts in chunks, so that each entry loads only what it uses.

import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildOptions, build, type Metafile } from 'esbuild'
import { bundleCommonJs } from './commonJs.ts'
import { bundleCompiler, compilerBeside } from './compiler.ts'
import { licences } from './licences.ts'
import { bundlePages } from './pages.ts'

export type BundleEntry = {
  readonly name: string
  readonly source: string
  readonly format: 'esm' | 'cjs'
}

/** The entries in dist, with their sources. */
export const ENTRIES: readonly BundleEntry[] = [
  { name: 'cli', source: 'runtime/cli/main.ts', format: 'esm' },
  { name: 'worker', source: 'runtime/executors/module/worker.ts', format: 'esm' },
  { name: 'readerThread', source: 'runtime/documents/thread/readerThread.ts', format: 'esm' },
  { name: 'nestedThread', source: 'runtime/executors/module/nestedThread.ts', format: 'esm' },
  { name: 'endLeft', source: 'runtime/executors/endLeft.ts', format: 'esm' },
  { name: 'warden', source: 'runtime/executors/sandbox/warden.ts', format: 'esm' },
  { name: 'replayWorker', source: 'runtime/replay/bulk/worker.ts', format: 'esm' },
  { name: 'inspected', source: 'runtime/executors/inspect/moduleHost.ts', format: 'esm' },
  { name: 'index', source: 'runtime/index.ts', format: 'esm' },
  { name: 'secureyeoman', source: 'runtime/managers/secureyeoman.ts', format: 'esm' },
  { name: 'kodelet', source: 'runtime/managers/kodelet.ts', format: 'esm' },
  { name: 'kaizen', source: 'runtime/managers/kaizen.ts', format: 'esm' },
  { name: 'compilr', source: 'runtime/managers/compilr.ts', format: 'esm' },
  { name: 'server', source: 'server/main.ts', format: 'esm' },
  { name: 'extension', source: 'client/extension.ts', format: 'cjs' },
]

/** Packages that are not bundled: used if they are installed, done without otherwise. */
export const OPTIONAL: readonly string[] = ['@anthropic-ai/sandbox-runtime', '@opentelemetry/api']

// CommonJS packages inside an ES module need the variables that Node provides to CommonJS files.
const COMMONJS = [
  "import { createRequire as createRequire_ } from 'node:module'",
  'const require = createRequire_(import.meta.url)',
  'const __filename = import.meta.filename',
  'const __dirname = import.meta.dirname',
].join(';')

/** Bundles every entry whose source exists, or those given; returns a line for each that does not exist. */
export async function bundle(
  root: string,
  folder: string,
  wanted: readonly BundleEntry[] = ENTRIES,
): Promise<readonly string[]> {
  const there = wanted.filter(({ source }) => existsSync(join(root, source)))
  const metas: Metafile[] = []
  for (const format of ['esm', 'cjs'] as const) {
    const entries = there.filter((entry) => entry.format === format)
    if (entries.length === 0) continue
    const entryPoints = Object.fromEntries(entries.map(({ name, source }) => [name, source]))
    if (format === 'cjs') {
      const external = ['vscode', ...OPTIONAL]
      metas.push(await bundleCommonJs({ ...options(root, folder), entryPoints, external }))
      continue
    }
    metas.push(await bundleCompiler(options(root, folder)))
    const { metafile } = await build({
      ...options(root, folder),
      entryPoints,
      format,
      splitting: true,
      banner: { js: COMMONJS },
      external: [...OPTIONAL],
      plugins: [compilerBeside(root)],
      metafile: true,
    })
    metas.push(metafile)
  }
  if (there.some(({ name }) => name === 'extension')) await bundlePages(root, folder)
  if (existsSync(join(folder, 'cli.js'))) chmodSync(join(folder, 'cli.js'), 0o755)
  writeFileSync(
    join(folder, 'LICENSES.txt'),
    licences(
      root,
      metas.flatMap((meta) => Object.keys(meta.inputs)),
    ),
  )
  const missing = wanted.filter((entry) => !there.includes(entry))
  return missing.map(({ name, source }) => `${name} is left out, because ${source} does not exist yet`)
}

function options(root: string, folder: string): BuildOptions {
  return {
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    platform: 'node',
    // A package's `main` may hide its requires from a bundler (jsonc-parser's does).
    mainFields: ['module', 'main'],
    target: 'node22.18',
    // Flat, so that files found relative to an entry are also found relative to a chunk.
    chunkNames: '[name]-[hash]',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  }
}
