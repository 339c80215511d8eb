// `hookbench plugin`, with the outputs shown in ADR 029, word for word.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { openCli, startCli } from '../support/cli.ts'
import { writeTree } from '../support/tree.ts'

const tree = writeTree(`
  //- /project/.kodelet/plugins/jingkaihe@skills/skills/pdf/SKILL.md
  //- /project/.kodelet/plugins/jingkaihe@skills/skills/xlsx/SKILL.md
  //- /project/.kodelet/plugins/jingkaihe@skills/hooks/validate-output 755
  //- /project/.kodelet/plugins/jingkaihe@skills/hooks/log-calls 755
  //- /project/.kodelet/plugins/my-hooks/hooks/a 755
  //- /project/.kodelet/plugins/my-hooks/hooks/b 755
  //- /project/.kodelet/plugins/my-hooks/hooks/c 755
  //- /user/.kodelet/plugins/anthropic@recipes/recipes/a.md
  //- /user/.kodelet/plugins/anthropic@recipes/recipes/b.md
  //- /user/.kodelet/plugins/anthropic@recipes/recipes/c.md
  //- /empty/
  //- /src/jingkaihe@hooks-collection/hooks/a 755
  //- /src/jingkaihe@hooks-collection/hooks/b 755
  //- /src/jingkaihe@hooks-collection/hooks/c 755
  //- /src/jingkaihe@hooks-collection/hooks/folder/
`)
after(tree.remove)
const cli = openCli()
after(cli.close)

const at = (workspace: string, ...args: readonly string[]) =>
  cli.run(['--workspace', tree.at(workspace), '--home', tree.at('/user'), 'plugin', ...args], {
    cwd: tree.at('/src'),
  })

test('`plugin list` is the table of ADR 029', async () => {
  const { code, stdout, stderr } = await at('/project', 'list')
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  assert.equal(
    stdout,
    [
      'NAME                LOCATION  SKILLS  RECIPES  HOOKS',
      '----                --------  ------  -------  -----',
      'anthropic/recipes   global    0       3        0',
      'jingkaihe/skills    local     2       0        2',
      'my-hooks            local     0       0        3',
      '',
    ].join('\n'),
  )
  assert.equal((await at('/project')).stdout, stdout, '`plugin` alone lists')
})

test('a name cannot colour or move what is printed: it is shown with its control characters written out', async () => {
  const name = '\u001b[31mred\u001b[2J\nline'
  const shown = '\\u001b[31mred\\u001b[2J\\u000aline'
  const own = writeTree('//- /ws/\n//- /home/\n')
  try {
    const path = own.at(`/ws/.kodelet/plugins/${name}`)
    mkdirSync(`${path}/skills/pdf`, { recursive: true })
    writeFileSync(`${path}/skills/pdf/SKILL.md`, 'Reads.')
    const where = ['--workspace', own.at('/ws'), '--home', own.at('/home'), 'plugin']
    const listed = (await cli.run([...where, 'list'])).stdout
    assert.equal(listed.split('\n')[2], `${shown}  local     1       0        0`)
    const removed = (await cli.run([...where, 'remove', name])).stdout
    assert.ok(removed.startsWith(`Removed ${shown} (local) from `), removed)
    assert.ok(!removed.includes('\u001b') && removed.trimEnd().split('\n').length === 1, removed)
  } finally {
    own.remove()
  }
})

test('`plugin list --json` has the fields of ADR 029', async () => {
  const { stdout } = await at('/project', 'list', '--json')
  const plugins: readonly { readonly name: string }[] = JSON.parse(stdout)
  const shown = plugins.filter(({ name }) => name === 'jingkaihe/skills')
  assert.equal(
    JSON.stringify(shown, undefined, 2),
    `[
  {
    "name": "jingkaihe/skills",
    "location": "local",
    "path": "${tree.at('/project/.kodelet/plugins/jingkaihe@skills')}",
    "skills": [
      "pdf",
      "xlsx"
    ],
    "recipes": [],
    "hooks": [
      "log-calls",
      "validate-output"
    ]
  }
]`,
  )
})

test('`plugin add` says what ADR 029 says, and beside it what waits and what was passed over', async () => {
  const { code, stdout, stderr } = await at('/empty', 'add', 'jingkaihe@hooks-collection')
  assert.equal(code, 0)
  assert.equal(stdout, 'Installed jingkaihe/hooks-collection:\n  Skills:  0\n  Recipes: 0\n  Hooks:   3\n')
  assert.equal(
    stderr,
    'hookbench: hooks/folder is not a hook: it is a folder.\nhookbench: 3 hooks wait for `hookbench trust`\n',
  )
  const again = await at('/empty', 'add', 'jingkaihe@hooks-collection')
  assert.deepEqual([again.code, again.stdout], [1, ''])
  assert.equal(
    again.stderr,
    'hookbench: jingkaihe/hooks-collection was not installed: it is already installed; --force replaces it.\n',
  )
  const forced = await at('/empty', 'add', 'jingkaihe@hooks-collection', '--force', '--json')
  assert.equal(JSON.parse(forced.stdout).hooks.length, 3)
})

test('`plugin remove` says what is gone', async () => {
  await at('/empty', 'add', 'jingkaihe@hooks-collection', '--global')
  const { code, stdout } = await at('/empty', 'remove', 'jingkaihe/hooks-collection', '--global', '--json')
  const path = tree.at('/user/.kodelet/plugins/jingkaihe@hooks-collection')
  assert.deepEqual(
    { code, ...JSON.parse(stdout) },
    { code: 0, removed: { name: 'jingkaihe/hooks-collection', location: 'global', path } },
  )
  assert.deepEqual(readdirSync(tree.at('/user/.kodelet/plugins')), ['anthropic@recipes'])
})

const refusals: readonly (readonly [readonly string[], string])[] = [
  [['lst'], 'there is no "plugin lst". Did you mean "list"? Known: list, add, remove.'],
  [['remove', 'my-hook'], 'There is no plugin "my-hook". Did you mean "my-hooks"?'],
  [
    ['add', 'http://x.example/a/b'],
    'http: is not a supported protocol; expected org/repo (on GitHub), an https or ssh address of a git repository, or a folder such as ./my-plugin.',
  ],
  [['add', 'acme/review', '--ref', '-x'], '--ref "-x" is not a valid branch, tag or commit.'],
]

for (const [args, line] of refusals) {
  test(`\`plugin ${args.join(' ')}\` is refused in one line`, async () => {
    const { code, stdout, stderr } = await at('/project', ...args)
    assert.deepEqual({ code, stdout, stderr }, { code: 2, stdout: '', stderr: `hookbench: ${line}\n` })
  })
}

test('where nothing is installed, the list says how to begin', async () => {
  const { stdout } = await cli.run(['--workspace', tree.at('/src'), '--home', tree.at('/src'), 'plugin'])
  assert.equal(stdout, 'No plugin is installed here. `hookbench plugin add org/repo` installs one.\n')
})

test('a command that is stopped while it installs leaves nothing behind', async () => {
  tree.write(`
    //- /slow/git 755
    #!/bin/sh
    touch '${tree.at('/started')}'
    sleep 60
  `)
  const args = ['--workspace', tree.at('/src'), '--home', tree.at('/user'), 'plugin', 'add', 'acme/slow']
  const child = startCli(args, { env: { PATH: `${tree.at('/slow')}:${process.env.PATH}` } })
  const ended = once(child, 'close')
  for (const until = Date.now() + 60_000; !existsSync(tree.at('/started')); ) {
    assert.ok(Date.now() < until, 'git was not started within 60 seconds')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  assert.ok(existsSync(tree.at('/src/.kodelet/plugins')))
  child.kill('SIGTERM')
  assert.deepEqual(await ended, [143, null])
  assert.deepEqual(readdirSync(tree.at('/src')), ['jingkaihe@hooks-collection'])
})
