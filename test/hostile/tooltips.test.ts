// Third-party text in the views of the editor: reasons, names, standard error. None becomes a link, and none contains
// invisible characters or bidirectional overrides.

import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { test } from 'node:test'
import { readSession } from '../../client/timeline/session.ts'

/** The parts of the editor's API that rows are built with. */
const EDITOR = `
export class MarkdownString {
  value = ''
  appendMarkdown(text) { this.value += text; return this }
  appendText(text) { return this.appendMarkdown(text) }
  appendCodeblock(text) { return this.appendMarkdown(text) }
}
export class TreeItem { constructor(label) { this.label = label } }
export const TreeItemCollapsibleState = {}
export class ThemeIcon {}
export const l10n = { t: (text, ...values) => text.replace(/\\{(\\d)\\}/g, (_, at) => values[at]) }
export const workspace = { asRelativePath: (path) => path, workspaceFolders: [], textDocuments: [] }
export const Uri = { file: (path) => path }
`
registerHooks({
  resolve: (name, context, next) =>
    name === 'vscode'
      ? { url: `data:text/javascript,${encodeURIComponent(EDITOR)}`, shortCircuit: true }
      : next(name, context),
})

const UNSEEN = '\u202e\u200b\u200f\u2066\u00ad\u{e0041}\u0007'
// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be shown.
const SHOWN_WRONG = /[\u0007\u202e\u200f\u2066\u00ad\u{e0041}]/u
const LINK = /(?<!\\)\]\(|(?<![\\`])https?:\/\//
const WORDS = `a${UNSEEN} https://evil.example/x [b](command:c)`

const run = {
  ...{ id: `claude-code:workspace:${WORDS}`, name: WORDS, status: 'returned', durationMs: 1 },
  ...{ verdict: { decision: 'deny', reason: WORDS }, stderr: WORDS },
}
const outcome = { decision: 'deny', reason: WORDS, changed: false, context: [], notes: [], followUps: [] }

test('foreign text is plain text in a row of the Hooks view', async () => {
  const { hookItem } = await import('../../client/hooks/items.ts')
  const hook = {
    ...{ id: 'x', name: WORDS, dialect: 'claude-code', events: [WORDS], source: 'workspace', path: '/ws/a' },
    ...{ state: 'untrusted', why: WORDS, order: 0, timeoutMs: 1 },
    entry: {
      kind: 'command',
      scope: 'local',
      matcher: WORDS,
      at: [],
      scripts: [],
      runs: UNSEEN,
      fires: WORDS,
    },
  }
  const last = { at: 0, event: WORDS, run, how: 'fired' }
  const node = { kind: 'hook', hook, event: undefined, folder: { name: WORDS }, within: '' }
  const icons = { sign: () => '', state: () => '' }
  harmless(
    hookItem(...([node, '', icons, last, undefined, () => ''] as unknown as Parameters<typeof hookItem>)),
  )
})

test('foreign text is plain text in a row of the Recordings view', async () => {
  const { eventItem, sessionItem } = await import('../../client/recordings/items.ts')
  const recorded = {
    ...{ n: 1, event: WORDS, dialect: WORDS, at: 0, settled: true, payload: { tool_name: WORDS } },
    outcome: { ...outcome, hooks: [run], durationMs: 1 },
  }
  const recording = { path: WORDS, name: WORDS, events: 0, problem: WORDS }
  const icons = { sign: () => '' }
  harmless(eventItem(...([{ recording, recorded }, icons] as unknown as Parameters<typeof eventItem>)))
  harmless(sessionItem(...([{ recording }, icons, true] as unknown as Parameters<typeof sessionItem>)))
})

test('no invisible character reaches the page of a timeline', () => {
  const reading = readSession(() => WORDS)
  const steps = [
    { kind: 'recording', session: WORDS },
    { kind: 'fired', firing: 'f', at: 1, dialect: WORDS, event: WORDS, payload: {} },
    { kind: 'started', firing: 'f', at: 2, hook: run.id },
    { kind: 'finished', firing: 'f', at: 3, run },
    { kind: 'settled', firing: 'f', at: 4, outcome: { ...outcome, durationMs: 1 } },
  ]
  const events = steps.map((step) => reading.add(JSON.stringify({ v: 1, ...step }))?.event())
  // A hook is opened by its id; the id is not shown.
  assert.equal(events.at(-1)?.runs.length, 1)
  const shown = JSON.stringify([reading.name, events], (key, value) => (key === 'id' ? '' : value))
  assert.match(shown, /evil/)
  assert.doesNotMatch(shown, SHOWN_WRONG)
})

function harmless(item: {
  readonly label?: unknown
  readonly description?: unknown
  readonly tooltip?: unknown
  readonly accessibilityInformation?: unknown
}): void {
  const { label, description, tooltip, accessibilityInformation } = item
  const markdown = typeof tooltip === 'string' ? '' : (tooltip as { readonly value: string }).value
  assert.doesNotMatch(markdown.replaceAll(/`[^`]*`/g, ''), LINK)
  const all = [label, description, tooltip, accessibilityInformation].map((one) => JSON.stringify(one)).join()
  assert.match(all, /evil/)
  assert.doesNotMatch(all, SHOWN_WRONG)
}
