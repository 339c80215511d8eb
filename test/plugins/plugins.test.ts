// Plugins installed from folders and from local git repositories, listed and removed.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { type TestContext, test } from 'node:test'
import { dialectOf } from '../../runtime/contract/dialects/index.ts'
import { defaultSettings } from '../../runtime/contract/settings.ts'
import { discover } from '../../runtime/discovery/discover.ts'
import { type AddOptions, addPlugin } from '../../runtime/plugins/add.ts'
import { listPlugins } from '../../runtime/plugins/list.ts'
import { removePlugin } from '../../runtime/plugins/remove.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import { commitAll, git, makeRepository } from '../support/repository.ts'
import { type Tree, writeTree } from '../support/tree.ts'

const REVIEW = `
  //- /src/review/skills/code-review/SKILL.md
  Reviews code.
  //- /src/review/skills/notes.md
  No skill.
  //- /src/review/skills/empty/
  //- /src/review/recipes/review.md
  Review it.
  //- /src/review/recipes/workflows/ci/deploy.md
  Deploy.
  //- /src/review/recipes/picture.png
  //- /src/review/hooks/validate-diff 755
  #!/bin/sh
  touch "$(dirname "$0")/ran"
  echo before_tool_call
  //- /src/review/hooks/README.md
  Not executable.
`

function open(t: TestContext, text = REVIEW) {
  const tree = writeTree(`//- /ws/\n//- /home/\n//- /data/\n${text}`)
  t.after(tree.remove)
  const ground = { root: tree.at('/ws'), home: tree.at('/home') }
  const add = (from: string, more: Partial<AddOptions> = {}) =>
    addPlugin(from, { ...ground, cwd: tree.at('/src'), data: tree.at('/data'), ...more })
  return { tree, ground, add }
}

/** Every path below a folder, hidden ones included. */
function below(tree: Tree, path: string): readonly string[] {
  return readdirSync(tree.at(path), { recursive: true }).map(String).sort()
}

async function installed(added: ReturnType<typeof addPlugin>) {
  const one = await added
  assert.ok(one.kind === 'installed', 'problem' in one ? one.problem : '')
  return one
}

async function problemOf(added: ReturnType<typeof addPlugin>): Promise<string> {
  const one = await added
  assert.ok('problem' in one, 'it was installed')
  return one.problem
}

test('a folder is installed under its name, with its skills, recipes and hooks counted, and nothing of it runs', async (t) => {
  const { tree, ground, add } = open(t)
  const { plugin } = await installed(add('./review'))
  const path = tree.at('/ws/.kodelet/plugins/review')
  assert.deepEqual(plugin, {
    name: 'review',
    location: 'local',
    path,
    skills: ['code-review'],
    recipes: ['review', 'workflows/ci/deploy'],
    hooks: ['validate-diff'],
    passedOver: ['hooks/README.md is not a hook: it is not executable'],
  })
  assert.deepEqual(below(tree, '/ws/.kodelet/plugins/review'), below(tree, '/src/review'))
  assert.ok((lstatSync(`${path}/hooks/validate-diff`).mode & 0o111) !== 0)
  assert.deepEqual(listPlugins(ground), [plugin])
  assert.deepEqual(readdirSync(tree.at('/ws/.kodelet/plugins')), ['review'], 'nothing stands beside it')
})

test('a repository is fetched, at any revision, without its history', async (t) => {
  const { tree, add } = open(t)
  const folder = tree.at('/src/review')
  const first = makeRepository(folder)
  git(folder, 'tag', 'v1')
  writeFileSync(`${folder}/recipes/second.md`, 'More.\n')
  commitAll(folder, 'second')
  git(tree.at('/src'), 'clone', '--quiet', '--bare', folder, 'acme@review.git')
  const recipes = async (ref?: string) =>
    (await installed(add('acme@review.git', { force: true, ref }))).plugin.recipes
  assert.deepEqual(await recipes(), ['review', 'second', 'workflows/ci/deploy'])
  assert.deepEqual(await recipes('v1'), ['review', 'workflows/ci/deploy'])
  assert.deepEqual(await recipes('main'), ['review', 'second', 'workflows/ci/deploy'])
  assert.deepEqual(await recipes(first), ['review', 'workflows/ci/deploy'])
  const { plugin } = await installed(add(`file://${folder}`, { global: true }))
  assert.deepEqual([plugin.location, plugin.path], ['global', tree.at('/home/.kodelet/plugins/review')])
  assert.deepEqual(readdirSync(tree.at('/ws/.kodelet/plugins')), ['acme@review'])
  assert.ok(!readdirSync(tree.at('/ws/.kodelet/plugins/acme@review')).includes('.git'))
})

test('hooks, templates and filters of a repository do not run when it is fetched', async (t) => {
  const { tree, add } = open(t)
  const folder = tree.at('/src/review')
  const trap = tree.at('/trapped')
  tree.write(`
    //- /src/review/.gitattributes
    * filter=trap
    //- /src/review/.gitmodules
    [submodule "x"]
    path = x
    url = ext::touch ${trap}
    //- /templates/hooks/post-checkout 755
    #!/bin/sh
    touch '${trap}'
  `)
  makeRepository(folder)
  for (const name of ['post-checkout', 'post-merge', 'reference-transaction']) {
    writeFileSync(`${folder}/.git/hooks/${name}`, `#!/bin/sh\ntouch '${trap}'\n`, { mode: 0o755 })
  }
  const before = { ...process.env }
  t.after(() => {
    process.env = before
  })
  process.env.GIT_TEMPLATE_DIR = tree.at('/templates')
  process.env.GIT_DIR = tree.at('/nowhere')
  await installed(add(`file://${folder}`))
  assert.equal(lstatSync(trap, { throwIfNoEntry: false }), undefined)
})

test('a plugin that is there stays as it is unless --force replaces it, and a failed replacement changes nothing', async (t) => {
  const { tree, add } = open(t)
  await installed(add('review'))
  const file = tree.at('/ws/.kodelet/plugins/review/recipes/review.md')
  writeFileSync(tree.at('/src/review/recipes/review.md'), 'Changed.\n')
  assert.equal(
    await problemOf(add('review')),
    'review was not installed: it is already installed; --force replaces it.',
  )
  assert.equal(readFileSync(file, 'utf8'), 'Review it.\n')
  symlinkSync('/etc', tree.at('/src/review/out'))
  assert.match(await problemOf(add('review', { force: true })), /"out" is a link that leaves the plugin/)
  assert.equal(readFileSync(file, 'utf8'), 'Review it.\n')
  rmSync(tree.at('/src/review/out'))
  await installed(add('review', { force: true }))
  assert.equal(readFileSync(file, 'utf8'), 'Changed.\n')
  assert.deepEqual(readdirSync(tree.at('/ws/.kodelet/plugins')), ['review'])
})

const failures: readonly (readonly [string, string, Partial<AddOptions>, RegExp])[] = [
  [
    'a repository that is none',
    'file:///SRC/review',
    {},
    /^review was not installed: git says: '.*' does not appear to be a git repository\.$/,
  ],
  [
    'a revision that is none',
    './repo',
    { ref: 'nope' },
    /the repository has no branch, tag or commit "nope"\.$/,
  ],
  [
    'a commit that is none',
    './repo',
    { ref: 'a'.repeat(40) },
    /the repository has no branch, tag or commit "a{40}"\.$/,
  ],
  ['an empty repository', 'file:///SRC/void', {}, /the repository is empty; it has nothing to install\.$/],
  [
    'a folder that brings nothing',
    './nothing',
    {},
    /^nothing was not installed: it contains no skills, recipes or hooks\.$/,
  ],
  [
    'hooks that are none',
    './folders',
    {},
    /no skills, recipes or hooks; hooks\/a is not a hook: it is a folder\.$/,
  ],
  ['a folder that is not there', './gone', {}, /^The folder "\.\/gone" does not exist/],
  ['no time', 'file:///SRC/repo', { timeoutMs: 0 }, /git did not finish within 0 ms\.$/],
  ['a program that was stopped', 'file:///SRC/repo', { signal: AbortSignal.abort() }, /git was stopped\.$/],
]

for (const [what, from, options, line] of failures) {
  test(`${what} is one line, and nothing of it is left`, async (t) => {
    const { tree, ground, add } = open(
      t,
      `${REVIEW}
      //- /src/nothing/README.md
      //- /src/folders/hooks/a/b
      //- /src/void/
      //- /src/repo/hooks/a 755
      #!/bin/sh
    `,
    )
    git(tree.at('/src/void'), 'init', '--quiet')
    makeRepository(tree.at('/src/repo'))
    const problem = await problemOf(add(from.replace('/SRC', tree.at('/src')), options))
    assert.match(problem, line)
    assert.ok(!problem.includes('\n'))
    assert.deepEqual(readdirSync(ground.root), [])
    assert.deepEqual(
      readdirSync(tree.at('/data/')).flatMap((name) => readdirSync(tree.at(`/data/${name}`))),
      [],
    )
  })
}

test('git is stopped when its time is up, with whatever it started, and nothing is left', async (t) => {
  const { tree, ground, add } = open(t)
  tree.write(`
    //- /bin/git 755
    #!/bin/sh
    sleep 60 &
    echo $! > '${tree.at('/pid')}'
    wait
  `)
  const path = process.env.PATH
  t.after(() => {
    process.env.PATH = path
  })
  process.env.PATH = `${tree.at('/bin')}:${path}`
  const problem = await problemOf(add('https://git.example/acme/review', { timeoutMs: 500 }))
  assert.equal(problem, 'acme/review was not installed: git did not finish within 500 ms.')
  assert.deepEqual(readdirSync(ground.root), [])
  const pid = Number(readFileSync(tree.at('/pid'), 'utf8'))
  assert.ok(pid > 0)
  await gone(pid)
})

/** Resolves once a process has ended; a killed one may still be a zombie. */
async function gone(pid: number): Promise<void> {
  for (const until = Date.now() + 30_000; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const state = stateOf(pid)
    if (state === undefined || state === 'Z') return
    assert.ok(Date.now() < until, `process ${pid} still runs`)
  }
}

function stateOf(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).trim()[0]
  } catch {
    return undefined
  }
}

test('links inside a plugin stay; one that leaves it, or leads nowhere, costs the whole plugin', async (t) => {
  const { tree, ground, add } = open(
    t,
    `${REVIEW}
    //- /src/review/hooks/again -> validate-diff
    //- /src/review/hooks/linked -> ../skills
    //- /outside/secret
    s3cret
  `,
  )
  const { plugin } = await installed(add('review'))
  assert.deepEqual(plugin.hooks, ['again', 'validate-diff'])
  assert.deepEqual(plugin.passedOver, [
    'hooks/README.md is not a hook: it is not executable',
    'hooks/linked is not a hook: it is a folder',
  ])
  for (const [target, why] of [
    ['../../../outside/secret', 'that leaves the plugin'],
    [tree.at('/outside/secret'), 'that leaves the plugin'],
    [tree.at('/src/review/recipes/review.md'), 'that leaves the plugin'],
    ['linked/../../../../outside', 'that leaves the plugin'],
    ['nowhere', 'to nothing'],
    ['bad', 'to nothing'],
  ]) {
    symlinkSync(target as string, tree.at('/src/review/hooks/bad'))
    assert.equal(
      await problemOf(add('review', { force: true })),
      `review was not installed: "hooks/bad" is a link ${why}.`,
    )
    rmSync(tree.at('/src/review/hooks/bad'))
  }
  // The same through git, where links are part of a commit.
  symlinkSync('../../../../../etc/passwd', tree.at('/src/review/hooks/bad'))
  makeRepository(tree.at('/src/review'))
  assert.match(await problemOf(add(`file://${tree.at('/src/review')}`, { force: true })), /leaves the plugin/)
  assert.deepEqual(listPlugins(ground)[0]?.hooks, ['again', 'validate-diff'])
})

test('pipes, sockets and folders among the hooks are reported and not counted', async (t) => {
  const { tree, ground, add } = open(
    t,
    `${REVIEW}
    //- /src/review/hooks/folder/deep 755
    //- /src/review/hooks/pipe fifo
  `,
  )
  const server = createServer()
  process.chdir(tree.at('/src/review/hooks'))
  await new Promise<void>((resolve) => server.listen('socket', resolve))
  process.chdir(import.meta.dirname)
  t.after(() => server.close())
  const { plugin, left } = await installed(add('review'))
  assert.deepEqual(plugin.hooks, ['validate-diff'])
  assert.deepEqual(left, [
    'hooks/pipe is a pipe, socket or device and was left out',
    'hooks/socket is a pipe, socket or device and was left out',
  ])
  assert.deepEqual(plugin.passedOver, [
    'hooks/README.md is not a hook: it is not executable',
    'hooks/folder is not a hook: it is a folder',
  ])
  tree.write('//- /ws/.kodelet/plugins/review/hooks/later fifo')
  chmodSync(tree.at('/ws/.kodelet/plugins/review/hooks/later'), 0o755)
  assert.deepEqual(listPlugins(ground)[0]?.hooks, ['validate-diff'])
})

test('hooks of an installed plugin are found under org/repo/hook, untrusted, and below the standalone ones', async (t) => {
  const { tree, ground, add } = open(t)
  tree.write(`
    //- /src/acme@tools/hooks/audit 755
    #!/bin/sh
    [ "$1" = hook ] && echo turn_end && exit
    touch ran
  `)
  await installed(add('acme@tools'))
  await installed(add('review', { global: true }))
  const workspace = await openWorkspace({ ...ground })
  t.after(() => workspace.close())
  const found = workspace.list().filter(({ source }) => source === 'plugin')
  assert.deepEqual(
    found.map(({ name, id, state }) => [name, id, state]),
    [
      ['acme/tools/audit', 'kodelet:plugin:acme@tools/audit', 'untrusted'],
      ['review/validate-diff', 'kodelet:plugin:~/review/validate-diff', 'untrusted'],
    ],
  )
  assert.ok(!below(tree, '/ws').some((path) => path.endsWith('ran')))
  assert.ok(!below(tree, '/home').some((path) => path.endsWith('ran')))
})

test('a plugin on its way in is no plugin yet, and what a killed install left is swept by the next', async (t) => {
  const { tree, ground, add } = open(t)
  tree.write(`
    //- /ws/.kodelet/plugins/.hookbench-999999999-1.abc/new/hooks/half 755
    #!/bin/sh
    echo turn_end
  `)
  const kodelet = dialectOf('kodelet')
  assert.ok(kodelet !== undefined)
  assert.deepEqual(listPlugins(ground), [])
  const { hooks } = await discover({ ...ground, settings: defaultSettings, dialects: [kodelet] })
  assert.deepEqual(hooks, [])
  await installed(add('review'))
  assert.deepEqual(readdirSync(tree.at('/ws/.kodelet/plugins')), ['review'])
})

test('a plugin that a killed install had moved away, to replace it, returns with the next one', async (t) => {
  const { tree, ground, add } = open(t)
  tree.write(`
    //- /ws/.kodelet/plugins/.hookbench-999999999-1.abc/old/replaced/hooks/guard 755
    #!/bin/sh
    echo turn_end
    //- /ws/.kodelet/plugins/.hookbench-999999999-2.abc/old/review/hooks/guard 755
    #!/bin/sh
    echo turn_end
  `)
  await installed(add('review', { force: true }))
  assert.deepEqual(readdirSync(tree.at('/ws/.kodelet/plugins')).sort(), ['replaced', 'review'])
  assert.deepEqual(
    listPlugins(ground).map(({ name, hooks }) => [name, hooks.length]),
    [
      ['replaced', 1],
      ['review', 1],
    ],
  )
})

test('what looks like the rest of a killed install moves nothing through a link', async (t) => {
  const { tree, add } = open(t, `${REVIEW}\n//- /home/notes/old/letter.md\nDear reader.`)
  const plugins = tree.at('/ws/.kodelet/plugins')
  mkdirSync(`${plugins}/.hookbench-99999999-1.a`, { recursive: true })
  symlinkSync(tree.at('/home/notes/old'), `${plugins}/.hookbench-99999999-1.a/old`)
  symlinkSync(tree.at('/home/notes'), `${plugins}/.hookbench-99999999-1.b`)
  assert.equal((await add('./review')).kind, 'installed')
  assert.deepEqual(below(tree, '/home/notes'), ['old', 'old/letter.md'])
  assert.deepEqual(readdirSync(plugins), ['review'])
})

test('what was removed is gone, the local one before the global one', async (t) => {
  const { tree, ground, add } = open(t)
  await installed(add('review'))
  await installed(add('review', { global: true }))
  assert.deepEqual(
    listPlugins(ground).map(({ location }) => location),
    ['local', 'global'],
  )
  for (const location of ['local', 'global']) {
    const removed = removePlugin('review', ground)
    assert.equal('location' in removed && removed.location, location)
  }
  assert.deepEqual(below(tree, '/ws/.kodelet/plugins'), [])
  assert.deepEqual(below(tree, '/home/.kodelet/plugins'), [])
})

test('only what is listed can be removed', async (t) => {
  const { tree, ground, add } = open(t)
  tree.write('//- /src/acme@review/hooks/a 755\n')
  await installed(add('acme@review'))
  mkdirSync(tree.at('/ws/.kodelet/other'))
  for (const [name, line] of [
    ['../other', 'There is no plugin "../other". `hookbench plugin list` shows all.'],
    ['.', 'There is no plugin ".". `hookbench plugin list` shows all.'],
    ['acme/reviw', 'There is no plugin "acme/reviw". Did you mean "acme/review"?'],
  ] as const) {
    assert.deepEqual(removePlugin(name, ground), { problem: line })
  }
  assert.deepEqual(removePlugin('acme/review', { ...ground, global: true }), {
    problem: 'acme/review is a plugin of this workspace and not of your home; leave out --global.',
  })
  assert.ok('path' in removePlugin('acme@review', ground), 'its folder is a name too')
})

test('a link to a plugin is removed, and what it points to stays', (t) => {
  const { tree, ground } = open(t)
  mkdirSync(tree.at('/ws/.kodelet/plugins'), { recursive: true })
  symlinkSync(tree.at('/src/review'), tree.at('/ws/.kodelet/plugins/linked'))
  assert.deepEqual(
    listPlugins(ground).map(({ name }) => name),
    ['linked'],
  )
  removePlugin('linked', ground)
  assert.ok(below(tree, '/src/review').length > 3)
})

test('what a plugin links to outside of it, or of the workspace, is not listed', (t) => {
  const tree = writeTree(`
    //- /elsewhere/deep/secret.md
    //- /elsewhere/recipes/secret.md
    //- /ws/.kodelet/plugins/mine/recipes/own.md
    //- /home/
  `)
  t.after(tree.remove)
  mkdirSync(tree.at('/ws/.kodelet/plugins/x'))
  symlinkSync(tree.at('/elsewhere'), tree.at('/ws/.kodelet/plugins/x/recipes'))
  symlinkSync(tree.at('/elsewhere'), tree.at('/ws/.kodelet/plugins/y'))
  const listed = listPlugins({ root: tree.at('/ws'), home: tree.at('/home') })
  assert.deepEqual(
    listed.map(({ name, recipes }) => [name, recipes]),
    [
      ['mine', ['own']],
      ['x', []],
      ['y', []],
    ],
  )
})

test('files come without the privileges of their owner', async (t) => {
  const { tree, add } = open(t)
  chmodSync(tree.at('/src/review/hooks/validate-diff'), 0o4755)
  const { plugin } = await installed(add('review'))
  assert.equal(lstatSync(`${plugin.path}/hooks/validate-diff`).mode & 0o7777, 0o755)
})

for (const [link, location] of [
  ['/ws/.kodelet', 'local'],
  ['/ws/.kodelet/plugins', 'local'],
  ['/home/.kodelet/plugins', 'global'],
] as const) {
  for (const there of [true, false]) {
    test(`nothing is added or removed through ${link} where it leads elsewhere, to a folder that is ${there ? '' : 'not '}there`, async (t) => {
      const { tree, ground, add } = open(t, `${REVIEW}//- /elsewhere/plugins/Documents/hooks/letter 755\n`)
      const folder = location === 'local' ? '/ws/.kodelet/plugins' : '/home/.kodelet/plugins'
      const target = `/elsewhere${link.endsWith('plugins') ? '/plugins' : ''}${there ? '' : '-gone'}`
      mkdirSync(dirname(tree.at(link)), { recursive: true })
      symlinkSync(tree.at(target), tree.at(link))
      const before = below(tree, '/elsewhere')
      const global = location === 'global'
      const line = `${tree.at(folder)} leads through a symbolic link out of ${global ? 'your home' : 'the workspace'}, so nothing is added or removed there; put a folder in place of the link.`
      assert.equal(await problemOf(add('review', { global, force: true })), line)
      const removed = removePlugin('Documents', { ...ground, global })
      if (there) assert.deepEqual(removed, { problem: line })
      assert.deepEqual(below(tree, '/elsewhere'), before)
      assert.deepEqual(readdirSync(tree.folder).includes('elsewhere-gone'), false)
    })
  }
}

test('a plugins folder that is a link within the workspace is as good as any', async (t) => {
  const { tree, ground, add } = open(t)
  mkdirSync(tree.at('/ws/.kodelet'))
  mkdirSync(tree.at('/ws/shared'))
  symlinkSync(tree.at('/ws/shared'), tree.at('/ws/.kodelet/plugins'))
  await installed(add('review'))
  assert.ok('path' in removePlugin('review', ground))
  assert.deepEqual(below(tree, '/ws/shared'), [])
})
