// The examples that import types are checked against the published ones, as their authors' editor would.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const tsc = join(root, 'node_modules/@typescript/native/bin/tsc')
const typed = globSync('examples/*/{,.secureyeoman/}{extensions,.compilr/hooks,.kaizen/hooks}/*.ts', {
  cwd: root,
}).filter((file) => /import type .* from 'hookbench\//.test(readFileSync(join(root, file), 'utf8')))

function errorsIn(files: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookbench-types-'))
  try {
    const compilerOptions = {
      ...{ target: 'es2024', module: 'nodenext', strict: true, noEmit: true, skipLibCheck: true },
      allowImportingTsExtensions: true,
      typeRoots: [join(root, 'node_modules/@types')],
      types: ['node'],
      paths: { 'hookbench/*': [join(root, 'types/*.d.ts')] },
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    return spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' }).stdout
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('examples that import a type satisfy it', () => {
  assert.ok(typed.length >= 3, 'there are fewer typed examples than there were')
  assert.equal(errorsIn(typed.map((file) => join(root, file))), '')
})

test('the check would notice a wrong answer', () => {
  const wrong = join(mkdtempSync(join(tmpdir(), 'hookbench-types-')), 'wrong.ts')
  const text = readFileSync(join(root, 'examples/workspace/extensions/_20_delegation_budget.ts'), 'utf8')
  writeFileSync(wrong, text.replace('return null', 'return 1'))
  try {
    assert.match(errorsIn([wrong]), /wrong\.ts.*delegation_before/s)
  } finally {
    rmSync(join(wrong, '..'), { recursive: true, force: true })
  }
})
