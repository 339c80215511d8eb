// TypeScript's API in the built product: a file of its own, so that it can be run with what was compiled of it before.
// Whoever imports `typescript` gets that file; nothing else of the bundle changes.

import { join } from 'node:path'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'
import { librarySource } from '../../runtime/documents/assets.ts'

const NAME = 'typescript.cjs'

/** Writes the API beside the code. `options` are those of the whole bundle. */
export async function bundleCompiler(options: BuildOptions): Promise<Metafile> {
  const entryPoints = { [NAME.replace('.cjs', '')]: join(librarySource(), 'typescript.js') }
  const { metafile } = await build({
    ...options,
    entryPoints,
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    metafile: true,
  })
  return metafile
}

/** Lets `import ts from 'typescript'` mean the file beside the code. */
export function compilerBeside(root: string): Plugin {
  const run = join(root, 'runtime/documents/compiled.ts')
  const contents = [
    "import { fileURLToPath } from 'node:url'",
    `import { runCompiled } from ${JSON.stringify(run)}`,
    `export default runCompiled(fileURLToPath(new URL('./${NAME}', import.meta.url)))`,
  ].join('\n')
  return {
    name: 'compiler beside',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^typescript$/ }, () => ({ path: 'typescript', namespace: 'beside' }))
      onLoad({ filter: /^typescript$/, namespace: 'beside' }, () => ({ contents, resolveDir: root }))
    },
  }
}
