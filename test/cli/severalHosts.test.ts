// An event name that several dialects share stands for those that have a hook for it in the workspace; if there are
// several, each judges by itself.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openCli } from '../support/cli.ts'
import { writeTree } from '../support/tree.ts'

const cli = openCli()
after(cli.close)

const refusing = '{"type":"command","command":"echo no >&2; exit 2"}'
const tree = writeTree(`
  //- /home/
  //- /none/
  //- /one/.codex/hooks.json
  {"hooks":{"PreToolUse":[{"hooks":[${refusing}]}]}}
  //- /edits/.claude/settings.json
  {"hooks":{"PreToolUse":[{"matcher":"Edit|Write","hooks":[${refusing}]}]}}
  //- /failing/.codex/hooks.json
  {"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"echo first >&2; echo >&2 it is not there; echo >&2; exit 127"}]}]}}
  //- /thrown/.codex/hooks.json
  {"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"node thrown.cjs"}]}]}}
  //- /thrown/thrown.cjs
  const payload = {}
  payload.tool_input.command
  //- /both/.codex/hooks.json
  {"hooks":{"PreToolUse":[{"hooks":[${refusing}]}]}}
  //- /both/.claude/settings.json
  {"hooks":{"PreToolUse":[{"hooks":[${refusing}]}]}}
  //- /shared/.claude/settings.json
  {"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"./guard.sh"}]}]}}
  //- /shared/.github/hooks/hooks.json
  {"version":1,"hooks":{"preToolUse":[{"type":"command","bash":"./guard.sh"}]}}
  //- /shared/guard.sh 755
  #!/bin/sh
  echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}'
  //- /apart/.codex/hooks.json
  {"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"./guard.sh"}]}]}}
  //- /apart/.github/hooks/hooks.json
  {"version":1,"hooks":{"preToolUse":[{"type":"command","bash":"./guard.sh"}]}}
  //- /apart/guard.sh 755
  #!/bin/sh
  echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}'
`)
after(tree.remove)

const run = (folder: string, ...args: readonly string[]) =>
  cli.run(['--workspace', tree.at(folder), '--home', tree.at('/home'), '--trust-workspace', ...args])

test('the only host with an entry is used', async () => {
  const { stdout, code } = await run('/one', 'run', 'PreToolUse', '--json')
  assert.equal(code, 0)
  assert.equal(JSON.parse(stdout).dialect, 'codex')
})

test('without a payload a call that an entry matches is fired, and its tool is named', async () => {
  const { stdout } = await run('/edits', 'run', 'PreToolUse', '--dialect', 'claude-code')
  assert.match(stdout, /\n {2}echo no >&2; exit 2 +workspace +deny /)
  assert.match(
    stdout,
    /\nClaude Code: no hook here matches the event's own example, so .* an example of Write\n$/,
  )
  const explained = await run('/edits', 'explain', 'PreToolUse', '--dialect', 'claude-code')
  assert.match(explained.stdout, /\nClaude Code: no hook here matches .* an example of Write\n/)
  const bash = await run('/both', 'run', 'PreToolUse', '--dialect', 'claude-code')
  assert.doesNotMatch(bash.stdout, /matches the event's own example/)
})

test('of a hook that failed the last line of standard error is shown', async () => {
  const { stdout, code } = await run('/failing', 'run', 'PreToolUse', '--dialect', 'codex')
  assert.equal(code, 1)
  assert.match(
    stdout,
    /crashed .*exit code 127; Codex goes on.*\n {2}echo first >&2; .* on standard error: it is not there\n/,
  )
})

test('of a hook that Node ends with an error the line with the error is shown', async () => {
  const { stdout } = await run('/thrown', 'run', 'PreToolUse', '--dialect', 'codex')
  assert.match(stdout, / on standard error: TypeError: Cannot read properties of undefined .*\n/)
})

test('several judge side by side, each in its words', async () => {
  const { stdout } = await run('/both', 'run', 'PreToolUse')
  assert.match(
    stdout,
    /^PreToolUse claude-code\n[\s\S]*PreToolUse:Bash hook error: [\s\S]*\n\nPreToolUse codex\n/,
  )
  assert.match(stdout, /Command blocked by PreToolUse hook: no\. Command: npm test/)
  const table = stdout.slice(stdout.indexOf('effect')).split('\n')
  assert.match(
    table[1] ?? '',
    /^Claude Code +the tool does not run; the session goes on +"PreToolUse:Bash hook error: /,
  )
  assert.match(table[2] ?? '', /^Codex +the tool does not run; the session goes on +"Command blocked by /)
  const json = JSON.parse((await run('/both', 'run', 'PreToolUse', '--json')).stdout)
  assert.deepEqual(
    json.map((one: { readonly dialect: string; readonly decision: string }) => [one.dialect, one.decision]),
    [
      ['claude-code', 'deny'],
      ['codex', 'deny'],
    ],
  )
})

test('differences between agents and a script that several call are reported in one sentence each', async () => {
  const { stdout } = await run('/apart', 'run', 'PreToolUse', '--dialect', 'codex', '--all')
  const unread = 'it does not read "hookSpecificOutput" at preToolUse'
  const differ = `They differ. Codex and VS Code: the tool does not run. Copilot CLI: the user is asked (${unread}).`
  const shared =
    'guard.sh is called by Codex, VS Code and Copilot CLI at the same moment, each time with its own payload.'
  assert.ok(stdout.includes(`\n\n${differ}\n${shared}\n`), stdout)
  const both =
    'guard.sh is called by Claude Code, VS Code and Copilot CLI (2 times) at the same moment, each time with its own payload.'
  const beside = (await run('/shared', 'run', 'PreToolUse')).stdout
  assert.ok(beside.endsWith(`\n\n${both}\n`), beside)
  assert.doesNotMatch(beside, /They differ/)
  const explained = (await run('/shared', 'explain', 'PreToolUse')).stdout
  assert.ok(explained.endsWith(`\n\n${both}\n`), explained)
})

test('what one agent does not read in an answer, and what it runs twice, is a finding', async () => {
  const { stdout } = await run('/shared', 'check')
  assert.ok(
    stdout.includes(
      'Copilot CLI blocks nothing at preToolUse because of this answer: it does not read "hookSpecificOutput" there.',
    ),
    stdout,
  )
  const twice = 'Copilot CLI runs guard.sh here and for an entry of .claude/settings.json, each time'
  const beside = 'Claude Code (.claude/settings.json) runs it too, with its own payload'
  assert.ok(stdout.includes(`${twice}; ${beside}.`), stdout)
})

test('several are explained, and a dialect or a hook that is named is the only one', async () => {
  const { stdout } = await run('/both', 'explain', 'PreToolUse')
  assert.match(stdout, /^PreToolUse claude-code, veto\n[\s\S]*\n\nPreToolUse codex, veto\n/)
  const named = await run('/both', 'explain', 'PreToolUse', '--dialect', 'codex', '--json')
  assert.equal(JSON.parse(named.stdout).dialect, 'codex')
  const listed = JSON.parse((await run('/both', 'list', '--event', 'PreToolUse', '--json')).stdout)
  assert.equal(listed.length, 2)
  const one = await run('/both', 'run', 'PreToolUse', '--hook', listed[1].id, '--json')
  assert.equal(JSON.parse(one.stdout).dialect, listed[1].dialect)
})

test('where no host has a hook for it, the dialect is required', async () => {
  const { stderr, code } = await run('/none', 'run', 'PreToolUse')
  assert.equal(code, 2)
  assert.match(stderr, /"PreToolUse" is an event of claude-code, codex, .+; pick one with --dialect\./)
})
