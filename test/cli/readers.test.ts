// An entry that several hosts read: one row, and one question of trust, which grants or revokes it for all of them.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openCli } from '../support/cli.ts'
import { writeTree } from '../support/tree.ts'

const cli = openCli()
after(cli.close)
// Variables set by settings are Claude Code's alone, so they make the two hosts' entries differ.
const tree = writeTree(`
  //- /home/
  //- /ws/.claude/settings.json
  {"env":{"MODE":"strict"},"hooks":{"Stop":[{"hooks":[{"type":"command","command":"./guard.sh"}]}]}}
  //- /ws/guard.sh 755
  #!/bin/sh
`)
after(tree.remove)
const run = async (...args: readonly string[]) => {
  const { stdout } = await cli.run(['--workspace', tree.at('/ws'), '--home', tree.at('/home'), ...args])
  return stdout
}
// Built-in hooks belong to other dialects.
const rows = async (...args: readonly string[]) =>
  JSON.parse(await run('list', '--json', ...args)).filter(({ entry }: { readonly entry?: unknown }) => entry)
const states = async (...args: readonly string[]) =>
  (await rows(...args)).map(
    ({ dialect, state }: { readonly dialect: string; readonly state: string }) => `${dialect} ${state}`,
  )

test('it is one row, which names the other readers', async () => {
  assert.deepEqual(await states(), ['claude-code untrusted'])
  const [{ readers }] = await rows()
  assert.deepEqual(readers, ['copilot'])
  assert.match(
    await run('list'),
    /^Copilot CLI reads \.claude\/settings\.json as well: `list --dialect copilot`\.$/m,
  )
})

test('trust is given once for all readers, and taken back from all', async () => {
  assert.match(await run('trust', 'guard.sh', '--yes'), /Trusted 1 hook\./)
  for (const id of ['claude-code', 'copilot'])
    assert.deepEqual(await states('--dialect', id), [`${id} active`])
  await run('untrust', 'guard.sh')
  for (const id of ['claude-code', 'copilot'])
    assert.deepEqual(await states('--dialect', id), [`${id} untrusted`])
})

test('without a dialect, the host whose file it is judges alone', async () => {
  await run('trust', 'guard.sh', '--yes')
  assert.equal(JSON.parse(await run('run', 'Stop', '--json')).dialect, 'claude-code')
  assert.equal(JSON.parse(await run('run', 'Stop', '--dialect', 'copilot', '--json')).dialect, 'copilot')
})

test('an id that another reader has means the same entry', async () => {
  await run('untrust', 'guard.sh')
  const [{ id }] = await rows('--dialect', 'copilot')
  assert.match(id, /^copilot:/)
  assert.match(await run('trust', id, '--yes'), /Trusted 1 hook\./)
  for (const reader of ['claude-code', 'copilot'])
    assert.deepEqual(await states('--dialect', reader), [`${reader} active`])
  await run('untrust', id)
  for (const reader of ['claude-code', 'copilot'])
    assert.deepEqual(await states('--dialect', reader), [`${reader} untrusted`])
})

test('an entry that one reader never runs is that of the reader which does, and waits for trust', async (t) => {
  const shared = writeTree(`
    //- /home/
    //- /ws/.github/hooks/hooks.json
    {"version":1,"hooks":{"permissionRequest":[{"type":"command","bash":"true"}],"preToolUse":[{"type":"command","bash":"true"}]}}
  `)
  t.after(shared.remove)
  const at = ['--workspace', shared.at('/ws'), '--home', shared.at('/home')]
  const { stdout } = await cli.run([...at, 'list'])
  assert.match(stdout, /^Copilot CLI copilot\n {2}permissionRequest .*\n.* untrusted /m)
  assert.doesNotMatch(stdout, /broken/)
  assert.match((await cli.run([...at, 'trust', '--yes'])).stdout, /Trusted 2 hooks\./)
})
