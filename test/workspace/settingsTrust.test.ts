// What a repository's own settings may do before they are trusted: nothing that runs code or disables a guard.

import assert from 'node:assert/strict'
import { existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import { defaultSettings, Settings } from '../../runtime/contract/settings.ts'
import { settingsTrust, withoutTrust } from '../../runtime/contract/settingsTrust.ts'
import { withSettings } from '../../runtime/documents/settings.ts'
import { openLedger } from '../../runtime/trust/ledger.ts'
import { ledgerFile } from '../../runtime/trust/store.ts'
import { configurations } from '../../runtime/workspace/configurations.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import { settingsOf } from '../../runtime/workspace/settings.ts'
import type { OpenOptions, Workspace } from '../../runtime/workspace/workspace.ts'
import { type Tree, writeTree } from '../support/tree.ts'

const GUARD = `
  //- /home/.kodelet/hooks/guard 755
  #!/bin/bash
  [ "$1" = hook ] && echo before_tool_call && exit
  echo '{"blocked": true, "reason": "guarded"}'
`

type World = { readonly tree: Tree; open(more?: Partial<OpenOptions>): Promise<Workspace> }

function world(t: TestContext, settings: unknown): World {
  const tree = writeTree(GUARD)
  t.after(tree.remove)
  tree.write(`//- /ws/.hookbench/settings.json\n${JSON.stringify(settings)}\n`)
  return {
    tree,
    async open(more = {}) {
      const workspace = await openWorkspace({ root: tree.at('/ws'), home: tree.at('/home'), ...more })
      t.after(() => workspace.close())
      return workspace
    },
  }
}

const ledgerOf = (tree: Tree) =>
  openLedger({ file: ledgerFile(tree.at('/home')), root: tree.at('/ws'), home: tree.at('/home') })

async function trustGuard({ tree, open }: World): Promise<void> {
  const hooks = (await open()).list().filter(({ name }) => /\bguard$/.test(name))
  assert.equal((await ledgerOf(tree).trust(hooks, 'exact')).ok, true)
}

const call = recordOf('kodelet', 'before_tool_call')?.example
const guarded = async (workspace: Workspace) =>
  (await workspace.fire('before_tool_call', call, { dialect: 'kodelet' })).reason

for (const settings of [
  { disabled: ['kodelet:user:*'] },
  { disabled: ['**'] },
  { maxExecutionTime: 1 },
  { environment: { drop: ['PATH'] } },
  { environment: { set: { PATH: '/nowhere' } } },
  { sandbox: { user: 'sandboxed', denyRead: ['/bin'] } },
]) {
  test(`untrusted settings do not keep a guard of the user from deciding: ${JSON.stringify(settings)}`, async (t) => {
    const one = world(t, settings)
    await trustGuard(one)
    assert.equal(await guarded(await one.open()), 'guarded')
  })
}

test('untrusted settings do not shut out a guard of a plugin in the home', async (t) => {
  const one = world(t, { sandbox: { plugin: 'sandboxed', denyRead: ['/bin'] } })
  rmSync(one.tree.at('/home/.kodelet'), { recursive: true })
  one.tree.write(GUARD.replace('.kodelet/hooks', '.kodelet/plugins/acme@rules/hooks'))
  await trustGuard(one)
  const workspace = await one.open()
  assert.equal(await guarded(workspace), 'guarded')
  assert.deepEqual(workspace.settingsNeed?.fields, ['sandbox.plugin'])
})

test('untrusted settings run no code inside a trusted hook; trusted ones set what they say', async (t) => {
  const one = world(t, {})
  const { tree } = one
  const seen = tree.at('/seen')
  writeFileSync(tree.at('/evil.sh'), `touch '${seen}'\n`)
  writeFileSync(
    tree.at('/ws/.hookbench/settings.json'),
    JSON.stringify({ environment: { set: { BASH_ENV: tree.at('/evil.sh') } } }),
  )
  await trustGuard(one)
  const workspace = await one.open()
  assert.equal(await guarded(workspace), 'guarded')
  assert.equal(existsSync(seen), false)
  assert.deepEqual(
    // A path with spaces is quoted.
    workspace.problems.map(({ code, severity, path, message }) => [
      ...[code, severity, path],
      message.replace(/'(.*)'/, '$1'),
    ]),
    [
      [
        'settings.untrusted',
        'warning',
        tree.at('/ws/.hookbench/settings.json'),
        `environment.set does not count: not trusted yet; run \`hookbench trust ${tree.at('/ws/.hookbench/settings.json')}\`.`,
      ],
    ],
  )
  assert.equal((await ledgerOf(tree).trust(configurations(workspace), 'exact')).ok, true)
  await workspace.reload()
  assert.deepEqual(workspace.problems, [])
  assert.equal(await guarded(workspace), 'guarded')
  assert.equal(existsSync(seen), true)
})

test('trust pins the bytes of the settings: an edit takes back what needs trust and keeps the rest', async (t) => {
  const { tree, open } = world(t, { maxExecutionTime: 700, failOpen: false })
  const workspace = await open()
  assert.deepEqual(
    [workspace.settings.maxExecutionTime, workspace.settings.failOpen, workspace.settingsNeed?.fields],
    [undefined, false, ['maxExecutionTime']],
  )
  await ledgerOf(tree).trust(configurations(workspace), 'exact')
  await workspace.reload()
  assert.equal(workspace.settings.maxExecutionTime, 700)
  assert.equal(workspace.settingsNeed?.hook.why, undefined)
  tree.write('//- /ws/.hookbench/settings.json\n{"maxExecutionTime": 1, "failOpen": false}\n')
  await workspace.reload()
  assert.deepEqual([workspace.settings.maxExecutionTime, workspace.settings.failOpen], [undefined, false])
  assert.match(workspace.settingsNeed?.hook.why ?? '', /^changed since it was trusted: settings\.json/)
})

test('a workspace trusted for edits, or for this process, is trusted with its settings', async (t) => {
  const { tree, open } = world(t, { maxExecutionTime: 700 })
  assert.equal((await open({ trust: 'workspace' })).settings.maxExecutionTime, 700)
  assert.equal((await open()).settings.maxExecutionTime, undefined)
  const at = { root: tree.at('/ws'), home: tree.at('/home') }
  assert.equal(settingsOf(at).maxExecutionTime, undefined)
  assert.equal(settingsOf({ ...at, trust: 'workspace' }).maxExecutionTime, 700)
  await ledgerOf(tree).trustFolder(tree.at('/ws'), 'edits')
  assert.equal((await open()).settings.maxExecutionTime, 700)
  assert.equal(settingsOf(at).maxExecutionTime, 700)
})

test('a settings file that is a link out of the workspace is not trusted with it', async (t) => {
  const { tree, open } = world(t, {})
  tree.write('//- /elsewhere.json\n{"maxExecutionTime": 700}\n//- /ws/sub/.hookbench/\n')
  symlinkSync(tree.at('/elsewhere.json'), tree.at('/ws/sub/.hookbench/settings.json'))
  const root = tree.at('/ws/sub')
  assert.equal((await open({ root, trust: 'workspace' })).settings.maxExecutionTime, undefined)
})

test("the caller's own settings need no trust", async (t) => {
  const { open } = world(t, { maxExecutionTime: 1 })
  assert.equal((await open({ settings: { maxExecutionTime: 900 } })).settings.maxExecutionTime, 900)
})

function leaves(shape: object, at = ''): readonly string[] {
  if (!('properties' in shape)) return [at]
  return Object.entries(shape.properties as Record<string, object>).flatMap(([name, inner]) =>
    leaves(inner, at === '' ? name : `${at}.${name}`),
  )
}

test('of every setting it is decided whether it needs trust', () => {
  assert.deepEqual(Object.keys(settingsTrust).sort(), [...leaves(Settings)].sort())
})

const held: readonly (readonly [stated: object, fields: readonly string[]])[] = [
  [{ redaction: { enabled: false, keys: ['pin'], allow: ['a'] } }, ['redaction.enabled', 'redaction.allow']],
  [{ redaction: { enabled: true, keys: ['pin'], patterns: ['x'] } }, []],
  [{ builtin: { auditTrail: {}, securityGuardrail: {}, logging: {} } }, []],
  [{ sandbox: { workspace: 'sandboxed', allowWrite: ['/'] } }, ['sandbox.allowWrite']],
  [
    { recording: { keep: 1, maxBytes: 4096 }, outputCap: 1024 },
    ['recording.maxBytes', 'recording.keep', 'outputCap'],
  ],
  [{ recording: { keep: 1000 }, outputCap: 2 ** 30, workers: 8, failOpen: false }, []],
]

for (const [stated, fields] of held) {
  test(`${JSON.stringify(stated)} needs trust for ${fields.join(', ') || 'nothing'}`, () => {
    const settings = withSettings(defaultSettings, stated)
    const without = withoutTrust(settings)
    assert.deepEqual(without.fields, fields)
    if (fields.length === 0) assert.deepEqual(without.settings, settings)
    assert.deepEqual(withoutTrust(without.settings).fields, [], 'what is left needs none')
  })
}

test("an untrusted secureyeoman.yaml quietens its own hooks, never the user's", async (t) => {
  const tree = writeTree(`
    //- /home/.secureyeoman/extensions/guard.mjs
    export const tool_execute_before = () => null
    //- /home/.secureyeoman/config.yaml
    extensions:
      failOpen: false
    //- /ws/extensions/own.mjs
    export const tool_execute_before = (context) => context
    //- /ws/secureyeoman.yaml
    extensions:
      enabled: false
      maxExecutionTime: 1
      failOpen: true
  `)
  t.after(tree.remove)
  const open = async () => {
    const workspace = await openWorkspace({ root: tree.at('/ws'), home: tree.at('/home') })
    t.after(() => workspace.close())
    return workspace
  }
  const ledger = ledgerOf(tree)
  await ledger.trust(
    (await open()).list().filter(({ name }) => /\bguard$/.test(name)),
    'exact',
  )
  const stranger = await open()
  const of = (workspace: Workspace, name: string) => workspace.list().find((hook) => hook.name === name)
  assert.deepEqual([of(stranger, 'guard')?.state, of(stranger, 'guard')?.timeoutMs], ['active', 5000])
  assert.notEqual(of(stranger, 'own')?.state, 'active')
  assert.equal(stranger.extensions.failOpen, false)
  const trusted = await openWorkspace({ root: tree.at('/ws'), home: tree.at('/home'), trust: 'workspace' })
  t.after(() => trusted.close())
  assert.equal(of(trusted, 'guard')?.state, 'disabled')
  assert.equal(trusted.extensions.failOpen, true)
})
