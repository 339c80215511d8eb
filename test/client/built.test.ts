// The built extension: the texts of every part are translated, whichever output file holds it, and heavy parts are
// loaded only when needed.

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { bundle, ENTRIES } from '../../scripts/product/bundle.ts'
import { activateBuilt, type BuiltExtension } from '../support/builtExtension.ts'

const root = join(import.meta.dirname, '../..')
mkdirSync(join(root, 'build'), { recursive: true })
const scratch = mkdtempSync(join(root, 'build/test-'))
const dist = join(scratch, 'dist')

let extension: BuiltExtension

before(async () => {
  mkdirSync(dist)
  writeFileSync(join(scratch, 'package.json'), '{ "type": "module" }')
  await bundle(
    root,
    dist,
    ENTRIES.filter(({ name }) => name === 'extension'),
  )
  extension = await activateBuilt(dist, (text) => `«${text}»`)
})
after(() => rmSync(scratch, { recursive: true }))

test('activation loads neither the contract, the language client nor JSON-RPC', () => {
  const loaded = extension.loaded()
  assert.ok(loaded.some((path) => path.endsWith('/extension.cjs')))
  const bytes = loaded.reduce((sum, path) => sum + statSync(path).size, 0)
  assert.ok(bytes < 132_000, `${bytes} bytes in ${loaded.join(', ')}`)
})

test('a part that is loaded later is translated by the editor, its places left to the page', async () => {
  const recording = join(scratch, 'shop.ndjson')
  writeFileSync(recording, '')
  const before = extension.loaded().length
  const { kind, texts } = await extension.openTimeline(recording)
  assert.ok(extension.loaded().length > before, 'the timeline is loaded when it is opened')
  assert.equal(kind, 'session')
  const { events, noMatch, signs } = texts as Record<'events' | 'noMatch', string> & { signs: object }
  assert.equal(events, '«{0} events»')
  assert.equal(noMatch, '«No event matches "{0}".»')
  for (const text of [...Object.values(texts as object), ...Object.values(signs)])
    if (typeof text === 'string') assert.match(text, /^«.+»$/)
})
