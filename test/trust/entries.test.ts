// Trust in entries of configuration files: what keeps it, what revokes it, and that it covers only its own entry.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialectOf } from '../../runtime/contract/dialects/index.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import { defaultSettings } from '../../runtime/contract/settings.ts'
import { discover } from '../../runtime/discovery/discover.ts'
import { openLedger } from '../../runtime/trust/ledger.ts'
import { type Tree, writeTree } from '../support/tree.ts'

const settings = {
  permissions: { allow: ['Bash(npm test)'] },
  env: { STRICT: '1' },
  hooks: {
    PreToolUse: [
      { matcher: 'Bash', hooks: [{ type: 'command', command: 'node scripts/guard.mjs' }] },
      { matcher: 'Edit', hooks: [{ type: 'command', command: 'python3 scripts/audit.py' }] },
    ],
  },
}

type Settings = typeof settings

function setting(t: TestContext) {
  const tree = writeTree(`
    //- /ws/scripts/guard.mjs
    import './lib.mjs'
    //- /ws/scripts/lib.mjs
    export const x = 1
    //- /ws/scripts/audit.py
    pass
  `)
  t.after(tree.remove)
  write(tree, settings)
  return { tree, ledger: openLedger({ file: tree.at('/data/trust.json'), root: tree.at('/ws') }) }
}

function write(tree: Tree, value: Settings, indent?: number): void {
  tree.write(`//- /ws/.claude/settings.json\n${JSON.stringify(value, undefined, indent)}\n`)
}

async function entriesOf(tree: Tree): Promise<readonly Hook[]> {
  const { hooks } = await discover({
    root: tree.at('/ws'),
    home: tree.at('/home'),
    settings: defaultSettings,
    dialects: [dialectOf('claude-code') as Dialect],
    environment: {},
  })
  return hooks
}

/** Which of the two entries are trusted after a change, if the first was trusted before. */
async function after(t: TestContext, change: (tree: Tree) => void): Promise<readonly boolean[]> {
  const { tree, ledger } = setting(t)
  const [guard] = await entriesOf(tree)
  await ledger.trust([guard as Hook], 'exact')
  change(tree)
  return (await entriesOf(tree)).map((hook) => ledger.check(hook).trusted)
}

const edited = (change: (copy: Settings) => void) => (tree: Tree) => {
  const copy = structuredClone(settings)
  change(copy)
  write(tree, copy)
}

const [bash, edit] = settings.hooks.PreToolUse as [
  Settings['hooks']['PreToolUse'][0],
  Settings['hooks']['PreToolUse'][0],
]

const ROWS: readonly (readonly [it: string, change: (tree: Tree) => void, trusted: readonly boolean[]])[] = [
  ['nothing changed', () => {}, [true, false]],
  ['editing permissions keeps it', edited((copy) => copy.permissions.allow.push('Read')), [true, false]],
  [
    'editing another entry keeps it',
    edited((copy) => Object.assign(copy.hooks.PreToolUse[1]?.hooks[0] ?? {}, { timeout: 5 })),
    [true, false],
  ],
  ['reordering keeps it', edited((copy) => copy.hooks.PreToolUse.reverse()), [false, true]],
  ['reformatting keeps it', (tree) => write(tree, settings, 4), [true, false]],
  [
    'reordering keys keeps it',
    edited((copy) => {
      copy.hooks.PreToolUse[0] = {
        hooks: [{ command: bash.hooks[0]?.command ?? '', type: 'command' }],
        matcher: 'Bash',
      }
    }),
    [true, false],
  ],
  [
    'editing the command takes it',
    edited((copy) =>
      Object.assign(copy.hooks.PreToolUse[0]?.hooks[0] ?? {}, { command: 'node scripts/guard.mjs --off' }),
    ),
    [false, false],
  ],
  [
    'editing the matcher takes it',
    edited((copy) => Object.assign(copy.hooks.PreToolUse[0] ?? {}, { matcher: '*' })),
    [false, false],
  ],
  [
    'editing env takes it',
    edited((copy) => Object.assign(copy.env, { NODE_OPTIONS: '--require ./x.js' })),
    [false, false],
  ],
  [
    'editing the script takes it',
    (tree) => writeFileSync(tree.at('/ws/scripts/guard.mjs'), 'evil()'),
    [false, false],
  ],
  [
    'editing a file that it imports takes it',
    (tree) => writeFileSync(tree.at('/ws/scripts/lib.mjs'), 'evil()'),
    [false, false],
  ],
  [
    'editing the other script keeps it',
    (tree) => writeFileSync(tree.at('/ws/scripts/audit.py'), 'evil()'),
    [true, false],
  ],
  [
    'moving it to another event takes it',
    edited((copy) => {
      Object.assign(copy.hooks, { PreToolUse: [edit], PostToolUse: [bash] })
    }),
    [false, false],
  ],
]

for (const [it, change, trusted] of ROWS) {
  test(it, async (t) => assert.deepEqual(await after(t, change), trusted))
}

test('trust is taken back from one entry, or from its file', async (t) => {
  const { tree, ledger } = setting(t)
  const hooks = await entriesOf(tree)
  const states = async () => (await entriesOf(tree)).map((hook) => ledger.check(hook).trusted)
  await ledger.trust(hooks, 'exact')
  assert.deepEqual(await states(), [true, true])
  await ledger.untrust(hooks[0] as Hook)
  assert.deepEqual(await states(), [false, true])
  await ledger.untrust(tree.at('/ws/.claude/settings.json'))
  assert.deepEqual(await states(), [false, false])
})

test('trust for edits covers entries whose scripts lie in the folder, as they change', async (t) => {
  const { tree, ledger } = setting(t)
  await ledger.trustFolder(tree.at('/ws'), 'edits')
  edited((copy) =>
    Object.assign(copy.hooks.PreToolUse[1]?.hooks[0] ?? {}, { command: `sh ${tree.at('/elsewhere/x.sh')}` }),
  )(tree)
  tree.write('//- /elsewhere/x.sh 755\n#!/bin/sh\n')
  assert.deepEqual(
    (await entriesOf(tree)).map((hook) => ledger.check(hook).trusted),
    [true, false],
  )
})

test('a ledger of version 1 is read, keeps its rows, and rows of a later kind are kept and count for nothing', async (t) => {
  const { tree, ledger } = setting(t)
  const old = { path: '/srv/x', mode: 'exact', hash: 'h', files: [{ path: 'x', hash: 'h' }] }
  const later = { mode: 'signed', key: 'k' }
  tree.write(`//- /data/trust.json 600\n${JSON.stringify({ v: 1, entries: [old, later] })}\n`)
  assert.equal(ledger.problem(), undefined)
  assert.deepEqual(ledger.entries(), [old])
  const [guard] = await entriesOf(tree)
  assert.equal((await ledger.trust([guard as Hook], 'exact')).ok, true)
  const written = JSON.parse(readFileSync(tree.at('/data/trust.json'), 'utf8'))
  assert.equal(written.v, 2)
  assert.deepEqual(written.entries[0], old)
  assert.deepEqual(written.entries.at(-1), later)
  assert.equal(written.entries[1].mode, 'entry')
  assert.equal(JSON.stringify(written.entries[1]).includes('claude'), true)
  assert.equal('host' in written.entries[1], false)
})
