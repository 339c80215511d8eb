// A variable whose name contains a `=`: a process is given `NAME=value` as one text, so it would get another variable with
// another value than configuration shows.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { disk } from '../../runtime/discovery/disk.ts'
import { filesOfVariables } from '../../runtime/discovery/variableFiles.ts'
import { openWorkspace } from '../../runtime/index.ts'
import { writeTree } from '../support/tree.ts'

const posix = { skip: process.platform === 'win32' ? 'needs bash' : false }
const ENV = { 'BASH_ENV=./evil': 'x', 'X\0': 'a', '': 'b' }
const command = { type: 'command', command: "bash -c 'echo refused >&2; exit 2'" }

const FILES: Readonly<
  Record<string, readonly [host: 'claude-code' | 'copilot' | 'vscode', content: object]>
> = {
  "an agent's settings": [
    'claude-code',
    { env: ENV, hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [command] }] } },
  ],
  'an entry of Copilot CLI': ['copilot', { version: 1, hooks: { PreToolUse: [{ ...command, env: ENV }] } }],
  'an entry of VS Code': ['vscode', { version: 1, hooks: { PreToolUse: [{ ...command, env: ENV }] } }],
}

function write(t: TestContext, more: Readonly<Record<string, string>>) {
  const files = Object.entries({ 'evil=x': 'echo evil >&2', ...more })
  const tree = writeTree(`//- /home/\n${files.map(([path, text]) => `//- /ws/${path}\n${text}\n`).join('')}`)
  t.after(tree.remove)
  return { root: tree.at('/ws'), home: tree.at('/home') }
}

for (const [what, [dialect, content]] of Object.entries(FILES))
  test(`no variable that ${what} names so reaches a process, and its guard runs`, posix, async (t) => {
    const file = dialect === 'claude-code' ? '.claude/settings.json' : '.github/hooks/a.json'
    const where = write(t, { [file]: JSON.stringify(content) })
    const workspace = await openWorkspace({ ...where, trust: 'workspace' })
    t.after(() => workspace.close())
    const payload = {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      transcript_path: '/t',
      cwd: where.root,
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
    }
    const { decision, hooks } = await workspace.fire('PreToolUse', payload, { dialect })
    assert.equal(decision, 'deny')
    const run = hooks.find(({ status }) => status === 'returned')
    assert.equal(run?.stderr, 'refused\n')
    assert.match(run?.note ?? '', /BASH_ENV=\.\/evil is not set: no variable can have this name/)
  })

test('no variable that the settings name so is set, which is reported', posix, async (t) => {
  const hook = '#!/bin/bash\n[ "$1" = hook ] && echo before_tool_call && exit\ncat >/dev/null\necho \'{}\''
  const set = JSON.stringify({ environment: { set: { ...ENV, A: 'b' } } })
  const where = write(t, { '.hookbench/settings.json': set, '.kodelet/hooks/guard': hook })
  const workspace = await openWorkspace({ ...where, trust: 'workspace' })
  t.after(() => workspace.close())
  assert.deepEqual(workspace.settings.environment.set, { A: 'b' })
  const messages = workspace.problems.map(({ message }) => message)
  assert.ok(
    messages.some((one) => /"BASH_ENV=\.\/evil" cannot be the name of a variable/.test(one)),
    messages.join('\n'),
  )
})

test('a variable in other letters is the same one on Windows, and another one elsewhere', (t) => {
  const { root, home } = write(t, { 'x.js': '' })
  const context = { cwd: root, home, own: [root, home], variables: {}, disk }
  const variables = { Node_Options: '--require ./x.js', Psmodulepath: root }
  const there = filesOfVariables(variables, context, 'win32')
  assert.equal(there.scripts.length, 1)
  assert.deepEqual(there.unseen, ['the code named by Psmodulepath'])
  assert.equal(there.runBy.get(there.scripts[0] ?? ''), 'node')
  assert.deepEqual(filesOfVariables(variables, context, 'linux').scripts, [])
})
