// The hooks shown in the documentation: each is written to the path that its page names, found, trusted and run on the
// examples of its event; those shown as refusing do refuse.

import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { dialectOf, recordOf } from '../../runtime/contract/dialects/index.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import type { Outcome } from '../../runtime/contract/outcome.ts'
import { toolExamples } from '../../runtime/contract/templates/examples.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import type { Workspace } from '../../runtime/workspace/workspace.ts'
import { findingsIn } from '../support/seeded.ts'

const PAGES = ['hooks.md', 'tutorial.md', 'custom-hooks.md']
const root = join(import.meta.dirname, '..', '..')

/** A file that a section of a page shows. One with an event must be found as a hook, and is run on that event. */
type Example = { readonly path: string; readonly event: string | undefined; readonly text: string }
type Section = { readonly title: string; readonly root: string; readonly examples: readonly Example[] }

const folder = mkdtempSync(join(tmpdir(), 'hookbench-docs-'))
after(() => rmSync(folder, { recursive: true, force: true }))

// Sections may show the same configuration file, so each gets a workspace of its own.
const sections = PAGES.flatMap((page) => {
  const text = readFileSync(join(root, 'docs', page), 'utf8')
  const parts = page === 'tutorial.md' ? [text] : text.split(/^#{2,3} /m)
  return parts.flatMap((part, i): readonly Section[] => {
    const examples = [
      ...part.matchAll(/<!-- file: (\S+)(?: event: (\S+))? -->\n```\w+\n([\s\S]*?)\n```/g),
    ].map(([, path = '', event, code = '']) => ({ path, event, text: `${code}\n` }))
    const title = `${page}: ${part.slice(0, part.indexOf('\n'))}`
    return examples.length === 0 ? [] : [{ title, root: join(folder, `${page}-${i}`), examples }]
  })
})

for (const { root: workspace, examples } of sections)
  for (const { path, text } of examples) {
    const file = join(workspace, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    if (text.startsWith('#!')) chmodSync(file, 0o755)
  }

async function inWorkspace(at: string, look: (workspace: Workspace) => Promise<void>): Promise<void> {
  const home = join(folder, 'home')
  const workspace = await openWorkspace({ root: at, home, trust: 'workspace' })
  try {
    await look(workspace)
  } finally {
    await workspace.close()
  }
}

test('every hook shown in the documentation is found, and runs on its event', async () => {
  assert.ok(sections.flatMap(({ examples }) => examples).length >= 24)
  for (const { title, root: at, examples: shown } of sections)
    await inWorkspace(at, async (workspace) => {
      for (const { path, event } of shown) {
        if (event === undefined) continue
        // A file that several agents read is one hook for each; the agent that the file belongs to comes first.
        const hook = workspace.list().find((one) => one.path.endsWith(path) && one.events.includes(event))
        assert.ok(hook, `${title}: ${path} is not found`)
        assert.equal(hook.state, 'active', `${title}: ${path}: ${hook.why}`)
        const dialect = dialectOf(hook.dialect)
        const examples =
          dialect === undefined ? [] : toolExamples(dialect, event, at).map(({ value }) => value)
        const outcomes: Outcome[] = []
        for (const payload of [recordOf(hook.dialect, event)?.example, ...examples])
          outcomes.push(await fireOne(workspace, hook, event, structuredClone(payload)))
        // A matcher skips examples about other tools.
        const runs = outcomes.flatMap(({ hooks }) => hooks).filter(({ status }) => status !== 'skipped')
        assert.deepEqual(
          [...new Set(runs.map(({ status, why }) => `${status} ${why ?? ''}`))],
          ['returned '],
          `${title}: ${path}`,
        )
      }
    })
})

for (const { title, examples: shown } of sections)
  test(`${title}: nothing is found wrong with it`, async () => {
    const files = shown.map(({ path, text }) => [path, { text, mode: text.startsWith('#!') ? '755' : '644' }])
    const found = await findingsIn(Object.fromEntries(files))
    const loud = found.filter(({ severity }) => severity === 'error' || severity === 'warning')
    assert.deepEqual(
      loud.map(({ code, message }) => `${code}: ${message}`),
      [],
    )
  })

// By a word of the section's first file: a change to the event's example that the section's hook must refuse.
const FORCED = { command: 'git push origin main --force' }
const decisions: readonly [title: string, change: object][] = [
  ['Kodelet: executables', { tool_input: { command: 'git push --force' } }],
  ['Your first hook', { tool_name: 'Bash', tool_input: { command: 'cat .env' } }],
  ['Refuse a dangerous command', { tool_name: 'Bash', tool_input: FORCED }],
  [
    'Keep files from being edited',
    { tool_name: 'Write', tool_input: { file_path: '/w/dist/a.js', content: '' } },
  ],
  ['The same guard in Gemini CLI', { tool_name: 'run_shell_command', tool_input: FORCED }],
  ['The same guard in Copilot CLI', { toolName: 'bash', toolArgs: FORCED }],
  ['The same guard in Cursor', FORCED],
  ['Act for one recipe only', { recipe_name: 'code-review', tool_name: 'file_edit' }],
  ['SecureYeoman: modules', { toolName: 'deploy', timestamp: Date.UTC(2026, 0, 2) }],
  ['Filter what is remembered', { content: 'card 4111 1111 1111 1111' }],
]

for (const [wanted, change] of decisions)
  test(`${wanted}: the hook that is shown refuses`, async () => {
    const section = sections.find(({ title }) => title.includes(wanted))
    const shown = section?.examples.find(({ event }) => event !== undefined)
    assert.ok(section && shown?.event, wanted)
    const { path, event } = shown
    await inWorkspace(section.root, async (workspace) => {
      const hook = workspace.list().find((one) => one.path.endsWith(path) && one.events.includes(event))
      assert.ok(hook, path)
      const payload = { ...(recordOf(hook.dialect, event)?.example as object), ...change }
      const { decision } = await fireOne(workspace, hook, event, payload)
      assert.equal(decision, 'deny')
    })
  })

function fireOne(
  workspace: Workspace,
  { id, dialect }: Hook,
  event: string,
  payload: unknown,
): Promise<Outcome> {
  return workspace.fire(event, payload, { dialect, only: (one) => one.id === id })
}
