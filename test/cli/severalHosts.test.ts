// An event that several dialects have means those that have a hook for it in the workspace; where there are several,
// each judges by itself.

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
  //- /both/.codex/hooks.json
  {"hooks":{"PreToolUse":[{"hooks":[${refusing}]}]}}
  //- /both/.claude/settings.json
  {"hooks":{"PreToolUse":[{"hooks":[${refusing}]}]}}
`)
after(tree.remove)

const run = (folder: string, ...args: readonly string[]) =>
  cli.run(['--workspace', tree.at(folder), '--home', tree.at('/home'), '--trust-workspace', ...args])

test('one host with an entry is the one that is meant', async () => {
  const { stdout, code } = await run('/one', 'run', 'PreToolUse', '--json')
  assert.equal(code, 0)
  assert.equal(JSON.parse(stdout).dialect, 'codex')
})

test('several judge side by side, each in its words', async () => {
  const { stdout } = await run('/both', 'run', 'PreToolUse')
  assert.match(
    stdout,
    /^PreToolUse claude-code\n[\s\S]*PreToolUse:Bash hook error: [\s\S]*\n\nPreToolUse codex\n/,
  )
  assert.match(stdout, /Command blocked by PreToolUse hook: no\. Command: npm test/)
  const table = stdout.slice(stdout.indexOf('what becomes of it')).split('\n')
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

test('where nobody has a hook for it, the dialect is asked for', async () => {
  const { stderr, code } = await run('/none', 'run', 'PreToolUse')
  assert.equal(code, 2)
  assert.match(stderr, /"PreToolUse" is an event of claude-code, codex, .+; pick one with --dialect\./)
})
