// What `--help` and `help <verb>` print, word for word.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { version } from '../../runtime/version.ts'
import { openCli, spawnCli } from '../support/cli.ts'
import { checkGolden } from '../support/golden.ts'

const cli = openCli()
after(cli.close)

const VERBS = [
  [],
  ['list'],
  ['explain'],
  ['run'],
  ['record'],
  ['recordings'],
  ['recordings', 'list'],
  ['recordings', 'show'],
  ['recordings', 'import'],
  ['recordings', 'prune'],
  ['replay'],
  ['test'],
  ['stats'],
  ['new'],
  ['trust'],
  ['untrust'],
  ['plugin'],
  ['plugin', 'list'],
  ['plugin', 'add'],
  ['plugin', 'remove'],
]

test('the help of every verb reads as it was written', async () => {
  const texts: string[] = []
  for (const verb of VERBS) {
    const { code, stdout, stderr } = await cli.run([...verb, '--help'])
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, verb.join(' '))
    texts.push(`$ hookbench ${[...verb, '--help'].join(' ')}\n${stdout}`)
  }
  checkGolden(import.meta.url, 'help', texts.join('\n'))
})

test('every verb of the program is in the golden help', async () => {
  const { stdout } = await cli.run(['--help'])
  const listed = [...stdout.matchAll(/^ {2}([a-z]+) .*$/gm)].map(([, word]) => word as string)
  const verbs = listed.slice(0, listed.indexOf('help'))
  assert.deepEqual([...new Set(VERBS.flatMap(([verb]) => verb ?? []))].sort(), verbs.sort())
})

test('`help <verb>` is `<verb> --help`, and no line is wider than a terminal', async () => {
  for (const [verb] of VERBS) {
    if (verb === undefined) continue
    const one = await cli.run(['help', verb])
    const two = await cli.run([verb, '--help'])
    assert.equal(one.stdout, two.stdout)
    assert.equal(one.code, 0)
    for (const line of one.stdout.split('\n')) assert.ok(line.length <= 100, line)
  }
})

test('the version is printed by a process that loads nothing else', async () => {
  for (const flag of ['--version', '-V']) {
    const { code, stdout, stderr } = await spawnCli([flag])
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: `${version}\n`, stderr: '' })
  }
})
