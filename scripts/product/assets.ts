// Files copied unchanged into dist: the tree-sitter library with its grammars, the compiler's inputs (TypeScript's
// library and the author types), and the Python host.

import { copyFileSync, cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { ASSETS } from '../../runtime/documents/assets.ts'
import { libraryTexts } from './library.ts'

/** Copies every asset; returns a line for each that does not exist yet. */
export function copyAssets(root: string, folder: string): readonly string[] {
  const { resolve } = createRequire(import.meta.url)
  for (const [name, source] of Object.entries(ASSETS)) copyFileSync(resolve(source), join(folder, name))
  for (const [name, text] of libraryTexts()) writeFileSync(join(folder, name), text)
  for (const name of readdirSync(join(root, 'types')))
    copyFileSync(join(root, 'types', name), join(folder, `types-${name}`))
  const python = join(root, 'runtime/executors/python')
  if (!existsSync(python))
    return ['the Python host is left out, because runtime/executors/python does not exist yet']
  cpSync(python, join(folder, 'python'), { recursive: true, filter: isPython })
  return []
}

// Folders and Python sources; the TypeScript beside them is bundled.
function isPython(path: string): boolean {
  const name = basename(path)
  return name !== '__pycache__' && (name.endsWith('.py') || !name.includes('.'))
}
