// The committed generated files match the contract. `UPDATE=1` writes them.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Dialect } from '../runtime/contract/dialect.ts'
import { dialects, recordOf } from '../runtime/contract/dialects/index.ts'
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

test('every schema is plain JSON Schema 2020-12 and takes the example of its record', () => {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: true,
    allowUnionTypes: true,
    validateFormats: false,
  })
  const lenient = new Ajv2020({ strict: false })
  for (const [path, text] of files) {
    if (!path.endsWith('.schema.json')) continue
    // Schemas that only describe use keywords of editors, which ajv's strict mode rejects.
    const validate = (path.includes('/configuration') ? lenient : ajv).compile(JSON.parse(text))
    const [, id = '', event = ''] = /^schemas\/([^/]+)\/([^/]+)\.payload\./.exec(path) ?? []
    if (event !== '')
      assert.ok(validate(recordOf(id, event)?.example), `${path}: ${ajv.errorsText(validate.errors)}`)
  }
})

test('a snippet leads to each event whose hooks are files, and its prefixes are its own', () => {
  const prefixes = [...files].flatMap(([path, text]) =>
    path.startsWith('snippets/')
      ? Object.values<{ prefix: string }>(JSON.parse(text)).map(({ prefix }) => prefix)
      : [],
  )
  for (const dialect of Object.values<Dialect>(dialects).filter(({ host }) => host === undefined)) {
    for (const event of Object.keys(dialect.events))
      assert.ok(prefixes.includes(`hook-${dialect.id}-${event}`), event)
  }
})

test('every event has its place in the reference, and every link in it leads somewhere', () => {
  const text = files.get('docs/events.md') ?? ''
  const anchors = new Set([...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id))
  for (const [, target] of text.matchAll(/\]\(#([^)]+)\)/g))
    assert.ok(anchors.has(target), `nothing is called ${target}`)
  for (const dialect of Object.values<Dialect>(dialects)) {
    for (const event of Object.keys(dialect.events))
      assert.ok(anchors.has(`${dialect.id}-${event.toLowerCase()}`), event)
  }
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
