// CommonJS with code splitting: esbuild splits only ES modules, so the entries are split as ES modules and each file is
// then converted to CommonJS. Each module is in one file only, so its state exists once.

import { writeFileSync } from 'node:fs'
import { type BuildOptions, build, type Metafile, transform } from 'esbuild'

/** Bundles into CommonJS; dynamic imports become `require` calls executed on demand. */
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
      // A real dynamic import would use a loader that editors do not intercept.
      supported: { 'dynamic-import': false },
      minify: options.minify ?? false,
      legalComments: 'none',
    })
    writeFileSync(path, code)
  }
  return metafile
}
