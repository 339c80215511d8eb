// `hookbench convert`: nothing is written unless requested; what is written is added beside what was there, is found,
// has no findings, and behaves the same.

import assert from 'node:assert/strict'
import { chmodSync, existsSync, readFileSync, symlinkSync } from 'node:fs'
import { after, test } from 'node:test'
import { openCli } from '../support/cli.ts'
import { writeTree } from '../support/tree.ts'

const SETTINGS = JSON.stringify({
  hooks: {
    PreToolUse: [
      {
        matcher: 'Bash',
        hooks: [
          { type: 'command', command: '"$CLAUDE_PROJECT_DIR"/guard.sh', timeout: 10, if: 'Bash(git *)' },
        ],
      },
      {
        matcher: 'Edit|Write',
        hooks: [{ type: 'command', command: `echo '{"decision":"block","reason":"no"}'` }],
      },
    ],
    Notification: [{ hooks: [{ type: 'command', command: 'true' }] }],
  },
})
const THERE = `{
\t// mine
\t"theme":"dark",
\t"hooks": {
\t\t"AfterAgent": []
\t}
}
`
const tree = writeTree(`
//- /ws/.claude/settings.json
${SETTINGS}
//- /ws/.gemini/settings.json
${THERE}
//- /ws/guard.sh
#!/usr/bin/env bash
echo "no" >&2
exit 2
//- /linked/.claude/settings.json
${SETTINGS}
//- /there/.claude/settings.json
{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"true"}]}],"Stop":[{"hooks":[{"type":"command","command":"false"}]}]}}
//- /there/.codex/config.toml
[[hooks.PreToolUse]]
matcher = "Bash"
[[hooks.PreToolUse.hooks]]
type = "command"
command = "true"
//- /there/.github/hooks/other.json
{"version":1,"hooks":{"PreToolUse":[{"type":"command","matcher":"Bash","command":"true"}],"Stop":[{"type":"command","command":"false"}]}}
//- /outside/
//- /home/
`)
after(tree.remove)
chmodSync(tree.at('/ws/guard.sh'), 0o755)
const cli = openCli()
after(cli.close)
const at = (root: string, ...args: readonly string[]) =>
  cli.run(['--workspace', tree.at(root), '--home', tree.at('/home'), ...args], { cwd: tree.at(root) })
const gemini = () => readFileSync(tree.at('/ws/.gemini/settings.json'), 'utf8')

test('without --write the losses are printed and nothing is written', async () => {
  const before = gemini()
  const { code, stdout } = await at('/ws', 'convert', 'claude-code', 'gemini')
  assert.equal(code, 0)
  assert.match(stdout, /lost: Gemini CLI has no "if": without "Bash\(git \*\)" it runs on every call/)
  assert.match(stdout, /changed: 10 seconds become 10000 milliseconds\./)
  assert.match(stdout, /changed: "Edit\|Write" becomes "replace\|write_file"\./)
  assert.match(stdout, /Nothing was written/)
  assert.equal(gemini(), before)
})

test('an answer that says nothing to the other host is put into its words', async () => {
  const { stdout } = await at('/ws', 'convert', 'claude-code', 'vscode', '--json')
  const { entries } = JSON.parse(stdout) as {
    entries: { event: string; into: { value: { command: string } }[] }[]
  }
  const commands = entries.flatMap(({ into }) => into.map(({ value }) => value.command))
  assert.ok(commands.some((one) => one.includes('"permissionDecision":"deny"')))
})

test('--write adds the entries, keeps the rest, and a second time adds nothing', async () => {
  const before = gemini()
  const first = await at('/ws', 'convert', 'claude-code', 'gemini', '--write')
  assert.equal(first.code, 0, first.stderr)
  const text = gemini()
  for (const part of ['\t// mine\n', '"theme":"dark",\n', '"AfterAgent": []'])
    assert.ok(before.includes(part) && text.includes(part), part)
  const again = await at('/ws', 'convert', 'claude-code', 'gemini', '--write')
  assert.match(again.stdout, / already in /)
  assert.equal(gemini(), text)
})

test('what was written is found, is sound, and refuses as before', async () => {
  const listed = JSON.parse((await at('/ws', 'list', '--dialect', 'gemini', '--json')).stdout) as {
    events: string[]
  }[]
  assert.ok(listed.some(({ events }) => events.includes('BeforeTool')))
  const checked = await at('/ws', 'check', '--severity', 'warning', '.gemini/settings.json')
  assert.equal(checked.code, 0, checked.stdout)
  const run = await at('/ws', '--trust-workspace', 'run', 'BeforeTool', '--dialect', 'gemini')
  assert.match(run.stdout + run.stderr, /the tool does not run/)
})

test('nothing is written behind a link that leads out of the workspace', async () => {
  symlinkSync(tree.at('/outside'), tree.at('/linked/.codex'))
  const { code } = await at('/linked', 'convert', 'claude-code', 'codex', '--write')
  assert.notEqual(code, 0)
  assert.equal(existsSync(tree.at('/outside/hooks.json')), false)
})

test('entries that are equal without their matchers are written once', async () => {
  const group = (matcher: string) => ({ matcher, hooks: [{ type: 'command', command: 'true' }] })
  const source = { hooks: { PreToolUse: [group('Bash'), group('Write')] } }
  tree.write(`//- /equal/.claude/settings.json\n${JSON.stringify(source)}\n`)
  const { stdout } = await at('/equal', 'convert', 'claude-code', 'vscode', '--write')
  assert.match(stdout, /note: 2 entries are 1 in VS Code: equal ones are written once\./)
  const written = JSON.parse(
    readFileSync(tree.at('/equal/.github/hooks/hooks.json'), 'utf8'),
  ) as typeof source
  assert.equal(written.hooks.PreToolUse.length, 1)
})

test('an existing hook is reported with its file', async () => {
  const { stdout } = await at('/there', 'convert', 'claude-code', 'codex')
  assert.match(stdout, /1 entry is already in \.codex\/config\.toml\./)
  assert.match(stdout, /--write adds 1 to \.codex\/config\.toml\./)
  const { stdout: other } = await at('/there', 'convert', 'claude-code', 'copilot')
  assert.match(other, /2 entries are already in \.github\/hooks\/other\.json\.\nNothing to write\./)
})

test('an entry that runs the same script with the same arguments is there already, in whatever words', async () => {
  const rows: readonly (readonly [command: string, isThere: boolean])[] = [
    ['bash hooks/g.sh', true],
    ['"./hooks/g.sh"', true],
    ['cd hooks && ./g.sh', true],
    ['./hooks/g.sh --strict', false],
    ['./hooks/g.sh || true', false],
    ['./hooks/other.sh', false],
  ]
  tree.write('//- /words/hooks/g.sh 755\n#!/bin/sh\n//- /words/hooks/other.sh 755\n#!/bin/sh\n')
  const claude = { type: 'command', command: '"$CLAUDE_PROJECT_DIR"/hooks/g.sh' }
  const source = JSON.stringify({ hooks: { PreToolUse: [{ hooks: [claude] }] } })
  tree.write(`//- /words/.claude/settings.json\n${source}\n`)
  for (const [command, isThere] of rows) {
    const there = { version: 1, hooks: { PreToolUse: [{ type: 'command', bash: command }] } }
    tree.write(`//- /words/.github/hooks/there.json\n${JSON.stringify(there)}\n`)
    const { stdout } = await at('/words', 'convert', 'claude-code', 'copilot')
    assert.equal(stdout.includes('1 entry is already in .github/hooks/there.json.'), isThere, command)
  }
})

test('wrong names are reported with the expected ones', async () => {
  for (const [args, expected] of [
    [['claude', 'codex'], /there is no agent "claude"\. Did you mean "claude-code"\? Known: claude-code/],
    [['kaizen', 'codex'], /configured by files of code/],
    [['codex', 'codex'], /name another host/],
    [['cursor', 'codex'], /no hook entries of Cursor/],
    [['claude-code', 'codex', 'other.json'], /other\.json is not a configuration file of Claude Code/],
  ] as const) {
    const { code, stderr } = await at('/ws', 'convert', ...args)
    assert.equal(code, 2)
    assert.match(stderr, expected)
  }
})
