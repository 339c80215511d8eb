// Conditions of Claude Code: what the real program did with some six hundred lines of Bash, paths and patterns, each
// under up to 24 rules (`conditions.jsonl`). A pair in which it skipped an entry that Hookbench would run is not kept.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { conditionCovers, permissionRule } from '../../runtime/contract/hosts/permissionRule.ts'

type Row = {
  readonly tool: keyof typeof FIELDS
  readonly value: string
  /** The contents of the rules whose entries ran. */
  readonly ran: readonly string[]
  readonly skipped: readonly string[]
}

const FIELDS = {
  Bash: 'command',
  Read: 'file_path',
  Write: 'file_path',
  Glob: 'pattern',
  Grep: 'pattern',
} as const

const rows: readonly Row[] = readFileSync(join(import.meta.dirname, 'conditions.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)

function covers({ tool, value }: Row, content: string): boolean | undefined {
  const rule = permissionRule(`${tool}(${content})`)
  assert.ok(rule)
  return conditionCovers(rule, { tool, input: { [FIELDS[tool]]: value }, cwd: '/project' })
}

const named = (row: Row, content: string) => `${row.tool}(${content}) on ${JSON.stringify(row.value)}`

test('no entry that Claude Code ran is skipped', () => {
  const missed = rows.flatMap((row) =>
    row.ran.filter((content) => covers(row, content) === false).map((content) => named(row, content)),
  )
  assert.deepEqual(missed, [])
})

test('every kept entry that Claude Code skipped is skipped', () => {
  const run = rows.flatMap((row) =>
    row.skipped.filter((content) => covers(row, content) !== false).map((content) => named(row, content)),
  )
  assert.deepEqual(run, [])
})
