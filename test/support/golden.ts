// Texts that are compared with a file beside the test; `UPDATE=1` writes the file instead.

import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Compares a text with `<name>.golden.txt` beside the test. */
export function checkGolden(base: string, name: string, text: string): void {
  const file = new URL(`./${name}.golden.txt`, base)
  if (process.env.UPDATE === '1') {
    writeFileSync(file, text)
    return
  }
  const expected = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (text === expected) return
  const lines = text.split('\n')
  const wanted = expected.split('\n')
  const at = lines.findIndex((line, place) => line !== wanted[place])
  const what = `expected ${JSON.stringify(wanted[at])}, got ${JSON.stringify(lines[at])}`
  assert.fail(
    `line ${at + 1} differs from ${name}.golden.txt: ${what}; if that is right, run the test with UPDATE=1`,
  )
}
