// Files that are loaded as they are: the tree-sitter library and its grammars.
// In source they stand in node_modules, in the built product flat beside the code.

import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** File name in the built product -> where it comes from. The build copies exactly these. */
export const ASSETS = {
  'tree-sitter.cjs': '@vscode/tree-sitter-wasm/wasm/tree-sitter.js',
  'tree-sitter.wasm': '@vscode/tree-sitter-wasm/wasm/tree-sitter.wasm',
  'tree-sitter-bash.wasm': '@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm',
  'tree-sitter-python.wasm': '@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm',
} as const

export type Asset = keyof typeof ASSETS

/** The absolute path of an asset. */
export function assetPath(name: Asset): string {
  const beside = fileURLToPath(new URL(`./${name}`, import.meta.url))
  return existsSync(beside) ? beside : createRequire(import.meta.url).resolve(ASSETS[name])
}
