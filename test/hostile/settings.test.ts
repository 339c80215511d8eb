// What trust in `.hookbench/settings.json` covers: every setting is named, and the code that its variables make all
// hooks run is pinned or named.

import assert from 'node:assert/strict'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { remarkTexts, trustRows } from '../../runtime/cli/trustRows.ts'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import { disk } from '../../runtime/discovery/disk.ts'
import { settingsOf } from '../../runtime/project/configuration.ts'
import { openLedger } from '../../runtime/trust/ledger.ts'
import { ledgerFile } from '../../runtime/trust/store.ts'
import { configurations } from '../../runtime/workspace/configurations.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import { spawnCli } from '../support/cli.ts'
import { writeTree } from '../support/tree.ts'

const HOOK = `
  //- /home/.kodelet/hooks/watch 755
  #!/bin/bash
  [ "$1" = hook ] && echo before_tool_call && exit
  cat > /dev/null
  echo '{}'
  //- /ws/x.sh
  true
  //- /ws/x.js
  //- /ws/sub/
`

async function trustedWorkspace(t: TestContext, settings: (ws: string) => object) {
  const tree = writeTree(HOOK)
  t.after(tree.remove)
  const at = { root: tree.at('/ws'), home: tree.at('/home') }
  tree.write(`//- /ws/.hookbench/settings.json\n${JSON.stringify(settings(at.root))}\n`)
  const ledger = openLedger({ file: ledgerFile(at.home), ...at })
  const workspace = await openWorkspace(at)
  t.after(() => workspace.close())
  const [file] = configurations(workspace)
  assert.ok(file)
  assert.equal((await ledger.trust([...workspace.list(), file], 'exact')).ok, true)
  await workspace.reload()
  const remarks = remarkTexts(file, workspace)
  const row = trustRows([file], workspace).flat().join(' ')
  for (const remark of remarks) assert.ok(row.includes(remark), `${remark} is not in: ${row}`)
  return { at, ledger, workspace, remarks, tree }
}

type Variables = Readonly<Record<string, string>>
type Row = readonly [set: (ws: string) => Variables, pinned: readonly string[], named: readonly string[]]

const LOADS = (file: string) => `files that ${file} loads`
const rows: readonly Row[] = [
  [(ws) => ({ BASH_ENV: join(ws, 'x.sh') }), ['x.sh'], [LOADS('x.sh')]],
  [() => ({ BASH_ENV: './x.sh' }), ['x.sh'], ['the code named by BASH_ENV', LOADS('x.sh')]],
  [() => ({ BASH_ENV: 'gone.sh' }), [], ['the code named by BASH_ENV']],
  [(ws) => ({ NODE_OPTIONS: `--require ${ws}/x.js` }), ['x.js'], [LOADS('x.js')]],
  [() => ({ NODE_OPTIONS: '--import left-pad' }), [], ['the code named by NODE_OPTIONS']],
  [(ws) => ({ PYTHONSTARTUP: `${ws}/x.sh`, LOG: '1' }), ['x.sh'], [LOADS('x.sh')]],
  [(ws) => ({ PATH: `${ws}:/usr/bin` }), [], ['the code named by PATH']],
  [() => ({ GIT_SSH_COMMAND: 'sh x.sh' }), [], ['the code named by GIT_SSH_COMMAND']],
  [(ws) => ({ HOME: ws }), [], ['files that hooks find through HOME']],
  [() => ({ PATH: '/usr/bin:/bin', LOG: '1', BASH_ENV: '/dev/null' }), [], []],
]

for (const [set, pinned, named] of rows) {
  const variables = set('/ws')
  test(`trust in settings pins or names what ${JSON.stringify(variables)} runs`, async (t) => {
    const { at, workspace, remarks } = await trustedWorkspace(t, (root) => ({
      environment: { set: set(root) },
    }))
    const files = workspace.settingsNeed?.hook.files.slice(1)
    assert.deepEqual(
      files,
      pinned.map((path) => join(at.root, path)),
    )
    const names = Object.keys(variables).join(', ')
    assert.deepEqual(remarks, [
      `sets environment.set: ${names}`,
      ...named.map((one) => `not covered: ${one}`),
    ])
  })
}

test('trust in settings shows the value of every setting that needs trust, whole and on one line', async (t) => {
  const disabled = ['kodelet:user:guard', `a\n\u202e${'*'.repeat(3000)}`]
  const { remarks } = await trustedWorkspace(t, () => ({ disabled, redaction: { enabled: false } }))
  assert.deepEqual(remarks, [
    `sets disabled: ["kodelet:user:guard","a\\n\\u202e${'*'.repeat(3000)}"]`,
    'sets redaction.enabled: false',
  ])
})

test('a file that trusted settings make hooks run no longer runs once it has changed, also without a reload', async (t) => {
  const set = (root: string) => ({ environment: { set: { BASH_ENV: join(root, 'x.sh') } } })
  const { at, ledger, workspace, tree } = await trustedWorkspace(t, set)
  const ran = tree.at('/RAN')
  const fire = async () => {
    rmSync(ran, { force: true })
    const call = recordOf('kodelet', 'before_tool_call')?.example
    const { hooks } = await workspace.fire('before_tool_call', call, { dialect: 'kodelet' })
    assert.deepEqual(
      hooks.map(({ status }) => status),
      ['returned'],
    )
    return existsSync(ran)
  }
  const isSet = () => settingsOf(at, disk, ledger).environment.set.BASH_ENV !== undefined
  writeFileSync(join(at.root, 'x.sh'), `touch '${ran}'\n`)
  await workspace.reload()
  const [file] = configurations(workspace)
  assert.ok(file)
  assert.equal((await ledger.trust([file], 'exact')).ok, true)
  await workspace.reload()
  assert.equal(await fire(), true)
  assert.equal(isSet(), true)
  writeFileSync(join(at.root, 'x.sh'), `touch '${ran}' # other\n`)
  assert.equal(await fire(), false)
  assert.equal(isSet(), false)
  await workspace.reload()
  assert.match(workspace.settingsNeed?.hook.why ?? '', /^changed since it was trusted: \.\.\/x\.sh;/)
})

test('what trust in settings does not cover is named by the list of hooks', async (t) => {
  const { at } = await trustedWorkspace(t, (ws) => ({
    environment: { set: { PATH: `${ws}:/usr/bin:/bin` } },
  }))
  const { stdout } = await spawnCli(['list', '--workspace', at.root, '--home', at.home])
  assert.match(
    stdout,
    /^\.hookbench\/settings\.json: may run code that trust cannot see: the code named by PATH$/m,
  )
})

for (const [what, half] of [
  ['emptied', ''],
  ['cut off', '{"builtin": {"securityGuardrail": tr'],
] as const) {
  test(`settings that are ${what} while they are saved switch off neither the guardrail nor the sandbox`, async (t) => {
    const whole = { failOpen: false, builtin: { securityGuardrail: true }, sandbox: { plugin: 'strict' } }
    const tree = writeTree(`//- /home/\n//- /ws/.hookbench/settings.json\n${JSON.stringify(whole)}\n`)
    const [root, home] = [tree.at('/ws'), tree.at('/home')]
    const workspace = await openWorkspace({ root, home, watch: true })
    t.after(async () => {
      await workspace.close()
      tree.remove()
    })
    const before = workspace.settings
    writeFileSync(tree.at('/ws/.hookbench/settings.json'), half)
    await workspace.reload()
    assert.deepEqual(workspace.settings, before)
    assert.match(
      workspace.problems.map(({ message }) => message).join(),
      /the last good version stays in effect/,
    )
    writeFileSync(tree.at('/ws/.hookbench/settings.json'), '{}')
    await workspace.reload()
    assert.equal(workspace.settings.sandbox.plugin, 'off')
  })
}
