// Files that version 0.1 wrote before there were hosts: a ledger, two recordings and two cases, kept byte for byte
// (only the folder's path is a placeholder). They are read, compare equal and pass as they did then.

import assert from 'node:assert/strict'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openCli } from '../support/cli.ts'
import { writeTree } from '../support/tree.ts'

const kept = join(import.meta.dirname, 'earlier')
const tree = writeTree('//- /home/.local/share/hookbench/\n')
const cli = openCli()
const ledger = tree.at('/home/.local/share/hookbench/trust.json')
after(cli.close)
after(tree.remove)

before(() => {
  mkdirSync(tree.at('/ws/.kodelet/hooks'), { recursive: true })
  cpSync(join(kept, 'guard'), tree.at('/ws/.kodelet/hooks/guard'))
  chmodSync(tree.at('/ws/.kodelet/hooks/guard'), 0o755)
  for (const folder of ['recordings', 'cases'])
    cpSync(join(kept, folder), tree.at(`/ws/.hookbench/${folder}`), { recursive: true })
  const text = readFileSync(join(kept, 'trust.json'), 'utf8')
  writeFileSync(ledger, text.replaceAll('%WS%', tree.at('/ws')), { mode: 0o600 })
})

const REPLAY = `replay ${readdirSync(join(kept, 'recordings'))
  .map((name) => `.hookbench/recordings/${name}`)
  .join(' ')}`

const ROWS: readonly (readonly [args: string, code: number, expected: RegExp])[] = [
  ['list', 0, /guard +workspace +active/],
  ['recordings', 0, /c1 +1 event[^\n]*\n[^\n]*c1 +1 event/],
  [REPLAY, 0, /^2 same, 0 changed, 0 failed of 2 events/],
  ['replay .hookbench/cases/denies.json', 0, /^1 same, 0 changed, 0 failed of 1 event/],
  ['test', 0, /✓ denies[^\n]*\n✓ rewrites[^\n]*\n2 passed, 0 failed/],
]

function run(args: string) {
  const where = ['--workspace', tree.at('/ws'), '--home', tree.at('/home')]
  return cli.run([...where, ...args.split(' ')], { cwd: tree.at('/ws') })
}

for (const [args, code, expected] of ROWS) {
  test(`${args}, on what version 0.1 wrote`, async () => {
    const result = await run(args)
    assert.match(result.stdout, expected, result.stderr)
    assert.equal(result.code, code, result.stderr)
  })
}

test('a hook that answers otherwise is a difference to what version 0.1 recorded, and only that', async () => {
  const guard = tree.at('/ws/.kodelet/hooks/guard')
  writeFileSync(guard, readFileSync(guard, 'utf8').replace('not here', 'nowhere'), { mode: 0o755 })
  assert.equal((await run('trust --yes')).code, 0)
  const { stdout, code } = await run(REPLAY)
  assert.equal(code, 1)
  assert.match(stdout, /1 same, 1 changed, 0 failed of 2 events/)
})
