// A large file runs from V8's code of an earlier run: faster, with the same result.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const folder = mkdtempSync(join(tmpdir(), 'compiled-'))
after(() => rmSync(folder, { recursive: true }))

const documents = join(import.meta.dirname, '../../runtime/documents')
const file = join(folder, 'big.cjs')
const SOURCE = `function said() { return require('node:path').basename(__filename) + ' ' + exports.constructor.name }
module.exports = said()`

// Runs in a process of its own, because the compiled code is saved when the process exits.
function run(cache?: string): string {
  const keep = cache === undefined ? '' : `keepCodeIn(${JSON.stringify(cache)});`
  const program = `import { keepCodeIn } from ${JSON.stringify(join(documents, 'codeFolder.ts'))};
    import { runCompiled } from ${JSON.stringify(join(documents, 'compiled.ts'))};
    ${keep} process.stdout.write(runCompiled(${JSON.stringify(file)}))`
  return execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
}

test('what was compiled is kept, for the user alone, and used', () => {
  writeFileSync(file, SOURCE)
  const cache = join(folder, 'used')
  assert.equal(run(cache), 'big.cjs Object')
  const [kept] = readdirSync(join(cache, 'code'))
  assert.match(kept ?? '', /^big-[\da-f]+-[\da-f]+\.v8$/)
  const path = join(cache, 'code', kept ?? '')
  if (process.platform !== 'win32') assert.equal(statSync(path).mode & 0o777, 0o600)
  const written = statSync(path, { bigint: true }).mtimeNs
  assert.equal(run(cache), 'big.cjs Object')
  assert.equal(statSync(path, { bigint: true }).mtimeNs, written, 'not made again')
})

test('another text is compiled anew, and damage is not run', () => {
  writeFileSync(file, SOURCE)
  const cache = join(folder, 'damaged')
  run(cache)
  const path = join(cache, 'code', readdirSync(join(cache, 'code'))[0] ?? '')
  const bytes = readFileSync(path)
  for (const damaged of [bytes.fill(7, 100, 200), bytes.subarray(0, 50), Buffer.alloc(0)]) {
    writeFileSync(path, damaged)
    assert.equal(run(cache), 'big.cjs Object')
    assert.ok(readFileSync(path).length > 100, 'made again')
  }
  writeFileSync(file, "module.exports = 'something else'")
  assert.equal(run(cache), 'something else')
  assert.equal(readdirSync(join(cache, 'code')).length, 2)
})

test('nothing is written without a folder, and a folder that cannot be written is no error', () => {
  writeFileSync(file, SOURCE)
  const before = readdirSync(folder)
  assert.equal(run(), 'big.cjs Object')
  assert.deepEqual(readdirSync(folder), before)
  const blocked = join(folder, 'blocked')
  writeFileSync(blocked, 'a file')
  assert.equal(run(blocked), 'big.cjs Object')
})
