// Mistakes in configuration, one per row, and their clean twins: how many are found, and no warning or error on a clean
// row. Rows cite their line of the contract; `recall/seen` has what real programs did (`npm run agents -- observe
// <host> --rows`). RECALL=<word> prints the differing rows of rules or hosts with that word.

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PROBLEMS } from '../../runtime/contract/problemCodes.ts'
import { type RecallRow, readRows } from '../../scripts/agents/observe/rows/row.ts'
import { digestOf, readSeen } from '../../scripts/agents/observe/rows/seenFile.ts'
import { type Found, findingsIn } from '../support/seeded.ts'

const folder = join(import.meta.dirname, 'recall')
const rows = readRows(folder)
const shown = process.env.RECALL

test('the table is large enough, and every rule of a host has a clean twin', () => {
  const seeded = rows.filter(({ finds }) => finds !== undefined)
  assert.ok(seeded.length >= 250, `${seeded.length} mistakes`)
  assert.ok(rows.length - seeded.length >= 250, `${rows.length - seeded.length} clean files`)
  assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length)
  const clean = new Set(rows.flatMap((row) => (row.finds === undefined ? [`${row.host} ${row.rule}`] : [])))
  const alone = seeded.filter((row) => !clean.has(`${row.host} ${row.rule}`)).map(({ id }) => id)
  assert.deepEqual(alone, [])
  const strange = seeded.filter((row) => !((row.finds?.code ?? '') in PROBLEMS)).map(({ id }) => id)
  assert.deepEqual(strange, [])
})

/** The minimum share of mistakes, and of clean rows, that were seen in the real programs. */
const LEAST_SEEN = 0.5

test('most mistakes and most clean rows were seen in the real programs', (t) => {
  const places = readdirSync(join(folder, 'seen')).map((name) => join(folder, 'seen', name))
  const seen = places.flatMap(readSeen)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const unlike = seen.filter(({ row, of }) => {
    const now = byId.get(row)
    return now === undefined || digestOf(now) !== of
  })
  // An observation of a row that has changed since is void: observe it again, or remove its line.
  assert.deepEqual(
    unlike.map(({ row }) => row),
    [],
  )
  const ids = new Set(seen.map(({ row }) => row))
  assert.equal(ids.size, seen.length)
  for (const [what, all] of Map.groupBy(rows, ({ finds }) =>
    finds === undefined ? 'clean rows' : 'mistakes',
  )) {
    const share = all.filter(({ id }) => ids.has(id)).length / all.length
    t.diagnostic(`${(100 * share).toFixed(1)} % of ${all.length} ${what} were seen`)
    assert.ok(share >= LEAST_SEEN, `${(100 * share).toFixed(1)} % of the ${what} were seen`)
  }
})

for (const [host, own] of Map.groupBy(rows, (row) => row.host)) {
  test(`mistakes in configuration of ${host} are found, and clean files are left alone`, async (t) => {
    const missed: string[] = []
    const alarms: string[] = []
    for (const row of own) {
      const found = await findingsIn(row.files)
      if (row.finds === undefined) {
        const loud = found.filter(({ severity }) => severity === 'error' || severity === 'warning')
        if (loud.length > 0) alarms.push(`${row.id}: ${loud.map(textOf).join('; ')}`)
      } else if (!found.some((one) => isFoundBy(one, row)))
        missed.push(`${row.id}: ${found.map(textOf).join('; ')}`)
    }
    const seeded = own.filter(({ finds }) => finds !== undefined).length
    if (shown !== undefined)
      for (const one of [...missed, ...alarms.map((alarm) => `ALARM ${alarm}`)])
        if (one.includes(shown)) t.diagnostic(one)
    t.diagnostic(`${host}: ${seeded - missed.length} of ${seeded} found, ${alarms.length} false alarms`)
    assert.deepEqual(alarms, [])
    assert.deepEqual(missed, [])
  })
}

test('a called script whose ways print other things at each turn is looked at in time', async () => {
  const turns = Array.from(
    { length: 40 },
    (_, at) => `if [[ $cmd == *${at}* ]]; then echo a; v=a${at}; else echo b; v=b${at}; fi\necho "$v"\n`,
  )
  const entry = { type: 'command', command: 'bash h.sh' }
  const start = performance.now()
  await findingsIn({
    '.claude/settings.json': JSON.stringify({ hooks: { PreToolUse: [{ hooks: [entry] }] } }),
    'h.sh': `#!/bin/bash\ncmd=$(jq -r .tool_input.command)\n${turns.join('')}`,
  })
  // A timeout of the test would not end code that never awaits.
  assert.ok(performance.now() - start < 30_000)
})

test('a jq program that entries call in different ways is not judged by one of them', async () => {
  const entriesOf = (command: string) => [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }]
  const hooks = {
    PreToolUse: entriesOf('jq -f ask.jq'),
    PostToolUse: entriesOf('jq -f ask.jq > last.json'),
  }
  const found = await findingsIn({
    '.claude/settings.json': JSON.stringify({ hooks }),
    'ask.jq': '{hookSpecificOutput: {hookEventName: "PreToolUse", permissionDecision: "ask"}}\n',
  })
  assert.deepEqual(found, [])
})

const blanks = (count: number): string => `${' '.repeat(1900)}\n`.repeat(count)
const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('')
const JSON_FIELD =
  "const p = JSON.parse(require('fs').readFileSync(0, 'utf8'))\nconst a = JSON.parse(p.tool_input)\n"

/** Scripts for which a pattern or a loop took time quadratic or cubic in the length of the text. */
const LONG_SCRIPTS: readonly (readonly [what: string, command: string, text: string])[] = [
  ['blanks behind an exit', 'node h.js', `${JSON_FIELD}try { f() } catch { exit${blanks(4)}(1) }\n`],
  ['blanks behind a colon', 'node h.js', `${JSON_FIELD}const q = { a:${blanks(20)}1 }\n`],
  ['options that begin lines', 'bash h.sh', lines(40_000, (at) => `\n-x${at}\n`)],
  ['slashes of a loaded file', 'pwsh -File h.ps1', `. $PSScriptRoot${'/'.repeat(400_000)}!\n`],
  ['empty lines behind parameters', 'pwsh -File h.ps1', `param([string]$Path)${'\n'.repeat(240_000)}`],
  ['callbacks of a call', 'node h.js', `function f(x) {}\nexec(${'f,'.repeat(40_000)}f)\n`],
  [
    'functions that call each other',
    'node h.js',
    `${lines(10_000, (at) => `function f${at}(){f${at + 1}()}\n`)}JSON.parse(f0())\n`,
  ],
]

for (const [what, command, text] of LONG_SCRIPTS)
  test(`a called script with many ${what} is looked at in time`, async () => {
    const entry = { type: 'command', command }
    const start = performance.now()
    await findingsIn({
      '.claude/settings.json': JSON.stringify({ hooks: { PreToolUse: [{ hooks: [entry] }] } }),
      [command.split(' ').at(-1) ?? '']: text,
    })
    assert.ok(performance.now() - start < 30_000)
  })

// A finding about a whole section of a file may be shown at the section's first line.
function isFoundBy({ code, at, range }: Found, { finds, files }: RecallRow): boolean {
  if (finds === undefined || code !== finds.code || at !== finds.in) return false
  const file = files[finds.in]
  const text = typeof file === 'string' ? file : (file?.text ?? '')
  const wanted = linesOf(text, JSON.stringify(finds.at).slice(1, -1), finds.at)
  if (range === undefined) return true
  const first = lineAt(text, range.start)
  const last = lineAt(text, range.end)
  return wanted.some((line) => first <= line && line <= last)
}

function linesOf(text: string, ...written: readonly string[]): readonly number[] {
  return text.split('\n').flatMap((line, index) => (written.some((one) => line.includes(one)) ? [index] : []))
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length - 1
}

function textOf({ code, severity, at, message }: Found): string {
  return `${severity} ${code} in ${at}: ${message}`
}
