// Links that came with a workspace: no verb writes or deletes through one that leads out, and each verb reports it.

import assert from 'node:assert/strict'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { openCli } from '../support/cli.ts'
import { type Tree, writeTree } from '../support/tree.ts'

const cli = openCli()
after(cli.close)
const posix = { skip: process.platform === 'win32' ? 'links need a privilege there' : false }

const HEADER =
  '{"v":1,"kind":"recording","hookbench":"0.1.0","startedAt":"2026-01-01T00:00:00.000Z","session":"old"}'

function stage(t: TestContext, files: string): Tree {
  const tree = writeTree(`//- /home/\n//- /ws/\n//- /elsewhere/\n${files}`)
  t.after(tree.remove)
  return tree
}

const hookbench = (tree: Tree, ...args: readonly string[]) =>
  cli.run(['--workspace', tree.at('/ws'), '--home', tree.at('/home'), ...args])

const run = ['run', 'before_tool_call', '--record'] as const

// The verb, the path in the workspace that is a link to /elsewhere, and the exit code.
const verbs: readonly (readonly [args: readonly string[], linked: string, code: number])[] = [
  [run, '.hookbench', 0],
  [run, '.hookbench/recordings', 0],
  [['recordings', 'prune', '--keep', '0'], '.hookbench', 1],
  [['recordings', 'prune', '--keep', '0'], '.hookbench/recordings', 1],
  [['recordings', 'import', 'PAYLOAD'], '.hookbench/recordings', 1],
  [['record', 'on'], '.hookbench', 1],
  [['replay', 'RECORDING', '--event', '1', '--save-case', 'kept'], '.hookbench', 1],
  [['replay', 'RECORDING', '--event', '1', '--save-case', 'kept'], '.hookbench/cases', 1],
  [['new', 'kodelet', 'before_tool_call', 'guard'], '.kodelet', 1],
  [['new', 'kodelet', 'before_tool_call', 'guard'], '.kodelet/hooks', 1],
  [['new', 'secureyeoman', 'agent_init', 'guard'], 'extensions', 1],
]

test(
  'no verb writes or deletes behind a link that leads out of the workspace, and each says so in one line',
  posix,
  async (t) => {
    for (const [args, linked, code] of verbs) {
      const what = `${args.slice(0, 2).join(' ')} with ${linked}`
      const tree = stage(t, '')
      for (let n = 0; n < 150; n++) writeFileSync(tree.at(`/elsewhere/${n}.ndjson`), `${HEADER}\nmine ${n}\n`)
      mkdirSync(tree.at('/elsewhere/recordings'))
      writeFileSync(tree.at('/elsewhere/recordings/mine.ndjson'), `${HEADER}\nmine\n`)
      mkdirSync(join(tree.at('/ws'), linked, '..'), { recursive: true })
      symlinkSync(tree.at('/elsewhere'), join(tree.at('/ws'), linked))
      const before = contentOf(tree.at('/elsewhere'))
      const names: Readonly<Record<string, () => string>> = {
        PAYLOAD: () => payloadIn(tree),
        RECORDING: () => recordingIn(tree),
      }
      const done = await hookbench(tree, ...args.map((arg) => names[arg]?.() ?? arg))
      assert.deepEqual(contentOf(tree.at('/elsewhere')), before, what)
      assert.match(
        done.stderr,
        /^hookbench: [^\n]*leads through a symbolic link out of [^\n]*; put a file or folder in place of the link\.\n(?:hookbench: nothing was imported\.\n)?$/,
        what,
      )
      assert.equal(done.code, code, what)
    }
  },
)

test('a file that is a link is not written through', posix, async (t) => {
  const tree = stage(t, '//- /elsewhere/profile\nmine\n//- /ws/.hookbench/cases/')
  symlinkSync(tree.at('/elsewhere/profile'), tree.at('/ws/.hookbench/recording.json'))
  const on = await hookbench(tree, 'record', 'on')
  assert.match(on.stderr, /recording\.json leads through a symbolic link/)
  symlinkSync(tree.at('/elsewhere/new'), tree.at('/ws/.hookbench/cases/kept.json'))
  const saved = await hookbench(tree, 'replay', recordingIn(tree), '--event', '1', '--save-case', 'kept')
  assert.match(saved.stderr, /kept\.json leads through a symbolic link/)
  mkdirSync(tree.at('/ws/.hookbench/recordings'))
  symlinkSync(tree.at('/elsewhere/ignore'), tree.at('/ws/.hookbench/recordings/.gitignore'))
  assert.equal((await hookbench(tree, ...run)).code, 0)
  assert.deepEqual(readdirSync(tree.at('/elsewhere')), ['profile'])
  assert.equal(readFileSync(tree.at('/elsewhere/profile'), 'utf8'), 'mine\n')
})

test('pruning deletes recordings and nothing else', posix, async (t) => {
  const tree = stage(
    t,
    `
    //- /ws/.hookbench/recordings/ours-1.ndjson
    ${HEADER}
    //- /ws/.hookbench/recordings/ours-2.ndjson
    ${HEADER}
    //- /ws/.hookbench/recordings/captured.ndjson
    {"tool_name":"bash"}
    //- /ws/.hookbench/recordings/tomorrow.ndjson
    {"v":7,"kind":"recording"}
    //- /ws/.hookbench/recordings/empty.ndjson
    //- /ws/.hookbench/recordings/folder.ndjson/
    //- /ws/.hookbench/recordings/notes.txt
    ${HEADER}
    //- /elsewhere/theirs.ndjson
    ${HEADER}
    //- /ws/.hookbench/recordings/link.ndjson -> ../../../elsewhere/theirs.ndjson
    //- /ws/.hookbench/recordings/pipe.ndjson fifo
  `,
  )
  const { code, stdout } = await hookbench(tree, 'recordings', 'prune', '--keep', '0', '--json')
  assert.equal(code, 0)
  assert.deepEqual(JSON.parse(stdout).deleted.toSorted(), ['ours-1.ndjson', 'ours-2.ndjson'])
  assert.deepEqual(readdirSync(tree.at('/ws/.hookbench/recordings')).toSorted(), [
    'captured.ndjson',
    'empty.ndjson',
    'folder.ndjson',
    'link.ndjson',
    'notes.txt',
    'pipe.ndjson',
    'tomorrow.ndjson',
  ])
  assert.ok(existsSync(tree.at('/elsewhere/theirs.ndjson')))
})

test('recording beside files of others keeps its own limit and touches none of theirs', posix, async (t) => {
  const tree = stage(t, '//- /ws/.hookbench/settings.json\n{ "recording": { "keep": 2 } }\n')
  mkdirSync(tree.at('/ws/.hookbench/recordings'))
  for (let n = 0; n < 20; n++)
    writeFileSync(tree.at(`/ws/.hookbench/recordings/theirs-${n}.ndjson`), '{"mine":true}\n')
  for (let n = 0; n < 4; n++) assert.equal((await hookbench(tree, '--trust-workspace', ...run)).code, 0)
  const names = readdirSync(tree.at('/ws/.hookbench/recordings')).filter((name) => name.endsWith('.ndjson'))
  assert.deepEqual(
    [
      names.filter((name) => name.startsWith('theirs')).length,
      names.filter((name) => !name.startsWith('theirs')).length,
    ],
    [20, 2],
  )
})

function payloadIn(tree: Tree): string {
  const path = tree.at('/payload.json')
  writeFileSync(path, '{"event":"before_tool_call","tool_name":"bash","tool_input":{},"tool_user_id":"1"}')
  return path
}

function recordingIn(tree: Tree): string {
  const path = tree.at('/some.ndjson')
  const fired = {
    v: 1,
    kind: 'fired',
    at: 1,
    firing: 'a',
    dialect: 'kodelet',
    event: 'before_tool_call',
    payload: { event: 'before_tool_call', tool_name: 'bash' },
    session: 's',
  }
  const outcome = {
    v: 1,
    dialect: 'kodelet',
    event: 'before_tool_call',
    decision: 'pass',
    changed: false,
    context: [],
    notes: [],
    followUps: [],
    durationMs: 1,
  }
  const settled = { v: 1, kind: 'settled', at: 2, firing: 'a', outcome }
  writeFileSync(path, `${HEADER}\n${JSON.stringify(fired)}\n${JSON.stringify(settled)}\n`)
  return path
}

function contentOf(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return lstatSync(path).isDirectory()
      ? [path, ...contentOf(path)]
      : [`${path} ${readFileSync(path, 'utf8')}`]
  })
}

const SECRET = 'hunter2topsecret'

test('no verb shows what a link that leads out of the workspace holds', posix, async (t) => {
  const tree = stage(
    t,
    `//- /ws/.hookbench/cases/\n//- /ws/.claude/\n//- /ws/.kaizen/hooks/\n//- /ws/extensions/`,
  )
  writeFileSync(tree.at('/elsewhere/secret'), `${SECRET}: ${SECRET} ${SECRET}\n{"a": ${SECRET}}\n`)
  for (const linked of [
    '.hookbench/cases/some.json',
    '.hookbench/settings.json',
    '.hookbench/recording.json',
    '.claude/settings.json',
    '.kaizen/hooks/some.py',
    'extensions/_10_some.mjs',
    'secureyeoman.yaml',
  ])
    symlinkSync(tree.at('/elsewhere/secret'), join(tree.at('/ws'), linked))
  for (const args of [
    ['check'],
    ['check', '--json'],
    ['check', '--format', 'sarif'],
    ['list', '--problems'],
    ['test'],
    ['record', 'status'],
    ['replay', join(tree.at('/ws'), '.hookbench/cases/some.json')],
    ['convert', 'claude-code', 'codex'],
  ]) {
    const { stdout, stderr } = await hookbench(tree, ...args)
    assert.ok(!`${stdout}${stderr}`.includes(SECRET.slice(0, 7)), `${args.join(' ')}: ${stdout}${stderr}`)
  }
})

const turned: readonly (readonly [
  what: string,
  files: string,
  command: string,
  link: string,
  before: string,
  after: string,
])[] = [
  [
    'of a shell script',
    `//- /ws/impl/strict.sh
. ./impl/lax.sh
//- /ws/impl/lax.sh
[ -z "$AGAIN" ] || . ./impl/strict.sh
`,
    'sh ./guard.sh',
    'guard.sh',
    'impl/strict.sh',
    'impl/lax.sh',
  ],
  [
    'to a folder that a script loads from',
    `//- /ws/strict/rule.js
module.exports = () => true
//- /ws/lax/rule.js
module.exports = () => false
//- /ws/guard.js
require('./strict/rule.js')
require('./lax/rule.js')
if (require('./current/rule.js')()) process.exit(2)
`,
    'node ./guard.js',
    'current',
    'strict',
    'lax',
  ],
]

for (const [what, files, command, link, before, after] of turned)
  test(`a link ${what} that is turned to another trusted file of the hook is a change`, posix, async (t) => {
    const tree = stage(
      t,
      `//- /ws/.claude/settings.json
${JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } })}
${files}`,
    )
    const turn = (to: string) => {
      rmSync(tree.at(`/ws/${link}`), { force: true })
      symlinkSync(to, tree.at(`/ws/${link}`))
    }
    const state = async () => {
      const { stdout } = await hookbench(tree, 'list', '--json')
      const hooks: readonly { readonly dialect: string; readonly state: string }[] = JSON.parse(stdout)
      return hooks.find(({ dialect }) => dialect === 'claude-code')?.state
    }
    turn(before)
    assert.equal((await hookbench(tree, 'trust', '--yes')).code, 0)
    assert.equal(await state(), 'active')
    turn(after)
    assert.equal(await state(), 'untrusted')
    turn(before)
    assert.equal(await state(), 'active')
  })
