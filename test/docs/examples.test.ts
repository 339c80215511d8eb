// The hooks shown in the documentation: each is written where its page says, found, trusted and run on its event's example.

import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'

const PAGES = ['hooks.md', 'tutorial.md', 'custom-hooks.md']
const root = join(import.meta.dirname, '..', '..')

type Example = { readonly page: string; readonly path: string; readonly event: string; readonly text: string }

const examples = PAGES.flatMap((page): Example[] => {
  const text = readFileSync(join(root, 'docs', page), 'utf8')
  return [...text.matchAll(/<!-- file: (\S+) event: (\S+) -->\n```\w+\n([\s\S]*?)\n```/g)].map(
    ([, path = '', event = '', code = '']) => ({ page, path, event, text: `${code}\n` }),
  )
})

const folder = mkdtempSync(join(tmpdir(), 'hookbench-docs-'))
after(() => rmSync(folder, { recursive: true, force: true }))
for (const { path, text } of examples) {
  const file = join(folder, 'workspace', path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  if (path.startsWith('.kodelet/')) chmodSync(file, 0o755)
}

test('every hook shown in the documentation is found, and runs on its event', async () => {
  assert.ok(examples.length >= 12)
  const workspace = await openWorkspace({
    root: join(folder, 'workspace'),
    home: join(folder, 'home'),
    trust: 'workspace',
  })
  try {
    for (const { page, path, event } of examples) {
      const hooks = workspace.list().filter((hook) => hook.path.endsWith(path))
      assert.ok(hooks.length > 0, `${page}: ${path} is not found`)
      for (const hook of hooks) {
        assert.equal(hook.state, 'active', `${page}: ${path}: ${hook.why}`)
        assert.ok(hook.events.includes(event), `${page}: ${path} does not answer ${event}`)
        const payload = structuredClone(recordOf(hook.dialect, event)?.example)
        const outcome = await workspace.fire(event, payload, {
          dialect: hook.dialect,
          only: ({ id }) => id === hook.id,
        })
        assert.deepEqual(
          outcome.hooks.map(({ status, why }) => [status, why]),
          [['returned', undefined]],
          `${page}: ${path}`,
        )
      }
    }
  } finally {
    await workspace.close()
  }
})

const decisions: readonly [path: string, event: string, change: object, decision: string][] = [
  [
    '.kodelet/hooks/no_force_push',
    'before_tool_call',
    { tool_input: { command: 'git push --force' } },
    'deny',
  ],
  ['.kodelet/hooks/keep_env_secret', 'before_tool_call', { tool_input: { command: 'cat .env' } }, 'deny'],
  [
    '.kodelet/hooks/review_only',
    'before_tool_call',
    { recipe_name: 'code-review', tool_name: 'file_edit' },
    'deny',
  ],
  [
    'extensions/_20_read_only_friday.ts',
    'tool_execute_before',
    { toolName: 'deploy', timestamp: Date.UTC(2026, 0, 2) },
    'deny',
  ],
  [
    'extensions/_50_forget_numbers.mjs',
    'memory_save_before',
    { content: 'card 4111 1111 1111 1111' },
    'deny',
  ],
]

test('the hooks that are shown to refuse do refuse', async () => {
  const workspace = await openWorkspace({
    root: join(folder, 'workspace'),
    home: join(folder, 'home'),
    trust: 'workspace',
  })
  try {
    for (const [path, event, change, decision] of decisions) {
      const hook = workspace.list().find((one) => one.path.endsWith(path))
      assert.ok(hook, path)
      const payload = { ...(recordOf(hook.dialect, event)?.example as object), ...change }
      const outcome = await workspace.fire(event, payload, {
        dialect: hook.dialect,
        only: ({ id }) => id === hook.id,
      })
      assert.equal(outcome.decision, decision, path)
    }
  } finally {
    await workspace.close()
  }
})
