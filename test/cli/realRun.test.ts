// The notice that entries really run: once per workspace, on standard error, and never beside JSON.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openCli } from '../support/cli.ts'
import { writeTree } from '../support/tree.ts'

const settings = {
  hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'true' }] }] },
}
const tree = writeTree(`//- /ws/.claude/settings.json
${JSON.stringify(settings)}
//- /other/.claude/settings.json
${JSON.stringify(settings)}
//- /none/
//- /home/
`)
after(tree.remove)
const cli = openCli()
after(cli.close)
const NOTICE = /^hookbench: the hooks here run with all their effects, as their agent runs them: .*\.\n$/

const at = (folder: string, ...args: readonly string[]) =>
  cli.run(['--workspace', tree.at(folder), '--home', tree.at('/home'), '--trust-workspace', ...args], {
    cwd: tree.at(folder),
  })

test('run and replay say it once per workspace, whichever comes first', async () => {
  assert.equal((await at('/ws', 'run', 'PreToolUse', '--json')).stderr, '', 'not beside JSON')
  const first = await at('/ws', 'run', 'PreToolUse', '--record')
  assert.match(first.stderr, NOTICE)
  assert.doesNotMatch(first.stdout, /for real/)
  assert.equal((await at('/ws', 'run', 'PreToolUse')).stderr, '')
  assert.equal((await at('/ws', 'replay', 'latest')).stderr, '')
  await at('/other', 'run', 'PreToolUse', '--record', '--json')
  assert.match((await at('/other', 'replay', 'latest')).stderr, NOTICE)
  assert.equal((await at('/other', 'replay', 'latest')).stderr, '')
})

test('where no entry runs nothing is printed', async () => {
  assert.equal((await at('/none', 'run', 'PreToolUse', '--dialect', 'claude-code')).stderr, '')
})
