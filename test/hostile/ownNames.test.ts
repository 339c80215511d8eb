// Names of JavaScript's own properties in data of others: a field `toString` in configuration, payloads and answers, which
// makes `String(value)` throw, and `__proto__` where a script calls a command.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { checkFiles } from '../../runtime/cli/check.ts'
import { dialectIds, dialectOf } from '../../runtime/contract/dialects/index.ts'
import type { HookEntry } from '../../runtime/contract/entry.ts'
import { trial } from '../../runtime/contract/hosts/trial.ts'
import { isObject } from '../../runtime/contract/json.ts'
import { sameNames } from '../../runtime/documents/names/names.ts'
import { post } from '../../runtime/executors/entry/post.ts'
import { openWorkspace } from '../../runtime/index.ts'
import { entryHook } from '../support/entry.ts'
import { full, type Shape } from '../support/shapes.ts'
import { writeTree } from '../support/tree.ts'

const POISONS = [{ toString: 1 }, [{ toString: 1 }], { toString: 1, valueOf: 2 }] as const

/** The value with each of its parts in turn, and with the whole, replaced. */
function* replaced(value: unknown, by: unknown): Generator<unknown> {
  yield by
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) for (const one of replaced(item, by)) yield value.with(at, one)
  } else if (isObject(value)) {
    for (const key of Object.keys(value))
      for (const one of replaced(value[key], by)) yield { ...value, [key]: one }
  }
}

for (const id of dialectIds) {
  const dialect = dialectOf(id)
  if (dialect?.host === undefined) continue
  test(`${dialect.title} judges payloads and answers with a field "toString" anywhere`, () => {
    const silent = { exitCode: 0, stdout: '', stderr: '' }
    for (const [event, record] of Object.entries(dialect.events)) {
      const entry = entryHook(event, 'hook', { host: id }).entry as HookEntry
      for (const poison of POISONS) {
        for (const example of replaced(record.example, poison)) {
          const events = { ...dialect.events, [event]: { ...record, example } as typeof record }
          for (const raw of [silent, { ...silent, stdout: 'a' }, { exitCode: 2, stdout: '', stderr: 'no' }])
            trial({ ...dialect, events }, entry, raw)
        }
        const answers = [
          full(record.result as Shape),
          { systemMessage: '', stopReason: '', reason: '', permissionDecisionReason: '', continue: false },
          { decision: 'block', reason: '', stopReason: '', systemMessage: '', additionalContext: '' },
          { hookSpecificOutput: { hookEventName: event, additionalContext: '', permissionDecision: 'deny' } },
        ]
        for (const answer of answers)
          for (const one of replaced(answer, poison))
            trial(dialect, entry, { ...silent, stdout: JSON.stringify(one) })
      }
    }
  })
}

const command = { type: 'command', command: './a.sh', cwd: '.', timeout: 5, env: { A: 'b' } }
const FILES: Readonly<Record<string, object>> = {
  '.claude/settings.json': {
    env: { A: 'b' },
    permissions: { allow: ['Bash(ls)'] },
    hooks: {
      PreToolUse: [{ matcher: 'Bash', hooks: [command, { type: 'http', url: 'http://127.0.0.1:9/' }] }],
    },
  },
  '.codex/hooks.json': { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [command] }] } },
  '.gemini/settings.json': { hooks: { BeforeTool: [{ matcher: 'a', hooks: [command] }] } },
  '.github/hooks/a.json': {
    version: 1,
    hooks: { preToolUse: [{ ...command, bash: './a.sh', timeoutSec: 5 }], PreToolUse: [command] },
  },
  '.cursor/hooks.json': { version: 1, hooks: { beforeShellExecution: [command] } },
  '.vscode/settings.json': { 'chat.hookFilesLocations': { '.github/hooks': true } },
  '.claude-plugin/plugin.json': { name: 'a', hooks: ['./h.json'] },
}

function openTree(t: TestContext) {
  const hooks = { PreToolUse: [{ hooks: [{ type: 'command', command: 'exit 2' }] }] }
  const tree = writeTree(
    `//- /ws/a.sh 755\nexit 0\n//- /home/.claude/settings.json\n${JSON.stringify({ hooks })}\n`,
  )
  t.after(tree.remove)
  return { tree, root: tree.at('/ws'), home: tree.at('/home') }
}

for (const [file, content] of Object.entries(FILES))
  test(`no field "toString" in ${file} of a workspace hides a guard of the user`, async (t) => {
    const { tree, ...where } = openTree(t)
    for (const poison of POISONS)
      for (const one of replaced(content, poison)) {
        tree.write(`//- /ws/${file}\n${JSON.stringify(one)}\n`)
        const workspace = await openWorkspace({ ...where, trust: 'workspace' })
        const ids = workspace.list().map(({ id }) => id)
        await workspace.close()
        assert.ok(
          ids.some((id) => id.startsWith('claude-code:user:')),
          JSON.stringify(one),
        )
        await checkFiles(where)
      }
  })

test('a header with a field "toString" is sent as any other object', async () => {
  const fields = { url: 'http://127.0.0.1:9/', headers: { A: { toString: 1 } } }
  const attempt = await post({ fields } as unknown as HookEntry, {}, AbortSignal.timeout(5000), 1000)
  assert.equal(attempt.kind, 'failed')
})

for (const [what, file, text] of [
  ['PowerShell', 'x.ps1', '$a = __proto__ $constructor\n[Console]::constructor(1)\n"a".constructor("b")\n'],
  ['Python', 'x.py', 'from constructor import *\nimport os\nos._exit(os.EX_constructor)\n'],
  [
    'a shell script',
    'x.sh',
    'a=constructor\nif $a; then __proto__ 1; fi\n[ 1 __proto__ 2 ] && jq --constructor .\necho \'{"decision":{"toString":1}}\'\n',
  ],
] as const)
  test(`${what} that calls what JavaScript's objects inherit is checked as any other`, async (t) => {
    const { tree, root, home } = openTree(t)
    const run = { 'x.ps1': 'pwsh -File', 'x.py': 'python3', 'x.mjs': 'node', 'x.sh': 'bash' }[file]
    const hooks = { PreToolUse: [{ hooks: [{ type: 'command', command: `${run} ${file}` }] }] }
    tree.write(`//- /ws/.claude/settings.json\n${JSON.stringify({ hooks })}\n//- /ws/${file}\n${text}`)
    const checked = await checkFiles({ root, home })
    assert.ok(checked.some(({ path }) => path.endsWith(file)))
  })

for (const name of ['\0', `./${'a'.repeat(5000)}`])
  test(`a manifest that names a file ${JSON.stringify(name.slice(0, 5))}, which no system has, is reported`, async (t) => {
    const { tree, root, home } = openTree(t)
    tree.write(`//- /ws/.claude-plugin/plugin.json\n${JSON.stringify({ name: 'a', hooks: name })}\n`)
    tree.write(`//- /ws/secureyeoman.yaml\nextensions:\n  directory: ${JSON.stringify(name)}\n`)
    await checkFiles({ root, home })
  })

test('the names of a shell script that calls __proto__ are found', async () => {
  const text = '__proto__ a\nvalueOf b\na=1\necho "$a"\n'
  const all = await sameNames('shell', text, text.indexOf('a=1') + 1)
  assert.equal(all?.ranges.length, 2)
})
