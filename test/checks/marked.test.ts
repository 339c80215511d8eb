// Marks in fixtures are read as they look, and what `showMarked` writes reads back unchanged.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFixtures } from '../support/fixtures.ts'
import { cutCursor, marksOf, readMarked, showMarked } from '../support/marked.ts'

const rows: readonly (readonly [title: string, source: string, text: string, marks: readonly string[]])[] = [
  ['no mark is no mark', 'a\nb ^ c\n', 'a\nb ^ c\n', []],
  ['a mark is below its line', 'one\n ^^ a.b\ntwo', 'one\ntwo', ['1:2^^ a.b']],
  ['several runs share a code', 'one two\n^^^ ^^^ a.b', 'one two', ['1:1^^^ a.b', '1:5^^^ a.b']],
  ['several lines mark one line', 'one\n^ a.b\n  ^ c.d-e', 'one', ['1:1^ a.b', '1:3^ c.d-e']],
  ['above the first line a mark is the whole file', '^ a.b\none', 'one', ['1:0 a.b']],
  ['a range may go on', 'one {\n    ^> a.b\n}', 'one {\n}', ['1:5^> a.b']],
  ['carets in code are code', 'a ^ b.c', 'a ^ b.c', []],
]

for (const [title, source, text, marks] of rows) {
  test(`${title}`, () => {
    const read = readMarked(source)
    assert.deepEqual(read, { text, marks })
    assert.deepEqual(readMarked(showMarked(text, marks)), { text, marks })
  })
}

test('findings are drawn in UTF-16 columns', () => {
  const text = 'x = "😀" + tool\ny'
  const start = text.indexOf('tool')
  const found = marksOf(text, [
    { code: 'a.b', range: { start, end: start + 4 } },
    { code: 'c.d', range: { start: text.length - 1, end: text.length - 1 } },
    { code: 'e.f', range: { start, end: text.length } },
    { code: 'g.h' },
  ])
  assert.deepEqual(found, ['1:12^^^^ a.b', '2:1^ c.d', '1:12^^^^> e.f', '1:0 g.h'])
})

test('the cursor is cut out, and a text without one is refused', () => {
  assert.deepEqual(cutCursor('a.$0b'), { text: 'a.b', offset: 2 })
  assert.throws(() => cutCursor('ab'), /no cursor/)
})

test('a heading is a workspace, a block with a path is a file of it', () => {
  const [fires, silent, ...more] = readFixtures(
    [
      '# title',
      '## fires: a shell hook',
      '```sh .kodelet/hooks/guard',
      '#!/bin/sh',
      '^^^^^^^^^ a.b',
      '```',
      '````json data.json -x size=20',
      '{}',
      '````',
      '## silent',
      '```sh',
      'an illustration',
      '```',
      '```sh .kodelet/hooks/link -> ../x',
      '```',
    ].join('\n'),
  )
  assert.equal(more.length, 0)
  assert.deepEqual(fires, {
    title: 'fires: a shell hook',
    files: [
      {
        path: '.kodelet/hooks/guard',
        language: 'sh',
        executable: true,
        size: 0,
        text: '#!/bin/sh\n',
        marks: ['1:1^^^^^^^^^ a.b'],
      },
      { path: 'data.json', language: 'json', executable: false, size: 20, text: '{}\n', marks: [] },
    ],
  })
  assert.deepEqual(
    silent?.files.map(({ path, link }) => [path, link]),
    [['.kodelet/hooks/link', '../x']],
  )
  assert.throws(() => readFixtures('## a\n```sh x\n'), /never closed/)
})
