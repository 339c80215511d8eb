// TypeScript's API in the built product: a separate file, so that its compiled code can be cached between runs. Imports
// of `typescript` are redirected to it; the rest of the bundle is unaffected.

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

/** Redirects `import ts from 'typescript'` to the file beside the code. */
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
