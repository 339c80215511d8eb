// The code: one entry per door, their shared parts in chunks, so that a door loads only what it uses.

import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildOptions, build, type Metafile } from 'esbuild'
import { bundleCommonJs } from './commonJs.ts'
import { bundleCompiler, compilerBeside } from './compiler.ts'
import { bundlePages } from './pages.ts'

export type Entry = {
  readonly name: string
  readonly source: string
  readonly format: 'esm' | 'cjs'
}

/** What stands in dist, and where it is written. */
export const ENTRIES: readonly Entry[] = [
  { name: 'cli', source: 'runtime/cli/main.ts', format: 'esm' },
  { name: 'worker', source: 'runtime/executors/module/worker.ts', format: 'esm' },
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

/** Not ours to bring along: found beside us, or done without. */
export const OPTIONAL: readonly string[] = ['@anthropic-ai/sandbox-runtime', '@opentelemetry/api']

// CommonJS packages inside an ES module still expect what Node gives a CommonJS file.
const COMMONJS = [
  "import { createRequire as createRequire_ } from 'node:module'",
  'const require = createRequire_(import.meta.url)',
  'const __filename = import.meta.filename',
  'const __dirname = import.meta.dirname',
].join(';')

/** Bundles every entry whose source exists, or those named; says which do not exist. */
export async function bundle(
  root: string,
  folder: string,
  wanted: readonly Entry[] = ENTRIES,
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
  writeFileSync(join(folder, 'LICENSES.txt'), licences(root, metas))
  const missing = wanted.filter((entry) => !there.includes(entry))
  return missing.map(({ name, source }) => `${name} is left out, because ${source} does not exist yet`)
}

function options(root: string, folder: string): BuildOptions {
  return {
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    platform: 'node',
    // Their `main` may hide its requires from a bundler (jsonc-parser's does).
    mainFields: ['module', 'main'],
    target: 'node22.18',
    // Flat: whatever is found beside an entry is found beside a chunk.
    chunkNames: '[name]-[hash]',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  }
}

// Bundled packages ask to be named with their licence.
function licences(root: string, metas: readonly Metafile[]): string {
  const inputs = metas.flatMap((meta) => Object.keys(meta.inputs))
  const packages = inputs.map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1])
  const names = [
    ...new Set([...packages.filter((name) => name !== undefined), '@vscode/tree-sitter-wasm']),
  ].sort()
  const texts = names.map((name) => `${name}\n\n${licence(join(root, 'node_modules', name))}`)
  return `Hookbench is bundled with the following packages.\n\n${texts.join('\n\n---\n\n')}\n`
}

function licence(folder: string): string {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8').trim()
  const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { license?: string }
  return `Licence: ${license ?? 'not stated'}.`
}
