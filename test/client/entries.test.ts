// How the extension shows hooks that are entries of a host's configuration: rows, payloads, and effects in words.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomeLines } from '../../client/debug/consoleLines.ts'
import {
  belongsTo,
  canDebug,
  canReplay,
  entryDescription,
  entryDetail,
  neverRuns,
  ownFile,
} from '../../client/hooks/entries.ts'
import type { HookRow } from '../../client/protocol.ts'
import { runsOn } from '../../client/replay/fitting.ts'
import { firingResult, replayedResult, shownOf } from '../../client/replay/result.ts'
import { agentsPage } from '../../client/result/agents.ts'
import { outcomePage } from '../../client/result/page.ts'
import { sayOutcome } from '../../client/say.ts'
import { signOfOutcome } from '../../client/signs.ts'
import { dialectOf } from '../../runtime/contract/dialects/index.ts'
import type { Effect } from '../../runtime/contract/effect.ts'
import type { HookRun, Outcome } from '../../runtime/contract/outcome.ts'

type Entry = NonNullable<HookRow['entry']>

const row = (entry: Partial<Entry> = {}, more: Partial<HookRow> = {}): HookRow => ({
  ...{ id: 'claude-code:workspace:.claude/settings.json#PreToolUse/Bash/guard.sh', name: 'guard.sh' },
  ...{
    dialect: 'claude-code',
    events: ['PreToolUse'],
    source: 'workspace',
    path: '/w/.claude/settings.json',
  },
  ...{ state: 'active', order: 0, timeoutMs: 600_000 },
  entry: {
    ...{ matcher: 'Bash', kind: 'command', scope: 'project', at: ['hooks'], scripts: ['/w/guard.sh'] },
    ...{ runs: 'sh guard.sh', fires: 'fires on Bash', debuggable: true },
    ...entry,
  },
  ...more,
})

const descriptions: readonly (readonly [Partial<Entry>, readonly string[]])[] = [
  [{}, ['Bash']],
  [{ matcher: '*' }, []],
  [{ scope: 'user' }, ['Bash', 'user']],
  [{ scope: 'plugin', owner: 'acme' }, ['Bash', 'plugin acme']],
]

test('a row tells matcher and, where it is not the project’s, whose it is', () => {
  for (const [entry, expected] of descriptions) assert.deepEqual(entryDescription(row(entry)), expected)
})

const abilities: readonly (readonly [Partial<Entry>, readonly [replay: boolean, debug: boolean]])[] = [
  [{}, [true, true]],
  [{ debuggable: false }, [true, false]],
  [{ fires: 'never fires: Claude Code has no tool "Bahs"', never: true }, [false, false]],
  [{ kind: 'prompt' }, [false, false]],
  [{ kind: 'http', debuggable: false }, [true, false]],
]

test('only what can run here is replayed and debugged', () => {
  for (const [entry, expected] of abilities)
    assert.deepEqual([canReplay(row(entry)), canDebug(row(entry))], expected, JSON.stringify(entry))
  assert.equal(neverRuns(row()), undefined)
})

test('a script belongs to the entries that run it', () => {
  assert.ok(belongsTo(row(), '/w/guard.sh'))
  assert.ok(belongsTo(row(), '/w/.claude/settings.json'))
  assert.ok(!belongsTo(row(), '/w/other.sh'))
  assert.ok(!belongsTo(row(), undefined))
})

test('an entry opens as the script that it is called by, and where there is none as itself', () => {
  assert.equal(ownFile(row()), '/w/guard.sh')
  assert.equal(ownFile(row({ scripts: [] })), '/w/.claude/settings.json')
})

test('the question of trust has the whole command, and states that it is really run', () => {
  const detail = entryDetail(row({ runs: 'sh guard.sh --strict' }), '/w').join('\n')
  assert.match(detail, /Files that it runs: guard\.sh\n/)
  assert.match(detail, /sh guard\.sh --strict/)
  assert.match(detail, /with all its effects/)
  const hidden = entryDetail(row({ runs: `# looks\nrm -r /data; echo ${'a'.repeat(900)}` }), '/w').join('\n')
  assert.match(hidden, /# looks ⏎ rm -r \/data/)
  assert.match(hidden, /… and \d+ characters more/)
  const sending = entryDetail(row({ kind: 'http', sends: ['GITHUB_TOKEN'] }), '/w').join('\n')
  assert.match(sending, /Variables that it sends: GITHUB_TOKEN/)
  const open = entryDetail(row({}, { unseen: ['line 2: `. "$x"`'], packages: ['left-pad'] }), '/w')
  assert.ok(
    open.includes('not covered: line 2: `. "$x"`') && open.includes('not covered: the package left-pad'),
  )
})

const payloads: readonly (readonly [matcher: string, tool: string, runs: boolean])[] = [
  ['Bash', 'Bash', true],
  ['Bash', 'Edit', false],
  ['Edit|Write', 'Write', true],
  ['*', 'Read', true],
]

test('payloads that its matcher passes come first', () => {
  const dialect = dialectOf('claude-code')
  for (const [matcher, tool, runs] of payloads)
    assert.equal(runsOn(row({ matcher }), 'PreToolUse', { tool_name: tool, tool_input: {} }, dialect), runs)
})

const run = (more: Partial<HookRun> = {}): HookRun => ({
  ...{ id: row().id, name: 'guard.sh', source: 'workspace', path: '/w/.claude/settings.json' },
  ...{ status: 'returned', durationMs: 12 },
  ...more,
})

const outcome = (effect: Effect, more: Partial<Outcome> = {}): Outcome => ({
  ...{ v: 1, dialect: 'claude-code', event: 'PreToolUse', decision: 'pass', payload: {}, changed: false },
  ...{ context: [], notes: [], followUps: [], durationMs: 12, hooks: [run()], effect },
  ...more,
})

const blocked: Effect = {
  fired: true,
  hooks: [],
  operation: { kind: 'tool', fate: 'blocked' },
  model: [{ text: 'no rm', where: 'result', role: 'tool' }],
  run: 'goes-on',
}

const effects: readonly (readonly [Effect, words: string, sign: string, more?: Partial<Outcome>])[] = [
  [blocked, 'the tool does not run', 'denied'],
  [
    { fired: true, hooks: [], operation: { kind: 'tool', fate: 'ran' }, run: 'goes-on' },
    'the tool runs',
    'pass',
  ],
  [
    { fired: true, hooks: [], operation: { kind: 'tool', fate: 'ran', input: { command: 'ls' } } },
    'the tool runs',
    'changed',
    { changed: true },
  ],
  [
    { fired: true, hooks: [], operation: { kind: 'tool', fate: 'ran', input: { command: 'as given' } } },
    'the tool runs',
    'pass',
  ],
  [
    { fired: true, hooks: [], operation: { kind: 'result', fate: 'kept' }, run: 'ended' },
    'the result stays as it is; the run ends',
    'denied',
  ],
  [{ fired: true, hooks: [], operation: { kind: 'stop', fate: 'continued' } }, 'the agent goes on', 'added'],
  [
    { fired: true, hooks: [], operation: { kind: 'stop', fate: 'stopped' }, run: 'ended' },
    'the agent stops',
    'pass',
  ],
  [
    { fired: true, hooks: [], operation: { kind: 'end', fate: 'ended' }, run: 'ended' },
    'the session ends',
    'pass',
  ],
  [
    { fired: true, hooks: [], operation: { kind: 'tool', fate: 'unknown' }, run: 'unknown' },
    'it is unknown what happens to the tool call',
    'open',
  ],
  [{ fired: false, hooks: [] }, 'does not fire here', 'pass'],
]

test('an outcome of a host is described and drawn by its effect, never as a bare pass', () => {
  for (const [effect, words, sign, more] of effects) {
    const came = outcome(effect, more)
    assert.deepEqual([sayOutcome(came), signOfOutcome(came)], [words, sign])
  }
})

test('a replay says what the host then does', () => {
  const came = firingResult(outcome(blocked), {})
  assert.equal(
    shownOf('guard.sh', came).summary,
    'guard.sh: the tool does not run; the model reads "no rm"; the session goes on in 12 ms.',
  )
  const page = outcomePage(FRAME, came)
  assert.deepEqual([page.sign, page.verdict], ['denied', 'the tool does not run'])
  assert.deepEqual(page.sections[0], {
    ...{ kind: 'quotes', title: 'The model reads', texts: ['no rm'] },
    none: 'Nothing from this hook.',
  })
  const again = shownOf(
    'guard.sh',
    replayedResult(
      {
        ...{ n: 1, event: 'PreToolUse', dialect: 'claude-code', recorded: run(), replayed: run() },
        ...{ same: true, effect: blocked },
      },
      {},
    ),
  )
  assert.match(again.summary, /the tool does not run; the model reads "no rm".*Same as recorded\.$/)
})

const FRAME = { heading: 'guard.sh', about: ['PreToolUse'], buttons: [] }

test('the debug console names the hook that caused the effect, not its id', () => {
  const came = outcome(blocked, { by: row().id, reason: 'no rm' })
  assert.equal(
    outcomeLines(came, undefined).find((line) => line.startsWith('PreToolUse')),
    'PreToolUse: the tool does not run because of guard.sh: no rm',
  )
})

test('what several agents make of one payload is a row each, and those that stop it are named first', () => {
  const goes: Effect = { fired: true, hooks: [], operation: { kind: 'tool', fate: 'ran' }, run: 'goes-on' }
  const differences = ['They differ. CLAUDE-CODE: …', 'guard.sh is called by …']
  const UNTRUSTED = 'what guard.sh answers is not known: not trusted yet; run `hookbench trust guard`'
  const agents = [
    { dialect: 'claude-code', event: 'PreToolUse', outcome: outcome(blocked), notes: [] },
    { dialect: 'codex', event: 'PreToolUse', outcome: outcome(goes), notes: [UNTRUSTED] },
    { dialect: 'gemini', event: 'BeforeTool', outcome: { ...outcome(goes), hooks: [] }, notes: [] },
    { dialect: 'cursor', notes: ['Cursor has no event for it'] },
  ]
  const page = agentsPage(FRAME, { agents, differences }, (id) => id.toUpperCase())
  assert.equal(page.sign, 'denied')
  assert.equal(
    page.verdict,
    'CLAUDE-CODE: the tool does not run; the session goes on. CODEX: the tool runs; the session goes on',
  )
  const [table] = page.sections
  assert.ok(table?.kind === 'table')
  assert.deepEqual(
    table.rows.map(({ cells, notes, isDim }) => [...cells.map(({ text }) => text), notes.length, isDim]),
    [
      [
        ...['CLAUDE-CODE', 'PreToolUse', 'the tool does not run; the session goes on', '"no rm"'],
        ...[0, undefined],
      ],
      ['CODEX', 'PreToolUse', 'the tool runs; the session goes on', 'nothing new', 1, undefined],
      ['GEMINI', 'BeforeTool', 'the tool runs; the session goes on', 'nothing new', 0, true],
      ['CURSOR', 'none', '', '', 1, true],
    ],
  )
  assert.deepEqual(table.rows[1]?.notes, ['what guard.sh answers is not known: not trusted yet'])
  const below = page.sections.slice(1)
  assert.deepEqual(below, [{ kind: 'quotes', title: 'Differences', texts: differences, none: '' }])
  const alike = agentsPage(FRAME, { agents, differences: [] }, String)
  assert.equal(alike.sections.length, 1, 'where they do not differ nothing is said')
  assert.match(agentsPage(FRAME, { agents: [], differences: [] }, String).verdict, /^No agent has a hook/)
})
