// Writes all generated files: schemas, author types, snippets, the event reference, parts of package.json (agent tools,
// dialects) and the table of rooms in ARCHITECTURE.md. Everything is derived from runtime; `generated()` writes
// nothing, so that a test can compare.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { agentToolFiles } from './generate/agentTools.ts'
import { architectureFiles } from './generate/architecture.ts'
import { referenceFiles } from './generate/events.ts'
import { schemaFiles } from './generate/schemas.ts'
import { snippetFiles } from './generate/snippets.ts'
import { typeFiles } from './generate/types.ts'

const ROOT = join(import.meta.dirname, '..')

/** Folders that contain only generated files. */
export const GENERATED_FOLDERS = ['schemas', 'snippets', 'types']

/** Text of every generated file by path relative to the repository, sorted by path. */
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

/** Writes the generated files below `root`. */
export function writeGenerated(root: string): void {
  const files = generated()
  for (const folder of GENERATED_FOLDERS) rmSync(join(root, folder), { recursive: true, force: true })
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

if (import.meta.main) writeGenerated(ROOT)
