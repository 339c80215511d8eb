// What `--help` and `help <verb>` print, word for word.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { version } from '../../runtime/version.ts'
import { openCli, spawnCli } from '../support/cli.ts'
import { checkGolden } from '../support/golden.ts'

const cli = openCli()
after(cli.close)

/** The verbs that a help text lists below `Commands:`. */
function verbsIn(help: string): readonly string[] {
  const [, commands = ''] = help.split(/^Commands:$/m)
  const [listed = ''] = commands.split(/\n\n/)
  return [...listed.matchAll(/^ {2}([a-z]+)/gm)].flatMap(([, verb]) =>
    verb === 'help' ? [] : [verb as string],
  )
}

/** Every verb and the verbs below it, in the order they are listed. */
async function allVerbs(above: readonly string[] = []): Promise<readonly (readonly string[])[]> {
  const { stdout } = await cli.run([...above, '--help'])
  const below = await Promise.all(verbsIn(stdout).map((verb) => allVerbs([...above, verb])))
  return [above, ...below.flat()]
}

test('the help of every verb reads as it was written', async () => {
  const texts: string[] = []
  for (const verb of await allVerbs()) {
    const { code, stdout, stderr } = await cli.run([...verb, '--help'])
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, verb.join(' '))
    texts.push(`$ hookbench ${[...verb, '--help'].join(' ')}\n${stdout}`)
  }
  checkGolden(import.meta.url, 'help', texts.join('\n'))
})

test('`help <verb>` is `<verb> --help`, and no line is wider than a terminal', async () => {
  for (const verb of verbsIn((await cli.run(['--help'])).stdout)) {
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
