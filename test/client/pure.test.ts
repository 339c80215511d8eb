// The parts of the extension that do not import the editor: back-off, trees, filters, results and words.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyEdits } from 'jsonc-parser'
import { backOff } from '../../client/backOff.ts'
import { printed } from '../../client/debug/consoleLines.ts'
import { disabledEdits, disabledIn } from '../../client/hooks/disabled.ts'
import { byEvent, byFile, partOf } from '../../client/hooks/tree.ts'
import { codeInMarkdown, inMarkdown, plain, visible } from '../../client/plain.ts'
import type { HookRow, RecordedEventMessage } from '../../client/protocol.ts'
import { choices, isOpen, NO_FILTER, passes } from '../../client/recordings/filter.ts'
import { rememberable, remembered } from '../../client/replay/remembered.ts'
import { essence, firingResult, replayedResult, shownOf } from '../../client/replay/result.ts'
import { searchedLine } from '../../client/replay/searchedLine.ts'
import { outcomePage } from '../../client/result/page.ts'
import { countingFailed, sayRun, tellOutcome } from '../../client/say.ts'
import { clipped, duration, signOfOutcome, signOfRun, whyHere } from '../../client/signs.ts'
import { dialectOf } from '../../runtime/contract/dialects/index.ts'
import type { HookRun, Outcome } from '../../runtime/contract/outcome.ts'
import { fc } from '../support/property.ts'

const hook = (more: Partial<HookRow> & { id: string }): HookRow => ({
  name: more.id,
  dialect: 'kodelet',
  events: ['before_tool_call'],
  source: 'workspace',
  path: `/w/${more.id}`,
  state: 'active',
  order: 0,
  timeoutMs: 1000,
  ...more,
})

const run = (more: Partial<HookRun> = {}): HookRun => ({
  id: 'kodelet:workspace:guard',
  name: 'guard',
  source: 'workspace',
  path: '/w/guard',
  status: 'returned',
  durationMs: 12,
  ...more,
})

const outcome = (more: Partial<Outcome> = {}): Outcome => ({
  v: 1,
  dialect: 'kodelet',
  event: 'before_tool_call',
  decision: 'pass',
  payload: { a: 1 },
  changed: false,
  context: [],
  notes: [],
  followUps: [],
  durationMs: 12,
  hooks: [run()],
  ...more,
})

const recorded = (more: Partial<RecordedEventMessage> = {}): RecordedEventMessage => ({
  n: 1,
  dialect: 'kodelet',
  event: 'before_tool_call',
  payload: {},
  session: 's',
  at: 1,
  outcome: outcome(),
  settled: true,
  ...more,
})

test('each death is waited for longer, and the fifth within three minutes is the last', () => {
  const deaths = backOff()
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((now) => deaths.died(now)),
    [250, 1000, 4000, 16_000, undefined],
  )
  deaths.forget()
  assert.equal(deaths.died(5), 250)
})

test('deaths that lie far apart are each the first', () => {
  const deaths = backOff()
  for (let now = 0; now < 20; now++) assert.equal(deaths.died(now * 200_000), 250)
})

test('events come in the order of their lifecycle, hooks in firing order, each hook under every event it answers', () => {
  const hooks = [
    hook({ id: 'late', order: 9, events: ['agent_stop', 'before_tool_call'] }),
    hook({ id: 'early', order: 1 }),
    hook({ id: 'lost', events: [] }),
    hook({ id: 'off', source: 'builtin', state: 'disabled', path: '' }),
  ]
  const [kodelet, ...others] = byEvent(hooks, dialectOf)
  assert.equal(others.length, 0)
  assert.equal(kodelet?.count, 3)
  assert.deepEqual(
    kodelet?.events.map(({ title, semantics, hooks }) => [title, semantics, hooks.map(({ id }) => id)]),
    [
      ['before_tool_call', 'veto', ['early', 'late']],
      ['agent_stop', 'observe', ['late']],
      ['no event known', undefined, ['lost']],
    ],
  )
})

test('a hook of every event stands once, under all of them', () => {
  const all = Object.keys(dialectOf('kodelet')?.events ?? {})
  const [kodelet] = byEvent([hook({ id: 'everywhere', events: all })], dialectOf)
  assert.deepEqual(
    kodelet?.events.map(({ title }) => title),
    ['every event'],
  )
})

test('files come by path, and what has no file comes last', () => {
  const files = byFile([
    hook({ id: 'built', source: 'builtin', path: '' }),
    hook({ id: 'b', path: '/w/b' }),
    hook({ id: 'a#Second', path: '/w/a', order: 2 }),
    hook({ id: 'a#First', path: '/w/a', order: 1 }),
  ])
  assert.deepEqual(
    files.map(({ path, hooks }) => [path, hooks.map(({ id }) => id)]),
    [
      ['/w/a', ['a#First', 'a#Second']],
      ['/w/b', ['b']],
      ['', ['built']],
    ],
  )
  assert.equal(partOf({ id: 'kaizen:workspace:a.py#Cost' }), 'Cost')
  assert.equal(partOf({ id: 'kodelet:workspace:a' }), undefined)
})

test('no hook is lost or shown twice within a group, however they are bound', () => {
  const events = Object.keys(dialectOf('kodelet')?.events ?? {})
  const rows = fc.uniqueArray(
    fc.record({ id: fc.uuid(), events: fc.subarray(events), order: fc.nat() }).map(hook),
    { selector: ({ id }) => id },
  )
  fc.assert(
    fc.property(rows, (hooks) => {
      const groups = byEvent(hooks, dialectOf).flatMap((one) => one.events)
      for (const { hooks: own } of groups) assert.equal(new Set(own).size, own.length)
      assert.deepEqual(new Set(groups.flatMap((one) => one.hooks)), new Set(hooks))
    }),
  )
})

test('a filter wants one of each kind that it names', () => {
  const denied = recorded({ outcome: outcome({ decision: 'deny' }) })
  const rows: readonly (readonly [object, boolean])[] = [
    [{}, true],
    [{ events: ['before_tool_call'] }, true],
    [{ events: ['agent_stop'] }, false],
    [{ outcomes: ['denied'] }, true],
    [{ outcomes: ['pass', 'denied'], events: ['before_tool_call'] }, true],
    [{ outcomes: ['denied'], events: ['agent_stop'] }, false],
    [{ hooks: ['kodelet:workspace:guard'] }, true],
    [{ hooks: ['kodelet:workspace:other'] }, false],
  ]
  for (const [filter, expected] of rows) {
    assert.equal(passes({ ...NO_FILTER, ...filter }, denied), expected, JSON.stringify(filter))
  }
  const skipped = recorded({ outcome: outcome({ hooks: [run({ status: 'skipped' })] }) })
  const ours = { ...NO_FILTER, hooks: ['kodelet:workspace:guard'] }
  assert.equal(passes(ours, skipped), false, 'a hook that was not reached had no part in it')
  assert.ok(isOpen(NO_FILTER))
})

test('what can be chosen is what there is, the most frequent first', () => {
  const found = choices([recorded(), recorded({ event: 'turn_end' }), recorded({ event: 'turn_end' })])
  assert.deepEqual(found.events, [
    { value: 'turn_end', count: 2 },
    { value: 'before_tool_call', count: 1 },
  ])
  assert.deepEqual(found.outcomes, [{ value: 'pass', count: 3 }])
})

test('the sign of an outcome is its strongest news', () => {
  const failed = run({ status: 'failed', failure: 'timeout' })
  const untrusted = run({ status: 'failed', failure: 'untrusted' })
  const rows: readonly (readonly [Partial<Outcome>, string, string])[] = [
    [{}, 'pass', 'pass'],
    [{ decision: 'deny', hooks: [failed] }, 'denied', 'deny, 1 failed'],
    [{ decision: 'ask' }, 'prompted', 'ask'],
    [{ hooks: [failed], changed: true }, 'failed', 'changed, 1 failed'],
    [{ hooks: [untrusted] }, 'pass', 'pass'],
    [{ answer: 0 }, 'answered', 'answered'],
    [{ changed: true }, 'changed', 'changed'],
    [{ followUps: ['go on'] }, 'added', 'follows up'],
  ]
  for (const [more, sign, word] of rows) {
    assert.equal(signOfOutcome(outcome(more)), sign)
    assert.equal(tellOutcome(outcome(more)), word)
  }
  assert.equal(signOfOutcome(outcome(), false), 'open')
  assert.equal(sayRun(failed), 'timeout')
})

test('a failure is counted beside another word, and named once where it is the word', () => {
  const failed = run({ status: 'failed', failure: 'timeout' })
  assert.equal(countingFailed('failed', outcome({ hooks: [failed] })), 'failed')
  assert.equal(countingFailed('failed', outcome({ hooks: [failed, failed] })), '2 failed')
  assert.equal(countingFailed('deny', outcome({ hooks: [failed] })), 'deny, 1 failed')
})

test('the sign and the word of a run are its strongest news', () => {
  const rows: readonly (readonly [Partial<HookRun>, string, string])[] = [
    [{}, 'pass', 'pass'],
    [{ status: 'skipped' }, 'skipped', 'skipped'],
    [{ status: 'failed', failure: 'crashed' }, 'failed', 'crashed'],
    [{ verdict: { decision: 'deny', payload: {} } }, 'denied', 'deny'],
    [{ verdict: { decision: 'stop' } }, 'denied', 'stop'],
    [{ verdict: { decision: 'ask', payload: {} } }, 'prompted', 'ask'],
    [{ verdict: { answer: 0, payload: {} } }, 'answered', 'answered'],
    [{ verdict: { handled: true } }, 'answered', 'handled'],
    [{ verdict: { payload: {}, context: ['a'] } }, 'changed', 'changed'],
    [{ verdict: { followUps: ['a'] } }, 'added', 'follows up'],
    [{ verdict: { context: ['a'] } }, 'added', 'adds context'],
    [{ verdict: { notes: ['a'] } }, 'added', 'notes'],
    [{ verdict: { notes: [] } }, 'pass', 'pass'],
  ]
  for (const [more, sign, word] of rows) {
    assert.equal(signOfRun(run(more)), sign, JSON.stringify(more))
    assert.equal(sayRun(run(more)), word, JSON.stringify(more))
  }
})

const FRAME = { heading: 'guard', about: [], buttons: [] }

test('no payload, answer or output of a run is stored, and its description stays the same', () => {
  const secret = { token: 'hunter2' }
  const rows: readonly Partial<HookRun>[] = [
    { verdict: { decision: 'deny', reason: 'no rm here' }, stderr: 'hunter2' },
    { verdict: { payload: secret }, result: secret, stdout: 'hunter2' },
    { verdict: { answer: 'hunter2' } },
    { verdict: { context: ['hunter2'], notes: [] } },
    { verdict: { followUps: ['hunter2'] } },
    { status: 'failed', failure: 'crashed', why: 'nobody is home' },
    {},
  ]
  for (const more of rows) {
    const last = { run: run(more), dialect: 'kodelet', event: 'e', at: 5, how: 'replay' } as const
    const kept = JSON.stringify([rememberable(last)])
    assert.doesNotMatch(kept, /hunter2/)
    const [again] = remembered(JSON.parse(kept)).values()
    assert.ok(again !== undefined)
    assert.deepEqual([sayRun(again.run), signOfRun(again.run)], [sayRun(last.run), signOfRun(last.run)])
    assert.equal(again.run.verdict?.reason ?? again.run.why, more.verdict?.reason ?? more.why)
  }
  for (const other of [undefined, {}, [1, { run: {} }, { run: { id: 'x' }, verdict: { had: 1 } }]])
    assert.equal(remembered(other).size, 0)
})

test('a payload that was denied: the decision, its reason, and no difference to show', () => {
  const came = firingResult(outcome({ decision: 'deny', reason: 'no rm here', payload: { a: 1 } }), { a: 1 })
  const payload = { a: 1 }
  assert.deepEqual(shownOf('guard', came), {
    ...{ kind: 'payload', left: payload, right: payload, differs: false, failed: false },
    summary: 'guard: deny in 12 ms. no rm here.',
  })
  const page = outcomePage(FRAME, came)
  assert.deepEqual([page.sign, page.verdict], ['denied', 'deny'])
  assert.deepEqual(page.facts[0], { label: 'Reason', value: 'no rm here' })
  const [changes] = page.sections
  assert.ok(changes?.kind === 'table' && changes.title === 'Payload' && changes.rows.length === 0)
  assert.equal(changes.none, 'Unchanged.')
})

test('changes of a payload are listed field by field', () => {
  const before = { tool: { command: 'git push', cwd: '/w' }, n: 1 }
  const after = { tool: { command: 'git push --dry-run' }, n: 1, extra: [1] }
  const [changes] = outcomePage(FRAME, firingResult(outcome({ payload: after }), before)).sections
  assert.ok(changes?.kind === 'table')
  assert.deepEqual(
    changes.rows.map(({ cells }) => cells.map(({ text }) => text)),
    [
      ['tool.command', '"git push"', '"git push --dry-run"'],
      ['tool.cwd', '"/w"', '—'],
      ['extra', '—', '[ 1 ]'],
    ],
  )
})

test('what a hook printed stands as it is, without signs that move a cursor, and cut where it has no end', () => {
  const hooks = [run({ exitCode: 2, stdout: '\u001B[31m<b>x</b>', stderr: 'y'.repeat(30_000) })]
  const { sections, facts } = outcomePage(FRAME, firingResult(outcome({ hooks }), {}))
  const texts = (title: string) => {
    const found = sections.find((one) => one.title === title)
    return found?.kind === 'output' ? found.texts.join() : undefined
  }
  assert.equal(texts('stdout'), '\uFFFD[31m<b>x</b>')
  assert.equal(texts('stderr')?.length, 20_001)
  assert.deepEqual(facts[0], { label: 'Exit code', value: '2' })
})

test('a hook that failed says how, and what it complained', () => {
  const failed = run({ status: 'failed', failure: 'crashed', why: 'exit code 2', stderr: 'boom' })
  const base = { n: 1, event: 'e', dialect: 'kodelet', recorded: failed, same: true }
  const came = firingResult(outcome({ payload: {}, hooks: [failed] }), {})
  const shown = shownOf('guard', came)
  assert.equal(shown.summary, 'guard: crashed in 12 ms. exit code 2.')
  const page = outcomePage(FRAME, came)
  assert.deepEqual([page.sign, page.verdict, page.facts[0]?.value], ['failed', 'crashed', 'exit code 2'])
  // Also if it already failed in the recording.
  const replays = [failed, outcome({ hooks: [failed] }), run(), outcome()].map(
    (replayed) => shownOf('guard', replayedResult({ ...base, replayed }, {})).failed,
  )
  assert.deepEqual([shown.failed, ...replays], [true, true, true, false, false])
})

test('the output of hooks is shown where no debugger shows it, without an executable’s answer', () => {
  const hooks = [
    run({ stdout: 'a module\n', stderr: 'aside\n' }),
    run({ exitCode: 0, stdout: '{"blocked":true}', stderr: 'blocked\n' }),
    run(),
  ]
  assert.deepEqual(printed(outcome({ hooks })), [
    { category: 'stdout', text: 'a module' },
    { category: 'stderr', text: 'aside' },
    { category: 'stderr', text: 'blocked' },
  ])
})

test('a replay that is the same and rewrites shows the rewriting, one that differs shows the difference', () => {
  const before = run({ verdict: { payload: { a: 2 } } })
  const base = { n: 1, event: 'before_tool_call', dialect: 'kodelet', recorded: before }
  const same = shownOf('guard', replayedResult({ ...base, replayed: before, same: true }, { a: 1 }))
  assert.deepEqual([same.kind, same.left, same.right, same.differs], ['payload', { a: 1 }, { a: 2 }, true])
  assert.equal(same.summary, 'guard: changed in 12 ms. Same as recorded.')
  const now = run({ verdict: { decision: 'deny', reason: 'new rule' } })
  const differences = [{ path: 'x', recorded: 1 }]
  const came = replayedResult({ ...base, replayed: now, same: false, differences }, { a: 1 })
  const differs = shownOf('guard', came)
  assert.equal(outcomePage(FRAME, came).sections[0]?.title, 'Difference')
  assert.equal(differs.kind, 'outcome')
  assert.deepEqual(differs.left, essence(before))
  assert.equal(differs.summary, 'guard: deny in 12 ms. new rule. 1 difference from the recording.')
})

test('what an outcome is compared by has no empty fields', () => {
  const failed = run({ status: 'failed', failure: 'timeout', why: '' })
  const bare = outcome({ reason: '', notes: [], context: ['read this'], hooks: [failed] })
  assert.deepEqual(essence(bare), {
    decision: 'pass',
    context: ['read this'],
    payload: { a: 1 },
    hooks: { [failed.id]: { status: 'failed', failure: 'timeout' } },
  })
})

test('a replay that could not be fired says why', () => {
  const came = replayedResult(
    {
      ...{ n: 1, event: 'e', dialect: 'kodelet', recorded: outcome(), replayed: null, same: false },
      failed: 'not found',
    },
    undefined,
  )
  const { right, summary, differs } = shownOf('guard', came)
  const { sign, verdict } = outcomePage(FRAME, came)
  assert.deepEqual([sign, verdict], ['failed', 'not found'])
  assert.deepEqual([right, summary, differs], [{ failed: 'not found' }, 'guard: not found', true])
})

test('a handler is found by its part, then by its event, then by the first line of code', () => {
  const text =
    '#!/usr/bin/env python3\n# before_tool_call\nimport os\n\nclass Cost:\n    pass\n\ndef before_tool_call(): ...\n'
  assert.equal(searchedLine(text, 'Cost', 'before_tool_call'), 4)
  assert.equal(searchedLine(text, undefined, 'before_tool_call'), 7)
  assert.equal(searchedLine(text, undefined, 'agent_stop'), 4)
  assert.equal(
    searchedLine('export const hooks = {\n  beforeTool: [a, b],\n}', 'beforeTool[0]', undefined),
    1,
  )
  assert.equal(searchedLine('', undefined, undefined), 0)
})

test('times and texts are as short as they can be', () => {
  assert.deepEqual([0.01, 0.44, 12.3, 999.4, 1500, 45_000].map(duration), [
    '<0.1 ms',
    '0.4 ms',
    '12 ms',
    '999 ms',
    '1.5 s',
    '45 s',
  ])
  assert.equal(clipped('a\n  b', 10), 'a b')
  assert.equal(clipped('abcdef', 4), 'abc…')
})

const HOSTILE =
  '[x](command:workbench.action.quit) ![p](https://e.example/p.png) $(flame) <img src=x> `a` **b**'

test('words of hooks and files make no link of a message', () => {
  const links = /\[([^\]]+)\]\((?:https?:\/\/|command:|file:)/
  assert.match(HOSTILE, links)
  assert.doesNotMatch(plain(HOSTILE), links)
  assert.equal(plain('guard: deny in 4 ms. [ok] (no).'), 'guard: deny in 4 ms. [ok] (no).')
})

test('words of hooks and files stay words in Markdown: no link, picture, sign, tag or emphasis', () => {
  assert.doesNotMatch(inMarkdown(HOSTILE), /(?<!\\)[[\]()`*_!]|\$\(|<|https:/)
  assert.equal(inMarkdown('house style'), 'house style')
  assert.equal(codeInMarkdown('a/b.ts'), '` a/b.ts `')
  assert.equal(codeInMarkdown('a``b'), '``` a``b ```')
  assert.doesNotMatch(codeInMarkdown('$(flame)'), /\$\(/)
})

test('no control character and no change of the writing direction is shown', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the test looks for
  const control = /[\u0000-\u0008\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/
  const anything = fc.string({
    unit: fc.integer({ min: 0, max: 0x20_70 }).map((at) => String.fromCharCode(at)),
  })
  fc.assert(
    fc.property(anything, (text) => {
      for (const made of [plain, inMarkdown, codeInMarkdown, visible])
        assert.doesNotMatch(made(text), control)
      assert.doesNotMatch(codeInMarkdown(text), /\n/)
    }),
  )
  for (let at = 0; at < 0x3000; at++) assert.doesNotMatch(visible(String.fromCharCode(at)), control)
  assert.equal(visible('one\n\ttwo'), 'one\n\ttwo')
})

for (const [text, disabled] of [
  ['', []],
  ['{}\n', []],
  ['// why\n{ "disabled": ["b"], }\n', ['b']],
] as const) {
  test(`a hook is added to what ${JSON.stringify(text)} turns off, and comments stay`, () => {
    assert.deepEqual(disabledIn(text), disabled)
    const changed = applyEdits(text, [...disabledEdits(text, [...disabled, 'a'])])
    assert.deepEqual(disabledIn(changed), [...disabled, 'a'])
    assert.equal(changed.startsWith('// why'), text.startsWith('// why'))
    const back = applyEdits(changed, [...disabledEdits(changed, [])])
    assert.deepEqual(disabledIn(back), [])
  })
}

for (const text of [
  '{ "disabled": [',
  '{ "disabled": ["a"] "x": 1 }',
  '[]',
  '1',
  '{ "disabled": "a" }',
  '{ "disabled": [1] }',
]) {
  test(`${text} is not written over`, () => assert.equal(disabledIn(text), undefined))
}

for (const [why, here] of [
  ['not trusted yet; run `hookbench trust kodelet:workspace:guard`', 'not trusted yet'],
  [
    "not trusted yet: /x is outside /w, which is trusted for edits; run `hookbench trust 'a; b'`",
    'not trusted yet: /x is outside /w, which is trusted for edits',
  ],
  [
    'changed since it was trusted: guard; look at it, then run `hookbench trust a`',
    'changed since it was trusted: guard',
  ],
  ['off by settings', 'off by settings'],
] as const) {
  test(`in the editor, "${why}" says nothing of the command line`, () => assert.equal(whyHere(why), here))
}
