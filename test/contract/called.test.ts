// The callers of a script, combined: entries that differ only in what a host ignores count as one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calledDialect } from '../../runtime/contract/called.ts'
import { ARGUMENT } from '../../runtime/contract/calledNarrowing.ts'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import type { HookEntry } from '../../runtime/contract/entry.ts'

const dialect: Dialect = dialects['claude-code']

/** The entries that are judged out of these, all of which call the same script. */
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

/** The events that remain on each side of a comparison between an argument and a word. */
function left(lines: Readonly<Record<string, readonly string[]>>, word: string): readonly string[] {
  const callers = Object.entries(lines).flatMap(([event, commands]) =>
    commands.map((command, index) => ({
      dialect,
      entry: { ...entry({ command }, index), event, matcher: undefined },
    })),
  )
  const called = calledDialect(callers)?.called
  const all = [...(called?.calls.keys() ?? [])].filter((one) => !one.includes(' with '))
  const { yes = [], no = [] } = called?.narrow(all, [ARGUMENT], [word]) ?? {}
  return [yes.join(' '), no.join(' ')]
}

for (const [what, lines, word, sides] of [
  [
    'a word of one event',
    { Stop: ['sh g.sh stop'], SessionEnd: ['sh g.sh end'] },
    'stop',
    ['Stop', 'SessionEnd'],
  ],
  [
    'an option',
    { Stop: ['sh g.sh --event=stop'], SessionEnd: ["sh g.sh '--event' end"] },
    'end',
    ['SessionEnd', 'Stop'],
  ],
  ['two entries of one event', { Stop: ['sh g.sh stop', 'sh g.sh log'] }, 'stop', ['Stop', 'Stop']],
  ['a word that no entry gives', { Stop: ['sh g.sh stop'] }, 'install', ['', 'Stop']],
  [
    'a word that an entry may give in another spelling',
    { Stop: ['sh g.sh on-stop'] },
    'OnStop',
    ['Stop', 'Stop'],
  ],
  ['no word at all', { Stop: ['sh g.sh'] }, '', ['Stop', 'Stop']],
  [
    'what the shell works out',
    { Stop: ['sh g.sh stop'], SessionEnd: ['sh g.sh $(w)'] },
    'stop',
    ['Stop SessionEnd', 'SessionEnd'],
  ],
  [
    'a part of a path',
    { Stop: ['sh hooks/stop.sh'], SessionEnd: ['sh g.sh stop'] },
    'stop',
    ['SessionEnd', 'Stop'],
  ],
  [
    'more lines than are told apart',
    { Stop: Array.from({ length: 200 }, (_, at) => `sh g.sh ${at}`), SessionEnd: ['sh g.sh end'] },
    'end',
    ['Stop SessionEnd', 'Stop SessionEnd'],
  ],
] as const)
  test(`an argument leaves the events whose entries give it: ${what}`, () => {
    assert.deepEqual(left(lines, word), sides)
  })
