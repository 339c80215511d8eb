// Files that are loaded as they are: the tree-sitter library and its grammars, TypeScript's library, author types. In
// the source tree they are in node_modules and types/, in the built product in one folder beside the code.

import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Maps the file name in the built product to its source. The build copies exactly these. */
export const ASSETS = {
  'tree-sitter.cjs': '@vscode/tree-sitter-wasm/wasm/tree-sitter.js',
  'tree-sitter.wasm': '@vscode/tree-sitter-wasm/wasm/tree-sitter.wasm',
  'tree-sitter-bash.wasm': '@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm',
  'tree-sitter-python.wasm': '@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm',
  'tree-sitter-powershell.wasm': '@vscode/tree-sitter-wasm/wasm/tree-sitter-powershell.wasm',
} as const

export type Asset = keyof typeof ASSETS

/** The absolute path of an asset. */
export function assetPath(name: Asset): string {
  const beside = fileURLToPath(new URL(`./${name}`, import.meta.url))
  return existsSync(beside) ? beside : createRequire(import.meta.url).resolve(ASSETS[name])
}

/** The folder that holds TypeScript's own library, `lib.esnext.d.ts`. */
export function libraryFolder(): string {
  const beside = fileURLToPath(new URL('./', import.meta.url))
  return existsSync(join(beside, LIBRARY)) ? beside : librarySource()
}

/** The folder the library files come from: the one of the compiler behind the package `typescript`. */
export function librarySource(): string {
  const compiler = createRequire(import.meta.url).resolve('typescript')
  const inside = dirname(compiler)
  if (existsSync(join(inside, LIBRARY))) return inside
  return dirname(createRequire(compiler).resolve('@typescript/old'))
}

/** The author types of a dialect, `types/<dialect>.d.ts`. */
export function authorTypes(dialect: string): string {
  const beside = fileURLToPath(new URL(`./types-${dialect}.d.ts`, import.meta.url))
  return existsSync(beside) ? beside : fileURLToPath(new URL(`../../types/${dialect}.d.ts`, import.meta.url))
}

/** The library file that references all others; in the built product it contains them. */
export const LIBRARY = 'lib.esnext.d.ts'
