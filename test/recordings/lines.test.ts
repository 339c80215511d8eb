// Lines of recordings: whole ones, a last one without its end, and ones that are too long.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readLines } from '../../runtime/recordings/lines.ts'

const LONGEST = 10

/** Each text, and its lines; `…` after one that was cut, `~` after one without its end. */
const rows: readonly (readonly [text: string, lines: readonly string[]])[] = [
  ['', []],
  ['a\nb\n', ['a', 'b']],
  ['a\r\n\nb', ['a', '', 'b~']],
  ['0123456789\nb\n', ['0123456789', 'b']],
  ['a\n0123456789x\nb\n', ['a', '0123456789…']],
  ['0123456789x', ['0123456789…~']],
  ['a\n\0\n', ['a', '\0']],
]

for (const [text, lines] of rows)
  test(`lines of at most ${LONGEST} characters: ${JSON.stringify(text)}`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'hookbench-lines-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'some.ndjson')
    writeFileSync(path, text)
    const read: string[] = []
    for await (const { bytes, whole, cut } of readLines(path, LONGEST))
      read.push(`${bytes}${cut ? '…' : ''}${whole ? '' : '~'}`)
    assert.deepEqual(read, lines)
  })
