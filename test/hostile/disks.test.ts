// Failing disks and folders: full, read-only, torn by a kill, tangled by links. Hooks run nevertheless.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import { openWorkspace, recordWorkspace } from '../../runtime/index.ts'
import { openCli, startCli } from '../support/cli.ts'
import { canMount, mountReadOnly, mountSmall } from '../support/mounts.ts'
import { type Tree, writeTree } from '../support/tree.ts'
import { leftIn, processesIn } from './stage.ts'

const cli = openCli()
after(cli.close)
const mounts = { skip: canMount() ? false : 'mounting is not allowed here' }
const linux = { skip: process.platform === 'linux' ? false : 'reads /proc' }

const HOOKS = `
  //- /home/
  //- /ws/.compilr/hooks/marks.mjs
  export default { beforeTool: [({ input }) => ({ input: { ...input, marked: true } })] }
  //- /ws/.kodelet/hooks/hangs 755
  #!/bin/sh
  [ "$1" = hook ] && echo turn_end && exit
  sh -c 'trap "" TERM; while :; do sleep 1; done' &
  sleep 300
`

function stage(t: { after(action: () => void): void }): Tree {
  const tree = writeTree(HOOKS)
  t.after(tree.remove)
  return tree
}

const hookbench = (tree: Tree, ...args: readonly string[]) =>
  cli.run(['--workspace', tree.at('/ws'), '--home', tree.at('/home'), ...args])

const payload = { ...(recordOf('compilr', 'beforeTool')?.example as object), text: 'x'.repeat(8000) }

test('a disk that fills up ends the recording with one message, and nothing else', mounts, async (t) => {
  const tree = writeTree(HOOKS)
  const folder = tree.at('/ws/.hookbench/recordings')
  mkdirSync(folder, { recursive: true })
  t.after(mountSmall(folder, 64))
  t.after(tree.remove)
  const workspace = await openWorkspace({ root: tree.at('/ws'), home: tree.at('/home'), trust: 'workspace' })
  t.after(() => workspace.close())
  const lines: string[] = []
  const recorder = recordWorkspace(workspace, (line) => lines.push(line))
  for (let n = 0; n < 20; n++) {
    const outcome = await workspace.fire('beforeTool', payload, { dialect: 'compilr', session: 'full' })
    assert.equal(outcome.changed, true)
  }
  recorder.close()
  assert.equal(lines.length, 1)
  assert.match(
    lines[0] ?? '',
    /^recording ended: the disk that holds .*recordings is full; what came before is in .*full\.ndjson$/,
  )
  const shown = await hookbench(tree, 'recordings', 'show', 'full', '--json')
  assert.equal(shown.code, 0, shown.stderr)
  const { events, problems } = JSON.parse(shown.stdout)
  assert.ok(events.length >= 2 && events.length < 20)
  assert.equal(
    problems.filter(({ message }: { message: string }) => /torn/.test(message)).length,
    0,
    'ends with a whole line',
  )
})

test('a read-only workspace: hooks run, nothing is recorded, and both are reported', mounts, async (t) => {
  const tree = writeTree(HOOKS)
  t.after(mountReadOnly(tree.at('/ws')))
  t.after(tree.remove)
  const file = tree.at('/payload.json')
  writeFileSync(file, JSON.stringify(payload))
  const ran = await hookbench(
    tree,
    '--trust-workspace',
    'run',
    'beforeTool',
    '--payload',
    file,
    '--record',
    '--json',
  )
  assert.equal(ran.code, 0)
  assert.equal(JSON.parse(ran.stdout).payload.input.marked, true)
  assert.match(ran.stderr, /^hookbench: recording ended: .*recordings is on a read-only disk\.\n$/)
  assert.equal((await hookbench(tree, 'trust', '--yes')).code, 0, "the ledger is the user's")
  assert.equal(
    (await hookbench(tree, 'recordings')).stdout,
    'Nothing was recorded here yet. `hookbench run … --record` records one firing.\n',
  )
})

test(
  'a runtime killed while recording leaves a readable recording, and its hooks end at once',
  linux,
  async (t) => {
    const tree = stage(t)
    const script = fileURLToPath(new URL('../programs/recordingRuntime.ts', import.meta.url))
    const runtime = spawn(process.execPath, [script, tree.at('/ws'), tree.at('/home')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(runtime.stdout, 'data')
    assert.ok(processesIn(tree.folder).length >= 2, 'the hook and its child run')
    const exited = once(runtime, 'exit')
    runtime.kill('SIGKILL')
    await exited

    assert.deepEqual(await leftIn(tree.folder), [], 'its hooks end although no runtime was started since')

    const shown = JSON.parse((await hookbench(tree, 'recordings', 'show', 'busy', '--json')).stdout)
    assert.ok(shown.events.length >= 50)
    for (const { outcome } of shown.events.slice(0, 50)) assert.equal(outcome.changed, true)
    const open = await hookbench(tree, 'recordings', 'show', 'hangs')
    assert.match(open.stdout, /^ +1 +turn_end +kodelet +never settled/)
    assert.equal(open.code, 0)

    const [file = ''] = readdirSync(tree.at('/ws/.hookbench/recordings')).filter((name) =>
      name.endsWith('-busy.ndjson'),
    )
    const path = join(tree.at('/ws/.hookbench/recordings'), file)
    const whole = JSON.parse((await hookbench(tree, 'recordings', 'show', 'busy', '--json')).stdout).events
      .length
    appendFileSync(path, '{"v":1,"kind":"fired","at":1,"firing":"x","dialect":"compi')
    const torn = await hookbench(tree, 'recordings', 'show', 'busy', '--json')
    const report = JSON.parse(torn.stdout)
    assert.equal(report.events.length, whole)
    assert.match(
      torn.stderr,
      /^hookbench: line \d+: the last line is incomplete, as after a crash; skipped\.\n/,
    )
  },
)

test('a command ended by a signal takes its hooks along', linux, async (t) => {
  await Promise.all(
    Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }).map(async ([signal, expected]) => {
      // Each gets a folder of its own, so that every process in it belongs to this command.
      const tree = stage(t)
      const turn = tree.at('/turn.json')
      writeFileSync(turn, JSON.stringify(recordOf('kodelet', 'turn_end')?.example))
      const where = ['--workspace', tree.at('/ws'), '--home', tree.at('/home'), '--trust-workspace']
      const command = startCli([...where, 'run', 'turn_end', '--payload', turn])
      const ended = once(command, 'exit')
      while (processesIn(tree.folder).length < 2) {
        assert.equal(command.exitCode, null, 'the hook never ran')
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      await new Promise((resolve) => setTimeout(resolve, 300))
      command.kill(signal as NodeJS.Signals)
      assert.deepEqual(await ended, [expected, null])
      assert.deepEqual(await leftIn(tree.folder), [])
    }),
  )
})

test('symlink loops in hook folders end nowhere and hide nothing', async (t) => {
  const tree = stage(t)
  tree.write(`
    //- /ws/.kodelet/hooks/loop -> loop
    //- /ws/.kodelet/hooks/circle -> ../hooks
    //- /ws/.kodelet/plugins/acme@loop/hooks -> ../acme@loop
    //- /ws/extensions/again -> ../extensions
    //- /ws/extensions/self.ts -> self.ts
    //- /ws/extensions/fine.mjs
    export const agent_init = () => {}
    //- /ws/.kaizen/hooks -> ../.kaizen/hooks
    //- /home/.kodelet -> .kodelet
  `)
  const { code, stdout, stderr } = await hookbench(tree, '--trust-workspace', 'list', '--json')
  assert.deepEqual([code, stderr], [0, ''])
  const hooks = JSON.parse(stdout).filter(({ source }: { source: string }) => source !== 'builtin')
  assert.deepEqual(
    hooks
      .filter(({ state }: { state: string }) => state === 'active')
      .map(({ name }: { name: string }) => name),
    ['fine', 'hangs', 'beforeTool[0]'],
  )
  const text = await hookbench(tree, '--trust-workspace', 'list')
  const errors = text.stdout.split('\n').filter((line) => /^error .* leads back to itself/.test(line))
  assert.equal(errors.length, 5, text.stdout)
})

test('two files of one name: the nearer one runs, the other says what hides it', async (t) => {
  const tree = stage(t)
  tree.write(`
    //- /home/.kodelet/hooks/hangs 755
    #!/bin/sh
    [ "$1" = hook ] && echo turn_end && exit
    //- /ws/extensions/_10_same.ts
    export const agent_init = () => {}
    //- /ws/extensions/_10_same.mjs
    export const agent_init = () => {}
    //- /home/.secureyeoman/extensions/_10_same.ts
    export const agent_init = () => {}
  `)
  const { stdout } = await hookbench(tree, '--trust-workspace', 'list', '--json')
  const hooks: { id: string; state: string; why?: string }[] = JSON.parse(stdout)
  const states = hooks
    .filter(({ id }) => /same|hangs/.test(id))
    .map(({ id, state, why }) => `${id} ${state} ${why ?? ''}`.trim())
  assert.deepEqual(states, [
    'secureyeoman:workspace:_10_same.mjs active',
    'secureyeoman:user:_10_same.ts shadowed Hidden by extensions/_10_same.ts.',
    'secureyeoman:workspace:_10_same.ts active',
    'kodelet:workspace:hangs active',
    'kodelet:user:hangs shadowed Hidden by .kodelet/hooks/hangs.',
  ])
})

test('a file of the workspace hides a hook from the home folder only where it may run itself', async (t) => {
  const denies = `#!/bin/sh
    [ "$1" = hook ] && echo before_tool_call && exit
    echo '{"blocked":true,"reason":"not here"}'`
  const tree = writeTree(`
    //- /home/.kodelet/hooks/guard 755
    ${denies}
    //- /home/.kodelet/plugins/org@repo/hooks/guard 755
    ${denies}
    //- /ws/README.md
  `)
  t.after(tree.remove)
  const run = async (...args: readonly string[]) => (await hookbench(tree, ...args)).stdout
  await run('trust', '--yes')
  const states = async (...args: readonly string[]) =>
    (JSON.parse(await run(...args, 'list', '--json')) as { id: string; state: string; why?: string }[])
      .map(({ id, state, why }) => `${id.slice('kodelet:'.length)} ${state}: ${why}`)
      .sort()
  const decided = async () =>
    (await run('run', 'before_tool_call')).split('\n').filter((line) => /deny|pass/.test(line))
  const before = await decided()
  assert.match(before.join(), /deny/)
  for (const [text, state] of [
    [denies.replace('true', 'false'), 'untrusted'],
    ['', 'broken'],
  ] as const) {
    for (const path of ['/ws/.kodelet/hooks/guard', '/ws/.kodelet/plugins/org@repo/hooks/guard']) {
      mkdirSync(dirname(tree.at(path)), { recursive: true })
      writeFileSync(tree.at(path), text, { mode: 0o755 })
    }
    const listed = (await states()).filter((one) => /^(?:user:|plugin:~)/.test(one))
    assert.deepEqual(listed, [
      `plugin:~/org@repo/guard active: .kodelet/plugins/org@repo/hooks/guard has the same name but does not hide it, because it is ${state}.`,
      `user:guard active: .kodelet/hooks/guard has the same name but does not hide it, because it is ${state}.`,
    ])
    assert.match((await decided()).join(), /deny/)
    rmSync(tree.at('/ws/.kodelet'), { recursive: true })
  }
})

for (const [what, configuration, path] of [
  ['switched off by the workspace', 'enabled: false', '/ws/extensions'],
  ['in a folder beside the workspace that the workspace names', 'directories: [../beside]', '/beside'],
  ['in a folder of the workspace under another name', 'directories: [LINKED]', '/ws/other'],
] as const)
  test(`an untrusted file ${what} hides no guard of the user`, async (t) => {
    const tree = writeTree(`
      //- /home/.secureyeoman/extensions/_10_guard.mjs
      export const tool_execute_before = () => null
      //- /ws/README.md
      //- /linked -> ws
    `)
    t.after(tree.remove)
    const run = async (...args: readonly string[]) => (await hookbench(tree, ...args)).stdout
    await run('trust', '--yes')
    assert.match(await run('run', 'tool_execute_before'), /^deny by secureyeoman:user:_10_guard\.mjs/m)
    mkdirSync(tree.at(path), { recursive: true })
    writeFileSync(join(tree.at(path), '_10_guard.mjs'), 'export const tool_execute_before = (c) => c\n')
    const text = configuration.replace('LINKED', join(tree.folder, 'linked/other'))
    writeFileSync(tree.at('/ws/secureyeoman.yaml'), `extensions:\n  ${text}\n`)
    assert.match(await run('run', 'tool_execute_before'), /^deny by secureyeoman:user:_10_guard\.mjs/m)
    assert.match(
      await run('list'),
      /has the same name but does not hide it, because it is (?:untrusted|disabled)/,
    )
  })

test('where an untrusted file hides two of the user, the nearer one of them runs and hides the other', async (t) => {
  const guard = 'export const tool_execute_before = () => null'
  const tree = writeTree(`
    //- /home/.secureyeoman/extensions/_10_guard.mjs
    ${guard}
    //- /far/_10_guard.mjs
    ${guard}
    //- /ws/README.md
  `)
  t.after(tree.remove)
  tree.write(`//- /home/.secureyeoman/config.yaml\nextensions:\n  directories: [${tree.at('/far')}]\n`)
  const list = async () =>
    JSON.parse((await hookbench(tree, 'list', '--json')).stdout) as { path: string; state: string }[]
  const states = async () =>
    (await list())
      .filter(({ path }) => path.endsWith('_10_guard.mjs'))
      .map(({ path, state }) => `${path.slice(tree.folder.length)} ${state}`)
      .sort()
  await hookbench(tree, 'trust', '--yes')
  const before = await states()
  assert.deepEqual(before.map((one) => one.split(' ')[1]).sort(), ['active', 'shadowed'])
  tree.write('//- /ws/extensions/_10_guard.mjs\nexport const tool_execute_before = (c) => c\n')
  assert.deepEqual(await states(), [...before, '/ws/extensions/_10_guard.mjs untrusted'].sort())
})

test('a recording with an unknown version or a foreign dialect is reported, and others are listed', async (t) => {
  const tree = stage(t)
  const folder = tree.at('/ws/.hookbench/recordings')
  mkdirSync(folder, { recursive: true })
  const header = (v: number, session: string) =>
    `${JSON.stringify({ v, kind: 'recording', hookbench: '9.9.9', startedAt: '2026-01-01T00:00:00.000Z', session })}\n`
  writeFileSync(join(folder, 'tomorrow.ndjson'), header(7, 'tomorrow'))
  writeFileSync(join(folder, 'garbage.ndjson'), '\u0000\u0001 no recording')
  writeFileSync(join(folder, 'empty.ndjson'), '')
  const fired = { v: 1, kind: 'fired', at: 1, firing: 'a', dialect: 'klingon', event: 'attack', payload: {} }
  const outcome = {
    v: 1,
    dialect: 'klingon',
    event: 'attack',
    decision: 'pass',
    changed: false,
    context: [],
    notes: [],
    followUps: [],
    durationMs: 1,
  }
  const settled = { v: 1, kind: 'settled', at: 2, firing: 'a', outcome }
  writeFileSync(
    join(folder, 'foreign.ndjson'),
    `${header(1, 'foreign')}${JSON.stringify(fired)}\n${JSON.stringify(settled)}\n`,
  )

  const listed = JSON.parse((await hookbench(tree, 'recordings', '--json')).stdout)
  const problems = Object.fromEntries(
    listed.map(({ name, problem }: { name: string; problem?: string }) => [name, problem ?? 'fine']),
  )
  assert.match(problems['tomorrow.ndjson'], /version 7/)
  assert.match(problems['garbage.ndjson'], /not a recording|no recording|header/i)
  assert.match(problems['empty.ndjson'], /empty|header|no recording|not a recording/i)
  assert.equal(problems['foreign.ndjson'], 'fine')
  const refused = await hookbench(tree, 'replay', 'tomorrow')
  assert.deepEqual(
    [refused.code, /^hookbench: .*version 7.*\n$/.test(refused.stderr)],
    [1, true],
    refused.stderr,
  )
  const replayed = await hookbench(tree, 'replay', 'foreign', '--json')
  assert.equal(replayed.code, 1)
  const { failed, events } = JSON.parse(replayed.stdout)
  assert.equal(failed, 1)
  assert.match(events[0].failed, /does not support the dialect "klingon"/)
  assert.equal((await hookbench(tree, 'recordings', 'show', 'foreign')).code, 0)
})
