// Every text that the extension shows can be translated: no text in its code bypasses `l10n.t`, the bundle has them
// all, and the parts that do not import the editor use the editor's language.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import ts from 'typescript'
import { outcomeLines, payloadDifference, recordedDifference } from '../../client/debug/consoleLines.ts'
import { byEvent } from '../../client/hooks/tree.ts'
import { filled, setTranslation } from '../../client/l10n.ts'
import type { HookRow } from '../../client/protocol.ts'
import { filterText } from '../../client/recordings/filter.ts'
import { essence, firingResult, replayedResult, shownOf } from '../../client/replay/result.ts'
import { startRuntime } from '../../client/runtime.ts'
import { inWords, sayOutcome, sayRun, tellOutcome } from '../../client/say.ts'
import { SIGNS } from '../../client/signs.ts'
import { differenceLine } from '../../client/testing/caseText.ts'
import { readSession } from '../../client/timeline/session.ts'
import { openTail } from '../../client/timeline/tail.ts'
import { pageTexts } from '../../client/timeline/texts.ts'
import { dialectOf } from '../../runtime/contract/dialects/index.ts'
import type { HookRun, Outcome } from '../../runtime/contract/outcome.ts'
import { REASONS } from '../../runtime/contract/verdict.ts'

const root = join(import.meta.dirname, '../..')
const sources = globSync('client/**/*.ts', { cwd: root })
  .toSorted()
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

test('l10n/bundle.l10n.json has every text of the code, and no other', () => {
  const bundle = JSON.parse(readFileSync(join(root, 'l10n/bundle.l10n.json'), 'utf8')) as object
  const used = sources.flatMap(({ text }) =>
    [...text.matchAll(/l10n\.t\(\s*'((?:[^'\\]|\\.)*)'/g)].map(([, one = '']) =>
      one.replaceAll(/\\(.)/g, '$1'),
    ),
  )
  assert.deepEqual(Object.keys(bundle).toSorted(), [...new Set(used)].toSorted(), 'npm run l10n replaces it')
})

const NAME = /^Hookbench(: )?$/
/** A file whose texts are markup. */
const MARKUP = 'client/webPage.ts'

/** English that no user reads in an editor, or that is the same in every language. */
const ENGLISH: Readonly<Record<string, readonly string[]>> = {
  // Read by a language model.
  'client/tools/tools.ts': [
    'No folder is open, so there are no hooks. Ask the user to open one.',
    'There is no open folder "',
    '"; open are ',
    'Several folders are open (',
    '); specify "workspace".',
  ],
  // Shown only if the product is broken.
  'client/newHook/questions.ts': ['there is no dialect', 'Python', 'Shell'],
  'client/timeline/web/surface.ts': ['the page cannot draw'],
  // Kinds of values; session.ts shows them.
  'client/debug/launch.ts': ['true or false', 'an object of strings', 'a path or an object'],
  // Keys of stored state.
  'client/hooks/view.ts': [' failure'],
  'client/recordings/actions.ts': [' payload', ' outcome'],
  'client/recordings/view.ts': [' more', 'deny, stop'],
  // Names of keys.
  'client/timeline/web/keys.ts': ['Escape', 'Enter'],
}

test('no sentence of the code goes round l10n.t', () => {
  const found = sources.flatMap(({ path, text }) => {
    const texts = [...new Set(englishIn(path, text))].filter((one) => !NAME.test(one))
    return texts.length === 0 || path === MARKUP ? [] : [[path, texts.toSorted()] as const]
  })
  const expected = Object.entries(ENGLISH).map(([path, texts]) => [path, texts.toSorted()] as const)
  assert.deepEqual(
    Object.fromEntries(found),
    Object.fromEntries(expected),
    'say it with l10n.t; where the editor is not known, that of client/l10n.ts',
  )
})

test('a sentence that goes round l10n.t is found', () => {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ["show('No hook ran.')", ['No hook ran.']],
    ['show(`${name}: ${word} in ${time}`)', [' in ']],
    ['show(`${many} failed`)', [' failed']],
    ["show(l10n.t('{0} runs', many === 0 ? 'no hook' : one))", ['no hook']],
    ["show(l10n.t('No hook ran.'), vscode.l10n.t('It is over.'))", []],
    ["log.info(`${name}: it is up`); make('p', { class: 'word big' })", []],
  ]
  for (const [code, expected] of rows) assert.deepEqual(englishIn('a.ts', code), expected, code)
})

// A build in English would not reveal a missing call.
test('activation hands in how the editor translates', () => {
  const activation = sources.find(({ path }) => path === 'client/extension.ts')?.text ?? ''
  assert.match(activation, /^ {2}setTranslation\(.*vscode\.l10n\.t\(/m)
})

test('pages receive their texts and request none', () => {
  for (const { path, text } of sources) {
    if (/^client\/(\w+\/)?web\//.test(path)) assert.doesNotMatch(text, /l10n\.t\(|say\.ts'/, path)
  }
})

// Two words in sequence, a word at the edge of a template, or one that begins like a title.
const SENTENCE = /[A-Za-z]{2,}[.,;]? [a-z]{2,}(?![\w-])|^[A-Z][a-z]+[….]?$/
const EDGE = /^[.,;:)"']* [a-z]{2,}|[a-z]{2,}:? $/
const UNITS = new Set([' ms'])

function englishIn(path: string, code: string): readonly string[] {
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  visit(file)
  return found

  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return
    if (ts.isCaseClause(node)) {
      node.statements.forEach(visit)
      return
    }
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'class') return
    if (ts.isCallExpression(node)) {
      const called = node.expression.getText()
      if (/\blog\.\w+$/.test(called)) return
      if (/\bl10n\.t$/.test(called)) {
        node.arguments.slice(1).forEach(visit)
        return
      }
    }
    if (ts.isStringLiteralLike(node) && isSentence(node.text)) found.push(node.text)
    if (isPiece(node) && (isSentence(node.text) || EDGE.test(node.text)) && !UNITS.has(node.text)) {
      found.push(node.text)
    }
    node.forEachChild(visit)
  }
}

function isSentence(text: string): boolean {
  return SENTENCE.test(text)
}

function isPiece(node: ts.Node): node is ts.TemplateLiteralLikeNode {
  return ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
}

// The tests from here on use a made-up language: any ASCII letters that remain were not translated.

const run = (more: Partial<HookRun> = {}): HookRun => ({
  ...{ id: 'kodelet:workspace:GUARD', name: 'GUARD', source: 'workspace', path: '/w/GUARD' },
  ...{ status: 'returned', durationMs: 12 },
  ...more,
})
const failed = run({ status: 'failed', failure: 'timeout', why: 'WHY' })
const outcome = (more: Partial<Outcome> = {}): Outcome => ({
  ...{ v: 1, dialect: 'kodelet', event: 'EVENT', decision: 'pass', payload: 1, changed: false },
  ...{ context: [], notes: [], followUps: [], durationMs: 12, hooks: [run()] },
  ...more,
})
const parts = { answer: 'A', context: ['B'], notes: ['C'], followUps: ['D'] }
const replayed = { n: 1, event: 'EVENT', dialect: 'kodelet' }
const row: HookRow = {
  ...{ id: 'a', name: 'a', dialect: 'kodelet', source: 'workspace', path: '/w/a', state: 'active' },
  ...{ order: 0, timeoutMs: 1, events: [] },
}
const everything = Object.keys(dialectOf('kodelet')?.events ?? {})
const differing = { path: 'PATH', recorded: 1, replayed: undefined }

const TEXTS: Readonly<Record<string, () => readonly (string | undefined)[]>> = {
  'signs, states and failures': () =>
    [...SIGNS, ...['active', 'broken', 'disabled', 'shadowed', 'unknown'], ...REASONS].map(inWords),
  'what runs came to': () =>
    [
      ...[{}, { answer: 1 }, { handled: true }, { payload: 1 }],
      ...[{ followUps: ['a'] }, { context: ['a'] }, { notes: ['a'] }],
    ].map((verdict) => sayRun(run({ verdict }))),
  'what firings came to': () =>
    [
      ...[{}, { answer: 1 }, { handled: true }, { changed: true }, { hooks: [failed] }],
      ...[{ followUps: ['a'] }, { context: ['a'] }, { hooks: [failed, failed] }],
    ].map((more) => tellOutcome(outcome(more))),
  'a firing that is not settled': () => [sayOutcome(outcome(), false)],
  'the console of a debug session': () => [
    ...outcomeLines(outcome({ ...parts, by: 'GUARD', reason: 'WHY' }), undefined),
    ...outcomeLines(outcome({ hooks: [] }), undefined),
    ...outcomeLines(outcome({ hooks: [failed] }), undefined),
    ...recordedDifference(outcome(), outcome(), undefined),
    ...payloadDifference(1, outcome()),
    ...payloadDifference(2, outcome()),
    recordedDifference(outcome({ reason: 'A' }), outcome({ reason: 'B' }), undefined)[0],
    recordedDifference(outcome(), outcome({ ...parts }), undefined)[0],
  ],
  'what a replay came to': () => [
    shownOf('GUARD', firingResult(outcome(), 1)).summary,
    shownOf('GUARD', replayedResult({ ...replayed, recorded: run(), replayed: run(), same: true }, 1))
      .summary,
    ...[1, 2].map((many) => {
      const differences = Array.from({ length: many }, () => differing)
      const now = { recorded: run(), replayed: failed, same: false, differences }
      return shownOf('GUARD', replayedResult({ ...replayed, ...now }, 1)).summary
    }),
    (essence(null) as { recorded: string }).recorded,
  ],
  'groups of hooks': () =>
    byEvent([row, { ...row, events: everything }], dialectOf).flatMap(({ events }) =>
      events.map(({ title }) => title),
    ),
  'a filter': () => [filterText({ events: ['EVENT'], hooks: ['a:b:GUARD'], outcomes: SIGNS })],
  'the message of a case': () => [differenceLine(differing), differenceLine({ ...differing, masked: true })],
  'a hook that runs, in a timeline': () => {
    const reading = readSession(() => '')
    const step = (kind: string, more: object) =>
      reading.add(JSON.stringify({ v: 1, kind, at: 1, firing: 'f', ...more }))
    step('fired', { dialect: 'kodelet', event: 'EVENT', payload: {} })
    const event = step('started', { hook: 'kodelet:workspace:GUARD' })?.event()
    return [event?.word, event?.runs[0]?.word]
  },
  'the page of a timeline': () => {
    const { signs, ...texts } = pageTexts()
    return [...Object.values(texts), ...Object.values(signs)]
  },
}

/** Names and words that come from data, and units. */
const DATA = /\b(GUARD|EVENT|PATH|WHY|[A-D]|ms)\b/g

for (const [what, say] of Object.entries(TEXTS)) {
  test(`${what} can be translated`, (t) => {
    t.after(() => setTranslation(filled))
    setTranslation((text, ...values) => filled(foreign(text), ...values))
    const texts = say()
    assert.ok(texts.length > 0)
    for (const text of texts) assert.doesNotMatch(text?.replaceAll(DATA, '') ?? 'nothing', /[A-Za-z]/, text)
  })
}

test('errors can be translated', async (t) => {
  t.after(() => setTranslation(filled))
  setTranslation((text, ...values) => filled(foreign(text), ...values))
  const here = import.meta.filename
  await assert.rejects(openTail(here).fired(7), ({ message }: Error) => !/[A-Za-z]/.test(message))
  const options = { cli: join(here, 'none'), root: import.meta.dirname, notice: () => {}, say: () => {} }
  await assert.rejects(startRuntime(options), ({ message }: Error) => message.startsWith(foreign('The hook')))
})

// Replaces every letter with its full-width form.
function foreign(text: string): string {
  return text.replaceAll(/[A-Za-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
}
