// Settings of agents that no file states, given as options before the verb; and what is reported about a single
// dialect.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openCli } from '../support/cli.ts'
import { writeTree } from '../support/tree.ts'

const denied = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}'
const tree = writeTree(`
  //- /home/
  //- /ws/.claude/settings.json
  {"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"exit 2"}]}]}}
  //- /ws/.cursor/hooks.json
  {"version":1,"hooks":{"preToolUse":[{"command":"echo '${denied.replaceAll('"', '\\"')}'","matcher":"Shel"}],
   "postToolUse":[{"command":"true","matcher":"Shel"}],"stop":[{"command":"true"}]}}
  //- /ws/.codex/hooks.json
  {"hooks":{"PreToolUse":[{"matcher":"Bsh","hooks":[{"type":"command","command":"true"}]}]}}
`)
after(tree.remove)
const cli = openCli()
after(cli.close)
const at = (...args: readonly string[]) =>
  cli.run(['--workspace', tree.at('/ws'), '--home', tree.at('/home'), '--trust-workspace', ...args])

const READ_BY: readonly (readonly [readonly string[], string, boolean])[] = [
  [[], 'vscode', false],
  [['--setting', 'chat.useClaudeHooks=true'], 'vscode', true],
  [['--setting', 'chat.useClaudeHooks=true', '--setting', 'chat.useClaudeHooks=false'], 'vscode', false],
  [['--setting', 'chat.useClaudeHooks=true'], 'cursor', false],
  [['--setting', 'include-third-party-configs=true'], 'cursor', true],
  [['--setting', 'include-third-party-configs=false'], 'cursor', false],
]

for (const [options, dialect, isRead] of READ_BY)
  test(`${options.join(' ') || 'no setting'}: ${dialect} ${isRead ? 'reads' : 'does not read'} the files of another`, async () => {
    const { stdout } = await at(...options, 'list', '--dialect', dialect, '--json')
    const paths = JSON.parse(stdout).map(({ path }: { readonly path: string }) => path)
    assert.equal(paths.includes(tree.at('/ws/.claude/settings.json')), isRead)
  })

test('a setting counts for the judgement of `run --all`', async () => {
  const run = ['run', 'PreToolUse', '--all', '--dialect', 'claude-code']
  assert.match((await at(...run)).stdout, /^VS Code +PreToolUse +the user is asked/m)
  const { stdout } = await at('--setting', 'chat.useClaudeHooks=true', ...run)
  assert.match(stdout, /^VS Code +PreToolUse +the tool does not run/m)
})

for (const [options, expected] of [
  [
    ['--setting', 'chat.useClaudHooks=true'],
    /no agent has a setting "chat\.useClaudHooks"\. Did you mean "chat\.useClaudeHooks"\?/,
  ],
  [
    ['--setting', 'chat.useClaudeHooks'],
    /--setting expects chat\.useClaudeHooks=true or chat\.useClaudeHooks=false\./,
  ],
] as const)
  test(`${options.join(' ')} is refused`, async () => {
    const { code, stderr } = await at(...options, 'list')
    assert.equal(code, 2)
    assert.match(stderr, expected)
  })

test('check looks at files that a setting has an agent read', async () => {
  const output = async (...args: readonly string[]) =>
    (await at(...args, 'check', '--dialect', 'vscode')).stdout
  assert.match(await output(), /^Nothing to check/)
  assert.match(await output('--setting', 'chat.useClaudeHooks=true'), /^1 file, nothing wrong/)
})

test('check --dialect prints the findings of that dialect', async () => {
  const paths = async (...args: readonly string[]) => {
    const { stdout } = await at('check', '--json', ...args)
    return JSON.parse(stdout).map(({ path }: { readonly path: string }) => path.slice(tree.at('/ws/').length))
  }
  const all = await paths()
  assert.ok(all.includes('.cursor/hooks.json') && all.includes('.codex/hooks.json'))
  assert.deepEqual([...new Set(await paths('--dialect', 'codex'))], ['.codex/hooks.json'])
  assert.deepEqual([...new Set(await paths('--dialect', 'cursor'))], ['.cursor/hooks.json'])
  assert.deepEqual(await paths('--dialect', 'gemini'), [])
  assert.match(
    (await at('check', '--dialect', 'coder')).stderr,
    /there is no agent "coder"\. Did you mean "codex"\?/,
  )
})
