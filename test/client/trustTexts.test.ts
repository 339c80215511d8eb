// The questions of trust show what trust would cover, in the words of the command line.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TrustRow } from '../../client/protocol.ts'
import { coversOnly, editsFolder, editsQuestion, hookQuestion } from '../../client/trustTexts.ts'

const FOLDER = { path: '/w', name: 'shop' }

const entry = (path: string, scripts: readonly string[], remarks: readonly string[] = []): TrustRow => ({
  ...{ id: `claude-code:workspace:${path}#PreToolUse/*/guard.sh`, name: 'guard.sh', dialect: 'claude-code' },
  ...{ events: ['PreToolUse'], source: 'workspace', path, state: 'untrusted', order: 0, timeoutMs: 1 },
  entry: { kind: 'command', scope: 'project', at: ['hooks'], scripts, runs: 'sh guard.sh' },
  remarks,
})
const module = (path: string, remarks: readonly string[] = []): TrustRow => ({
  ...{ id: `x:workspace:${path}`, name: 'guard', dialect: 'x', events: ['before'], source: 'workspace' },
  ...{ path, state: 'untrusted', order: 0, timeoutMs: 1, remarks },
})
const configuration = (path: string, remarks: readonly string[]): TrustRow => ({
  ...module(path, remarks),
  ...{ id: path, name: 'configuration', events: [] },
})

const folders: readonly (readonly [hooks: readonly TrustRow[], folder: string | undefined])[] = [
  [[entry('/w/.claude/settings.json', ['/w/guard.sh'])], '/w'],
  [[entry('/w/.claude/settings.json', ['/w/.claude/hooks/guard.sh'])], '/w/.claude'],
  [[module('/w/a/x.ts'), module('/w/a/b/y.ts')], '/w/a'],
  [[entry('/w/.claude/settings.json', ['/usr/share/guard.sh'])], undefined],
  [[], undefined],
]

test('later edits are trusted in the smallest folder that holds the hooks and what they run', () => {
  for (const [hooks, folder] of folders) assert.equal(editsFolder('/w', hooks), folder)
})

const uncovered = ['not covered: the code named by PATH', 'missing: gone.sh']

for (const row of [entry('/w/.claude/settings.json', ['/w/g.sh'], uncovered), module('/w/a/x.ts', uncovered)])
  test(`the question names what trust does not cover: ${row.id}`, () => {
    const text = hookQuestion(row, FOLDER, undefined)
    for (const one of uncovered) assert.ok(text.includes(`${one}.`), text)
  })

test('a question says which later edits run, and that it is the whole workspace where it is', () => {
  const row = entry('/w/.claude/settings.json', ['/w/guard.sh'])
  assert.match(
    hookQuestion(row, FOLDER, '/w'),
    /covers the whole workspace folder shop: all its hooks, settings/,
  )
  assert.match(
    hookQuestion(row, FOLDER, '/w/.claude'),
    /covers all hooks in \.claude, also those added later/,
  )
})

test('the question about a folder lists the configuration that it covers, first', () => {
  const many = Array.from({ length: 30 }, (_, at) => module(`/w/a/${at}.ts`))
  const rows = [...many, configuration('/w/.hookbench/settings.json', ['sets disabled'])]
  const { text, detail } = editsQuestion(rows, FOLDER, '/w')
  assert.equal(text, 'Let the hooks of shop run, as they are and after every edit?')
  const [about, first, ...others] = detail.split('\n')
  assert.match(about ?? '', /the whole workspace folder shop/)
  assert.equal(first, '.hookbench/settings.json: sets disabled')
  assert.equal(others.at(-1), 'and 11 more')
  assert.equal(editsQuestion(many, FOLDER, '/w/a').text.includes('hooks of shop/a run'), true)
})

const only: readonly (readonly [rows: readonly TrustRow[], root: string, isOnly: boolean])[] = [
  [[module('/w/a/x.ts')], '/w/a', true],
  [[module('/w/a/x.ts')], '/w', false],
  [[module('/w/a/x.ts'), module('/w/a/y.ts')], '/w/a', false],
  [[module('/w/a/x.ts', ['not covered: the package left-pad'])], '/w/a', false],
]

test('trust in a hook covers only this hook if its folder has no files but those shown', () => {
  for (const [rows, root, isOnly] of only)
    assert.equal(coversOnly(rows, module('/w/a/x.ts'), '/w', root), isOnly)
})
