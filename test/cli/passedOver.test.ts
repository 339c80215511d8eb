// Files that several hosts read, where one of them rejects the file or an entry, uses another name for the event, or
// does not read the hook's output: which hosts run, what is reported, and the exit code.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openCli } from '../support/cli.ts'
import { writeTree } from '../support/tree.ts'

const cli = openCli()
after(cli.close)

const refuse = '{"type":"command","command":"echo no >&2; exit 2"}'
const tree = writeTree(`
  //- /home/
  //- /version/.github/hooks/a.json
  {"version":2,"hooks":{"PreToolUse":[${refuse}]}}
  //- /matcher/.github/hooks/a.json
  {"version":1,"hooks":{"preToolUse":[{"type":"command","bash":"echo no >&2; exit 2","matcher":"*"}]}}
  //- /comma/.github/hooks/a.json
  {"version":1,"hooks":{"preToolUse":[{"type":"command","bash":"echo no >&2; exit 2"},]}}
  //- /words/.github/hooks/a.json
  {"version":1,"hooks":{"preToolUse":[{"type":"command","bash":"grep -q toolName && echo no >&2; exit 2"}]}}
  //- /words/payload.json
  {"sessionId":"s","timestamp":1795300000000,"cwd":"/srv","toolName":"bash","toolArgs":{"command":"touch x"}}
  //- /claude/.claude/settings.json
  {"hooks":{"Stop":[{"hooks":[${refuse}]}]}}
  //- /claude/.vscode/settings.json
  {"chat.useClaudeHooks":true}
  //- /strict/.claude/settings.json
  {"hooks":{"PreToolUse":[{"hooks":[${refuse}]}],"Stop":[{"hooks":[{"type":"prompt","prompt":"Done?"}]}]}}
  //- /context/.claude/settings.json
  {"hooks":{"PostToolUse":[{"hooks":[{"type":"command","command":"./tell.sh"}]}]}}
  //- /context/tell.sh 755
  #!/bin/sh
  echo '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"Mind the style guide."}}'
  //- /streams/.claude/settings.json
  {"hooks":{"PreToolUse":[{"hooks":[${refuse}]}]}}
`)
after(tree.remove)

const run = (folder: string, ...args: readonly string[]) =>
  cli.run(['--workspace', tree.at(folder), '--home', tree.at('/home'), '--trust-workspace', ...args])
const dialects = async (...args: Parameters<typeof run>) => {
  const printed = JSON.parse((await run(...args, '--json')).stdout)
  return [printed].flat().map(({ dialect, event }) => `${dialect} ${event}`)
}

const COMMA = '.github/hooks/a.json:1:84: Trailing comma. Copilot CLI drops the whole file.'
const VERSION = '.github/hooks/a.json:1:2: "version" is not 1, so Copilot drops the whole file.'
const MATCHER = 'The matcher "*" is not a valid regular expression, so Copilot skips the entry.'

const rejected = [
  ['/version', VERSION],
  ['/matcher', MATCHER],
  ['/comma', COMMA],
] as const

for (const [folder, why] of rejected) {
  const sentence = `\nVS Code runs "echo no >&2; exit 2"; Copilot CLI does not: ${why}\n`
  test(`${folder}: what one reader rejects is reported in one sentence, and the check fails`, async () => {
    for (const args of [['preToolUse'], ['PreToolUse'], ['preToolUse', '--all'], ['PreToolUse', '--all']]) {
      const { stdout, code } = await run(folder, 'run', ...args)
      assert.ok(stdout.includes(sentence), stdout)
      assert.equal(code, 1, args.join(' '))
      assert.doesNotMatch(stdout, /Copilot CLI: no entry/)
    }
    assert.equal((await run(folder, 'run', 'preToolUse', '--dialect', 'copilot')).code, 1)
    assert.deepEqual(await dialects(folder, 'run', 'preToolUse'), ['vscode PreToolUse', 'copilot preToolUse'])
  })
}

test('a file that does not parse for one of its readers is named with line and column', async () => {
  for (const args of [['preToolUse', '--dialect', 'copilot'], ['preToolUse'], ['PreToolUse', '--all']])
    assert.equal((await run('/comma', 'run', ...args)).stderr.split('\n')[0], `hookbench: ${COMMA}`)
  const all = (await run('/comma', 'run', 'PreToolUse', '--all')).stdout
  assert.ok(all.includes(`\nCopilot CLI: ${COMMA}\n`), all)
  assert.equal((await run('/comma', 'explain', 'preToolUse')).stderr, `hookbench: ${COMMA}\n`)
  // The host that accepts the file gets no report about it.
  const { stderr, code } = await run('/comma', 'run', 'PreToolUse', '--dialect', 'vscode')
  assert.doesNotMatch(stderr, /drops/)
  assert.equal(code, 0)
})

test('a host that shares the file gets the event under its own name, in its own terms', async () => {
  assert.deepEqual(await dialects('/words', 'explain', 'preToolUse'), [
    'vscode PreToolUse',
    'copilot preToolUse',
  ])
  const payload = ['--payload', tree.at('/words/payload.json')]
  const [vscode, copilot] = JSON.parse(
    (await run('/words', 'run', 'preToolUse', ...payload, '--json')).stdout,
  )
  assert.equal(vscode.payload.tool_input.command, 'touch x')
  assert.equal(vscode.hooks[0].stderr, '')
  assert.equal(copilot.hooks[0].stderr, 'no\n')
  assert.deepEqual(await dialects('/words', 'run', 'preToolUse', '--dialect', 'copilot'), [
    'copilot preToolUse',
  ])
})

test('a host that reads a file of another is named, with its option', async () => {
  const line = 'VS Code and Copilot CLI read .claude/settings.json as well:'
  assert.deepEqual(await dialects('/claude', 'run', 'Stop'), ['claude-code Stop'])
  const { stdout } = await run('/claude', 'run', 'Stop')
  assert.ok(stdout.endsWith(`\n${line} \`run Stop --all\`.\n`), stdout)
  const explained = (await run('/claude', 'explain', 'Stop')).stdout
  assert.ok(explained.endsWith(`\n${line} \`explain Stop --dialect vscode\`.\n`), explained)
  for (const verb of ['run', 'explain'])
    assert.doesNotMatch((await run('/claude', verb, 'Stop', '--dialect', 'claude-code')).stdout, /as well/)
  // A host that takes nothing from the file runs nothing of it.
  assert.doesNotMatch((await run('/strict', 'run', 'PreToolUse')).stdout, /as well/)
})

test('a file of another host that one drops is no bad news but for who asks that one', async () => {
  const why =
    '.claude/settings.json:1:107: Stop does not support prompt entries, so Copilot drops all hooks of the file.'
  const { stdout, code } = await run('/strict', 'run', 'PreToolUse', '--all')
  assert.ok(
    stdout.includes(`\nClaude Code runs "echo no >&2; exit 2"; Copilot CLI does not: ${why}\n`),
    stdout,
  )
  assert.equal(code, 0)
  assert.equal((await run('/strict', 'run', 'PreToolUse', '--dialect', 'copilot')).code, 1)
})

test('what only one model reads is printed if the hosts otherwise agree', async () => {
  const { stdout } = await run('/context', 'run', 'PostToolUse', '--all')
  const unread = 'it does not read "hookSpecificOutput" at PostToolUse'
  const line = `The model reads "Mind the style guide." with Claude Code, but not with Copilot CLI (${unread}).`
  assert.ok(stdout.includes(`\n${line}\n`), stdout)
  assert.doesNotMatch(stdout, /They differ/)
  const streams = (await run('/streams', 'run', 'PreToolUse', '--all')).stdout
  assert.ok(streams.includes('\nThe model reads "no" with Claude Code, but not with Copilot CLI.\n'), streams)
})
