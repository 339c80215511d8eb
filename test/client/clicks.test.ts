// The clicks through the packed extension: the manifest determines which clicks are required, and faulty texts
// on the screen are detected.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type EditorManifest, entriesOf, unmatched } from '../../scripts/editor/clicks/entries.ts'
import { CLICKS } from '../../scripts/editor/clicks/table.ts'
import { faultsIn } from '../../scripts/editor/clicks/texts.ts'

const root = join(import.meta.dirname, '../..')
const json = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const manifest = json('package.json') as EditorManifest
const names = json('package.nls.json') as Record<string, string>
const entries = entriesOf(manifest, names)
const keys = CLICKS.map(({ key }) => key)
const clicked = keys.filter((key) => entries.some((entry) => entry.key === key))

test('every entry of menus, palette, keys and empty views has a click', () => {
  assert.deepEqual(unmatched(entries, clicked), [])
  assert.equal(new Set(entries.map(({ key }) => key)).size, entries.length, 'no two entries have one key')
  assert.deepEqual(
    entries.filter(({ title }) => title === '' || title.startsWith('%')),
    [],
  )
})

test('a new entry without a click is noticed, and a click without an entry', () => {
  const { contributes } = manifest
  const terminal = [{ command: 'hookbench.reload', group: 'navigation' }]
  const menus = { ...contributes.menus, 'terminal/context': terminal }
  const more = entriesOf({ contributes: { ...contributes, menus } }, names)
  assert.deepEqual(unmatched(more, clicked), ['nobody clicks "terminal/context hookbench.reload navigation"'])
  assert.deepEqual(unmatched(entries, [...clicked, 'gone']), ['"gone" is no entry any more'])
})

const TEXTS = [
  '{0} events',
  '{0} hooks',
  'Debug {0}',
  'Debug',
  'because of {0}',
  'No event matches "{0}".',
  'No hook ran.',
]

for (const [line, fault] of [
  ['3 events · 2 hooks · 3.4 s', undefined],
  ['events · hooks · 3.4 s', /blank/],
  ['{0} events', /nobody filled in/],
  ['No event matches "".', /blank/],
  ['No event matches "x".', undefined],
  ['deny because of · 150 ms', /blank/],
  ['deny because of guard · 150 ms', undefined],
  ['/undefined is not in an open folder', /nobody filled in/],
  ["command 'hookbench.replay' not found", /no handler/],
  ['%command.replay%', /nobody filled in/],
  ['[object Object]', /nobody filled in/],
  ['Debug', undefined],
  ['No hook ran.', undefined],
] as const) {
  test(`"${line}" is ${fault === undefined ? 'fine' : 'noticed'}`, () => {
    const faults = faultsIn([line], TEXTS)
    if (fault === undefined) assert.deepEqual(faults, [])
    else assert.match(faults.join(), fault)
  })
}
