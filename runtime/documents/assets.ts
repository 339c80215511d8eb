// Files that are loaded as they are: the tree-sitter library and its grammars, TypeScript's library, author types.
// In source they stand in node_modules and types/, in the built product flat beside the code.

import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** File name in the built product -> where it comes from. The build copies exactly these. */
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

/** Where the library files come from: the compiler that the package `typescript` stands for. */
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

/** The library file that refers to all others; in the built product it holds them. */
export const LIBRARY = 'lib.esnext.d.ts'
