// Every row of docs/security.md names existing tests. Whether they prove the row is left to the reader.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { proofOf } from '../../scripts/seeds/table.ts'

const root = join(import.meta.dirname, '..', '..')

test('every threat has a defense, and tests that are written in the files it names', () => {
  const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Threat '))
  assert.ok(rows.length >= 20, `only ${rows.length} rows were found`)
  for (const row of rows) {
    const cells = row.split(/(?<!\\)\|/).slice(1, -1)
    assert.equal(cells.length, 3, `expected threat, defense and test: ${row}`)
    for (const cell of (cells[2] ?? '').split('<br>')) {
      const proof = proofOf(cell.trim())
      assert.ok(typeof proof !== 'string' && proof.kind === 'test', `expected \`file\` › test name: ${cell}`)
      const names = namesIn(readFileSync(join(root, proof.file), 'utf8'))
      assert.ok(names.includes(proof.name), `${proof.file} has no test "${proof.name}"`)
    }
  }
})

/** The test names as written in the source; `…` stands for what a template fills in. */
function namesIn(text: string): readonly string[] {
  const written = [...text.matchAll(/\btest\(\s*(['"`])(.*?)(?<!\\)\1/g)]
  return written.map(([, , name = '']) => name.replaceAll(/\$\{[^}]*\}/g, '…').replaceAll(/\\(['"`])/g, '$1'))
}
