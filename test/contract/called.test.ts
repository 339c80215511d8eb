// What calls a script, held together: entries that differ in nothing that a host goes by are one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calledDialect } from '../../runtime/contract/called.ts'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import type { HookEntry } from '../../runtime/contract/entry.ts'

const dialect: Dialect = dialects['claude-code']

/** The entries that are judged of these, which all call one script. */
function judged(fields: readonly Readonly<Record<string, unknown>>[]): readonly HookEntry[] {
  const callers = fields.map((own, index) => ({ dialect, entry: entry({ type: 'command', ...own }, index) }))
  return [...(calledDialect(callers)?.called.calls.values() ?? [])].flatMap(({ entries }) => entries)
}

function entry(fields: Readonly<Record<string, unknown>>, index: number): HookEntry {
  const written = { host: dialect.id, event: 'PreToolUse', matcher: 'Bash', kind: 'command', fields }
  const where = { file: '/ws/.claude/settings.json', at: ['hooks', 'PreToolUse', index], group: {} }
  const rest = { scope: 'project', copies: 1, env: {}, digest: '', scripts: [] } as const
  return { ...written, ...where, ...rest, command: String(fields.command) }
}

const guard = (word: number, more: object = {}) => ({ command: `sh guard.sh ${word}`, ...more })

test('entries that differ in their words alone are judged once', () => {
  assert.equal(judged(Array.from({ length: 200 }, (_, index) => guard(index))).length, 1)
})

test('an option of its own makes another of an entry', () => {
  assert.equal(judged([guard(1), guard(2, { onFailure: 'block' }), guard(3, { async: true })]).length, 3)
})
