// The committed generated files are what the contract says. `UPDATE=1` writes them.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { GENERATED_FOLDERS, generated, writeGenerated } from '../scripts/generate.ts'

const root = join(import.meta.dirname, '..')
const remedy = 'run `npm run generate` (or this test with UPDATE=1) and commit what it writes'
const files = generated()

if (process.env.UPDATE === '1') writeGenerated(root)

test('every generated file is current', () => {
  const stale = [...files].filter(([path, text]) => read(path) !== text).map(([path]) => path)
  assert.deepEqual(stale, [], `these files are missing or are not what runtime/contract says; ${remedy}`)
})

test('folders of generated files hold nothing else', () => {
  const strays = GENERATED_FOLDERS.flatMap(list).filter((path) => !files.has(path))
  assert.deepEqual(strays, [], `these files are written by nobody; ${remedy}, or move them out of the folder`)
})

test('two generations are the same, sorted by path, and every file ends with one newline', () => {
  assert.deepEqual([...generated()], [...files])
  assert.deepEqual([...files.keys()], [...files.keys()].sort())
  for (const [path, text] of files) assert.match(text, /[^\n]\n$/, path)
})

function read(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return undefined
  }
}

function list(folder: string): readonly string[] {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
}
