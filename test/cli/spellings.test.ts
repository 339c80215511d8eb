// Copilot CLI's two spellings of one event in one folder: whichever is fired, the entries of both run and are judged
// together, each given the payload in its own spelling.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Outcome } from '../../runtime/contract/outcome.ts'
import { openCli } from '../support/cli.ts'
import { writeTree } from '../support/tree.ts'

const cli = openCli()
after(cli.close)
const asks = `echo '{"permissionDecision":"ask"}'`
// It blocks only payloads in its own spelling.
const denies = 'grep -q tool_name || exit 0; echo no >&2; exit 2'
const tree = writeTree(`
  //- /home/
  //- /ws/.github/hooks/a.json
  ${JSON.stringify({ version: 1, hooks: { preToolUse: [{ type: 'command', bash: asks }] } })}
  //- /ws/.github/hooks/b.json
  ${JSON.stringify({ version: 1, hooks: { PreToolUse: [{ type: 'command', bash: denies }] } })}
`)
after(tree.remove)
const run = (...args: readonly string[]) =>
  cli.run(['--workspace', tree.at('/ws'), '--home', tree.at('/home'), '--trust-workspace', ...args])

const BLOCKED = 'the tool does not run'
const rows = [
  { does: 'run by its own name', args: ['run', 'preToolUse', '--dialect', 'copilot'] },
  { does: 'run by the other name', args: ['run', 'PreToolUse', '--dialect', 'copilot'] },
  { does: 'run --all', args: ['run', 'preToolUse', '--dialect', 'copilot', '--all'] },
]
for (const { does, args } of rows)
  test(`${does}: the entry of the other spelling blocks, and the one of this is not reached`, async () => {
    const { stdout } = await run(...args)
    assert.ok(stdout.includes(BLOCKED), stdout)
    assert.doesNotMatch(stdout, /person is asked/)
  })

test('each run says by which name its hook waits, where that is not the one fired', async () => {
  const { stdout } = await run('run', 'preToolUse', '--dialect', 'copilot', '--json')
  const { hooks, event } = JSON.parse(stdout) as Outcome
  assert.equal(event, 'preToolUse')
  assert.deepEqual(
    hooks.map((one) => [one.event, one.status]),
    [
      ['PreToolUse', 'returned'],
      [undefined, 'skipped'],
    ],
  )
})

test('explain plans both, and a gate of the other spelling is open', async () => {
  const { stdout } = await run('explain', 'preToolUse', '--dialect', 'copilot', '--json')
  assert.equal(JSON.parse(stdout).hooks.filter((one: { readonly run: boolean }) => one.run).length, 2)
  const id = JSON.parse(stdout).hooks[0].id as string
  const gates = await run('explain', 'preToolUse', '--hook', id)
  assert.match(gates.stdout, /Nothing prevents it from running on this payload\./)
})

test('one hook alone takes the event by its other name, and is replayed on what was recorded under it', async () => {
  const listed = JSON.parse((await run('explain', 'preToolUse', '--dialect', 'copilot', '--json')).stdout)
  const [{ id }] = listed.hooks as [{ readonly id: string }]
  const alone = await run('run', 'preToolUse', '--dialect', 'copilot', '--hook', id, '--record', '--json')
  assert.deepEqual(
    (JSON.parse(alone.stdout) as Outcome).hooks.map((one) => [one.id, one.exitCode]),
    [[id, 2]],
  )
  const { stdout } = await run('replay', 'latest', '--hook', id)
  assert.match(stdout, /1 event/)
  assert.doesNotMatch(stdout, /differ/)
})
