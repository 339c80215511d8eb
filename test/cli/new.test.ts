// `hookbench new` for every dialect, event and language: the written file is found, can be trusted, and works.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { after, before, test } from 'node:test'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import { languagesOf } from '../../runtime/contract/templates.ts'
import type { Workspace } from '../../runtime/index.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import { openCli } from '../support/cli.ts'
import { writeTree } from '../support/tree.ts'

const tree = writeTree('//- /ws/\n//- /home/\n')
after(tree.remove)
const cli = openCli()
after(cli.close)
const at = (...args: readonly string[]) =>
  cli.run(['--workspace', tree.at('/ws'), '--home', tree.at('/home'), ...args], { cwd: tree.at('/ws') })

const again = `hookbench --workspace ${tree.at('/ws')} --home ${tree.at('/home')}`

const jq = spawnSync('jq', ['--version']).status === 0
const written: { dialect: Dialect; event: string; language: string; path: string; name: string }[] = []
let workspace: Workspace

before(async () => {
  for (const dialect of Object.values<Dialect>(dialects)) {
    for (const event of Object.keys(dialect.events)) {
      for (const language of languagesOf(dialect)) {
        const name = `${event}_${language}`
        const made = await at('new', dialect.id, event, name, '--language', language, '--json')
        assert.equal(made.code, 0, made.stderr)
        const { path } = JSON.parse(made.stdout)
        if (language !== 'shell' || jq) written.push({ dialect, event, language, path, name })
      }
    }
  }
  const { code, stderr } = await at('trust', '--yes')
  assert.equal(code, 0, stderr)
  workspace = await openWorkspace({ root: tree.at('/ws'), home: tree.at('/home') })
})
after(() => workspace?.close())

test('every written file is an active hook of its event, without findings', () => {
  for (const { dialect, event, path } of written) {
    const hooks = workspace.list().filter((hook) => hook.path === path)
    assert.deepEqual(
      hooks.map((hook) => ({ dialect: hook.dialect, events: hook.events, state: hook.state, why: hook.why })),
      [{ dialect: dialect.id, events: [event], state: 'active', why: undefined }],
      path,
    )
  }
  const own = new Set(written.map(({ path }) => path))
  assert.deepEqual(
    workspace.problems.filter(({ path }) => own.has(path)),
    [],
  )
})

for (const dialect of Object.values<Dialect>(dialects)) {
  test(`no new hook of ${dialect.id} fails on the example of its event`, async () => {
    // One by one: a hook's time runs while it waits for others, and a busy machine starts few at once.
    for (const [event, { example }] of Object.entries(dialect.events)) {
      const outcome = await workspace.fire(event, example, { dialect: dialect.id })
      const expected = written.filter((one) => one.dialect === dialect && one.event === event)
      const runs = outcome.hooks.filter(({ source }) => source === 'workspace')
      assert.deepEqual(runs.map(({ path }) => path).sort(), expected.map(({ path }) => path).sort())
      for (const { id, status, why } of runs) assert.equal(status, 'returned', `${event} ${id}: ${why}`)
      assert.equal(outcome.decision, 'pass', `${dialect.id} ${event}`)
      assert.deepEqual(outcome.notes, [], 'the example satisfies its schema')
    }
  })
}

test('a person reads where the hook is and what comes next; the name may be left to us', async () => {
  const { stdout } = await at('new', 'kodelet', 'turn_end')
  assert.equal(
    stdout,
    `Wrote .kodelet/hooks/my_turn_end.\nNext: ${again} trust my_turn_end, then ${again} explain turn_end.\n`,
  )
  assert.equal(statSync(tree.at('/ws/.kodelet/hooks/my_turn_end')).mode & 0o111, 0o111)
})

test('an existing file stays as it is', async () => {
  const [one] = written
  assert.ok(one !== undefined && existsSync(one.path))
  const before = readFileSync(one.path, 'utf8')
  const again = await at('new', one.dialect.id, one.event, one.name, '--language', one.language)
  assert.equal(again.code, 2)
  assert.match(again.stderr, /already exists; choose another name/)
  assert.equal(readFileSync(one.path, 'utf8'), before)
})

test('a language is taken by what its files end in and by what runs them', async () => {
  const WORDS: Readonly<Record<string, readonly string[]>> = {
    sh: ['shell', 'sh', 'bash', 'Bash'],
    py: ['python', 'py'],
    js: ['javascript', 'js', 'mjs', 'node'],
    ts: ['typescript', 'ts'],
    ps1: ['powershell', 'ps1', 'pwsh'],
  }
  for (const [ending, words] of Object.entries(WORDS))
    for (const word of words) {
      const made = await at('new', 'claude-code', 'PreToolUse', `by_${word}`, '--language', word, '--json')
      assert.equal(made.code, 0, made.stderr)
      assert.ok(JSON.parse(made.stdout).path.endsWith(`/by_${word}.${ending}`), made.stdout)
    }
  for (const name of ['ends.py', 'says.v2']) {
    const made = await at('new', 'claude-code', 'PreToolUse', name, '--json')
    const { path } = JSON.parse(made.stdout) as { path: string }
    assert.equal(basename(path), name === 'ends.py' ? 'ends.py' : 'says.v2.sh')
  }
  const { stderr } = await at('new', 'claude-code', 'PreToolUse', 'by_rust', '--language', 'rust')
  assert.match(stderr, /are written in shell, python, .+, not in "rust"\./)
})

test('the next steps name the same folders', async () => {
  const { stdout } = await at('new', 'claude-code', 'Stop', 'next')
  assert.ok(
    stdout.includes(`Next: ${again} trust `) && stdout.includes(`, then ${again} explain Stop.`),
    stdout,
  )
  const bare = await cli.run(['new', 'claude-code', 'Stop', 'bare'], { cwd: tree.at('/ws') })
  assert.match(bare.stdout, /^Next: hookbench trust .+, then hookbench explain Stop\.$/m)
})
