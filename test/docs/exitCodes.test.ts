// The table of exit codes in docs/hooks.md matches each agent's own judgment of a tool call.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import type { HookEntry } from '../../runtime/contract/entry.ts'
import { trial } from '../../runtime/contract/hosts/trial.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/hooks.md'), 'utf8')
const [head = [], ...rows] = page
  .split('\n')
  .filter((line) => /^\| (?:Agent|[A-Z][\w ]+) \| (?:Event|`\w+`) \| /.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const codes = head.slice(2).map(Number)

test('every agent has its row', () => {
  const hosts = Object.values(dialects).filter(({ host }) => host !== undefined)
  assert.deepEqual(rows.map(([title]) => title).sort(), hosts.map(({ title }) => title).sort())
})

for (const [title, event = '', ...cells] of rows)
  test(`what an exit code of a ${title} hook does to a tool call`, () => {
    const dialect = Object.values(dialects).find((one) => one.title === title)
    assert.ok(dialect)
    const name = event.replaceAll('`', '')
    const entry: HookEntry = {
      host: dialect.id,
      event: name,
      matcher: undefined,
      kind: 'command',
      command: 'guard',
      fields: { type: 'command', command: 'guard' },
      group: {},
      scope: 'project',
      file: '/ws/hooks.json',
      at: ['hooks', name, 0, 'hooks', 0],
      copies: 1,
      env: {},
      digest: '',
      scripts: [],
    }
    const words = codes.map((exitCode) => {
      const fate = trial(dialect, entry, { exitCode, stdout: '', stderr: 'no' })?.effect.operation?.fate
      return fate === 'blocked' ? 'refused' : 'runs'
    })
    assert.deepEqual(cells, words)
  })
