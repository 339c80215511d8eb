// CommonJS in chunks: esbuild splits ES modules only, so the entries are split as ES modules and each file is then written
// as CommonJS. A module stands in one file however many load it, and what it keeps is kept once.

import { writeFileSync } from 'node:fs'
import { type BuildOptions, build, type Metafile, transform } from 'esbuild'

/** Bundles into CommonJS; what is imported on demand becomes a `require` when it is asked for. */
export async function bundleCommonJs(options: BuildOptions): Promise<Metafile> {
  const { outputFiles, metafile } = await build({
    ...options,
    format: 'esm',
    splitting: true,
    outExtension: { '.js': '.cjs' },
    metafile: true,
    write: false,
  })
  const bare = Object.values(metafile.outputs).find(
    ({ entryPoint }) => entryPoint !== undefined && metafile.inputs[entryPoint]?.format === 'cjs',
  )
  if (bare !== undefined) {
    throw new Error(
      `${bare.entryPoint} is CommonJS and imported on demand, so its named exports would be lost; import it through a file of ours.`,
    )
  }
  for (const { path, text } of outputFiles) {
    const { code } = await transform(text, {
      format: 'cjs',
      platform: 'node',
      target: options.target ?? 'esnext',
      // An import that stays one goes through a loader that editors do not watch over.
      supported: { 'dynamic-import': false },
      minify: options.minify ?? false,
      legalComments: 'none',
    })
    writeFileSync(path, code)
  }
  return metafile
}
