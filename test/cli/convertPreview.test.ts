// What an editor shows before a conversion is written: the text before and after, entries that are kept in TOML, and
// the answers of a script. Everything that is written was shown in full first.

import assert from 'node:assert/strict'
import { chmodSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { after, test } from 'node:test'
import { convertHooks } from '../../runtime/cli/convert.ts'
import { convertAnswersOf } from '../../runtime/cli/convertScript.ts'
import { writeHook } from '../../runtime/cli/new.ts'
import { writeTree } from '../support/tree.ts'

const TOML = `# mine
model = "o3"

[[hooks.Stop]] # at the end
[[hooks.Stop.hooks]]
type = "command"
command = "true"
`
const SCRIPT = `#!/bin/sh
grep -q 'rm -rf' && echo '{"decision":"block","reason":"no"}'
`
const tree = writeTree(`
//- /ws/.claude/settings.json
{ "hooks": { "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "sh \\"$CLAUDE_PROJECT_DIR\\"/say.sh" }] }] } }
//- /ws/.codex/config.toml
${TOML}
//- /ws/say.sh
${SCRIPT}
//- /comma/.gemini/settings.json
{
  // mine
  "hooks": { "AfterAgent": [], },
}
//- /home/
`)
after(tree.remove)
chmodSync(tree.at('/ws/say.sh'), 0o755)
const root = tree.at('/ws')
const home = tree.at('/home')
const toml = () => readFileSync(tree.at('/ws/.codex/config.toml'), 'utf8')
const script = () => readFileSync(tree.at('/ws/say.sh'), 'utf8')

test('entries of Codex that stand in config.toml get their next one there, whether looked at or written', async () => {
  const before = toml()
  const options = { root, home, from: 'claude-code', to: 'codex' } as const
  const looked = await convertHooks({ ...options, preview: true })
  assert.equal(looked.file, '.codex/config.toml')
  assert.equal(looked.change?.before, before)
  assert.ok(looked.change?.after.startsWith(before))
  assert.match(looked.change?.after.slice(before.length) ?? '', /^\n\[\[hooks\.PreToolUse\]\]\nmatcher = /)
  assert.equal(toml(), before, 'looking writes nothing')
  const refusal = /\.codex\/config\.toml has changed in the meantime\. Review the conversion again\./
  await assert.rejects(convertHooks({ ...options, write: true, seen: null }), { message: refusal })
  await assert.rejects(convertHooks({ ...options, write: true, seen: `${before} ` }), { message: refusal })
  assert.equal(toml(), before)
  const wrote = await convertHooks({ ...options, write: true, seen: before })
  assert.equal(wrote.wrote, true)
  assert.equal(toml(), looked.change?.after)
  assert.equal((await convertHooks({ ...options, write: true })).there, 1, 'a second time adds nothing')
  assert.equal(existsSync(tree.at('/ws/.codex/hooks.json')), false)
})

test('conversions at the same moment add their entries once', async () => {
  const target = tree.at('/ws/.cursor/hooks.json')
  const options = { root, home, from: 'claude-code', to: 'cursor', write: true } as const
  // Each begins a little later than the one before, so that some of them look while others write.
  const later = async (turns: number) => {
    for (let turn = 0; turn < turns; turn++) await Promise.resolve()
    return convertHooks(options)
  }
  for (let round = 0; round < 5; round++) {
    rmSync(target, { force: true })
    const all = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => later(n * (round + 1))))
    for (const one of all)
      if (one.status === 'rejected') assert.match(String(one.reason), /has changed|was changed by another/)
    assert.equal(JSON.parse(readFileSync(target, 'utf8')).hooks.preToolUse.length, 1)
  }
})

test('a new hook of Codex goes where the others stand', async () => {
  const before = toml()
  const { settings, path } = await writeHook(root, 'codex', 'PostToolUse', 'look', 'shell')
  assert.equal(settings, tree.at('/ws/.codex/config.toml'))
  assert.equal(path, tree.at('/ws/.codex/hooks/look.sh'))
  assert.ok(toml().startsWith(before) && toml().includes('[[hooks.PostToolUse]]'))
})

test('the answers of a script in another agent’s words, and nothing else of it', async () => {
  const options = { root, home, from: 'claude-code', to: 'vscode', script: tree.at('/ws/say.sh') } as const
  const looked = await convertAnswersOf({ ...options, preview: true })
  assert.equal(script().trim(), SCRIPT.trim(), 'looking writes nothing')
  assert.equal(looked.file, 'say.sh')
  assert.match(looked.lines.join('\n'), /say\.sh prints \{"decision":"block","reason":"no"\}/)
  assert.match(
    looked.lines.join('\n'),
    /Claude Code still runs say\.sh and does not understand the new answers/,
  )
  const answer = /echo '(.*)'/.exec(looked.change?.after ?? '')?.[1] ?? ''
  assert.match(answer, /"permissionDecision":"deny"/)
  assert.equal(
    looked.change?.after,
    script().replace(/\{.*\}/, () => answer),
  )
  await assert.rejects(
    convertAnswersOf({ ...options, write: true, seen: 'other' }),
    /has changed in the meantime/,
  )
  await convertAnswersOf({ ...options, write: true, seen: script() })
  assert.equal(script(), looked.change?.after)
  assert.equal(statSync(tree.at('/ws/say.sh')).mode & 0o777, 0o755)
  const again = await convertAnswersOf({ ...options, preview: true })
  assert.equal(again.change, undefined)
  assert.match(again.lines.at(-1) ?? '', /say\.sh has no answer that can be converted with certainty/)
})

test('a script that no entry runs, or that does not exist, is reported', async () => {
  const options = { root, home, from: 'claude-code', to: 'cursor' } as const
  await assert.rejects(
    convertAnswersOf({ ...options, script: '.codex/hooks/look.sh' }),
    /no hook entry of Claude Code/,
  )
  await assert.rejects(convertAnswersOf({ ...options, script: 'gone.sh' }), /there is no file gone\.sh/)
})

test('a comma too many, which Gemini CLI drops the file for, is not written into', async () => {
  await assert.rejects(writeHook(tree.at('/comma'), 'gemini', 'BeforeTool', 'guard', 'shell'), {
    message: /\.gemini\/settings\.json does not parse: .*Fix it first; nothing was written\./,
  })
  assert.equal(existsSync(tree.at('/comma/.gemini/hooks/guard.sh')), false)
})
