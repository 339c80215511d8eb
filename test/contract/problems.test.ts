// The table of problems states the evidence for each: those that only the disk shows are left to the disk, and a
// comment that ignores one is not reported as unused because the text alone does not show it.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PROBLEMS } from '../../runtime/contract/problemCodes.ts'
import { evidenceOf, problem } from '../../runtime/contract/problems.ts'

const root = join(import.meta.dirname, '../..')

test('codes that discovery reports are marked as evidence of the disk; the editor shows no others of discovery', () => {
  const sources = globSync('runtime/discovery/*.ts', { cwd: root })
  const codes = sources.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\bproblem\(\s*'([\w.-]+)'/g)].map(
      ([, code = '']) => code,
    ),
  )
  assert.ok(new Set(codes).size > 7, `only ${codes} were found`)
  for (const code of codes)
    assert.equal(
      evidenceOf(code),
      'disk',
      `${code} stands in runtime/discovery; give it told: 'disk' in problems.ts`,
    )
})

test('the evidence of a code is the text unless its row has another, and an unknown code has none', () => {
  assert.equal(evidenceOf('field.unknown'), 'text')
  assert.equal(evidenceOf('executable.query'), 'run')
  assert.equal(evidenceOf('field.unknwon'), undefined)
  assert.equal(evidenceOf('constructor'), undefined)
})

test('a problem has the severity of its code', () => {
  assert.equal(problem('hook.shadowed', '/a', 'Hidden.').severity, PROBLEMS['hook.shadowed'].severity)
})
