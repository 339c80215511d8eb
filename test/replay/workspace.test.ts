// Recording and replay together with the real runtime: discovery, trust, executors and engine.

import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import { valueAt } from '../../runtime/contract/json.ts'
import { loadRecording } from '../../runtime/recordings/read.ts'
import { casesFolder, loadCases, saveCase } from '../../runtime/replay/cases.ts'
import { replayRecording } from '../../runtime/replay/replay.ts'
import { runCases } from '../../runtime/replay/runCase.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import { recordWorkspace } from '../../runtime/workspace/recording.ts'
import { temporary } from '../recordings/support.ts'
import { tokens } from '../support/secrets.ts'

const guard = (word: string) => `#!/bin/bash
if [ "$1" = hook ]; then echo before_tool_call; exit 0; fi
if grep -q '${word}' ; then echo '{"blocked":true,"reason":"no ${word}"}'; fi
`
const counter = `let count = 0
export default { name: 'counter', hooks: { tool_execute_before: (ctx) => ({ ...ctx, input: { ...ctx.input, count: ++count } }) } }
`

function put(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode })
}

function shop(t: TestContext) {
  const folder = temporary(t)
  const root = join(folder, 'shop')
  const home = join(folder, 'home')
  mkdirSync(home)
  const hook = join(root, '.kodelet', 'hooks', 'guard')
  put(hook, guard('sudo'), 0o755)
  put(join(root, 'extensions', 'counter.mjs'), counter)
  return { root, hook, open: () => openWorkspace({ root, home, trust: 'workspace' }) }
}

const call = (command: string) => ({
  event: 'before_tool_call',
  conv_id: 'c1',
  cwd: '/',
  invoked_by: 'main',
  tool_name: 'bash',
  tool_input: { command },
  tool_user_id: 't1',
})

test('a session is recorded, replays to the same, and shows exactly what an edit changed', {
  skip: process.platform === 'win32' && 'needs bash',
}, async (t) => {
  const { root, hook, open } = shop(t)
  const secret = tokens['GitHub personal'] ?? ''
  const workspace = await open()
  const recorder = recordWorkspace(workspace, (message) => assert.fail(message))
  for (const command of ['ls', 'sudo ls', `echo ${secret}`]) {
    await workspace.fire('before_tool_call', call(command), { dialect: 'kodelet' })
  }
  for (let i = 0; i < 2; i++) {
    const payload = recordOf('secureyeoman', 'tool_execute_before')?.example
    await workspace.fire('tool_execute_before', payload, { dialect: 'secureyeoman', session: 'c1' })
  }
  recorder.close()
  await workspace.close()

  const [path = ''] = recorder.paths()
  const text = readFileSync(path, 'utf8')
  assert.ok(!text.includes(secret), 'no secret is written')
  assert.ok(!text.includes(join(root, '.kodelet')), 'no path of this machine is written')
  const { events, problems } = await loadRecording(path)
  assert.deepEqual(problems, [])
  assert.deepEqual(
    events.map(({ outcome }) => outcome.decision),
    ['pass', 'deny', 'pass', 'pass', 'pass'],
  )
  assert.equal(events[1]?.outcome.hooks[0]?.path, 'guard')
  assert.deepEqual(
    events.slice(3).map(({ outcome }) => valueAt(outcome.payload, 'input.count')),
    [1, 2],
  )

  const same = await replayRecording(open, path)
  assert.deepEqual(
    same.events.flatMap(({ differences = [] }) => differences),
    [],
  )
  assert.deepEqual([same.same, same.changed, same.failed], [5, 0, 0], 'a stateful hook starts fresh')
  assert.equal(readFileSync(path, 'utf8'), text, 'a replay records nothing')

  const cases = [1, 4].map((n, i) => {
    const event = events[n]
    assert.ok(event)
    return saveCase(event, {
      root,
      name: `case ${i}`,
      redaction: workspace.settings.redaction,
    })
  })
  put(hook, guard('ls'), 0o755)
  const changed = await replayRecording(open, path)
  assert.deepEqual(
    changed.events.map((event) => event.same),
    [false, false, true, true, true],
  )
  assert.deepEqual(
    changed.events[0]?.differences?.find(({ path: at }) => at === 'decision'),
    { path: 'decision', recorded: 'pass', replayed: 'deny' },
  )
  assert.deepEqual(
    changed.events[1]?.differences?.find(({ path: at }) => at === 'reason'),
    { path: 'reason', recorded: 'no sudo', replayed: 'no ls' },
  )

  const again = await open()
  const results = await runCases(again, loadCases(casesFolder(root)).cases)
  await again.close()
  assert.equal(results.length, cases.length)
  assert.deepEqual(
    results.map(({ status, differences }) => [status, differences.map((one) => one.path)]),
    [
      ['failed', ['reason']],
      ['failed', ['payload.input.count']],
    ],
  )

  rmSync(hook)
  const gone = await replayRecording(open, path)
  assert.deepEqual([gone.same, gone.changed, gone.failed], [2, 0, 3])
  assert.match(gone.events[0]?.failed ?? '', /^not found: kodelet:workspace:guard$/)
})
