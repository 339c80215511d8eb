// Writes every generated file of the repository: schemas, author types, snippets, the reference of events, in
// package.json the tools for agents and the names of dialects, and the table of rooms in ARCHITECTURE.md. Everything is read from runtime; `generated()` writes nothing, so that a test can compare.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { agentToolFiles } from './generate/agentTools.ts'
import { architectureFiles } from './generate/architecture.ts'
import { referenceFiles } from './generate/events.ts'
import { schemaFiles } from './generate/schemas.ts'
import { snippetFiles } from './generate/snippets.ts'
import { typeFiles } from './generate/types.ts'

const ROOT = join(import.meta.dirname, '..')

/** Folders that hold generated files only. */
export const GENERATED_FOLDERS = ['schemas', 'snippets', 'types']

/** Path (relative to the repository) -> text of every generated file, sorted by path. */
export function generated(): Map<string, string> {
  const all = [
    ...schemaFiles(),
    ...typeFiles(),
    ...snippetFiles(),
    ...referenceFiles(),
    ...agentToolFiles(ROOT),
    ...architectureFiles(ROOT),
  ]
  return new Map(all.sort(([one], [two]) => (one < two ? -1 : 1)))
}

/** Makes the generated files below `root` what they should be. */
export function writeGenerated(root: string): void {
  const files = generated()
  for (const folder of GENERATED_FOLDERS) rmSync(join(root, folder), { recursive: true, force: true })
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

if (import.meta.main) writeGenerated(ROOT)
