// An embedder closes a workspace, or cancels a firing, while a guard has yet to run: nothing starts afterwards, and where
// failures count as refusals, the guard that did not run refuses.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import { openWorkspace } from '../../runtime/index.ts'
import { writeTree } from '../support/tree.ts'
import { leftIn } from './stage.ts'

const EVENT = 'before_tool_call'
const PAYLOAD = recordOf('kodelet', EVENT)?.example

async function open(t: TestContext, handler?: () => unknown) {
  const tree = writeTree(`
    //- /home/
    //- /ws/.kodelet/hooks/10-guard 755
    #!/bin/sh
    [ "$1" = hook ] && echo ${EVENT} && exit
    cat > /dev/null
    touch ran
    echo '{"blocked": true, "reason": "no"}'
  `)
  const own: Hook = {
    id: 'kodelet:user:own',
    name: 'own',
    dialect: 'kodelet',
    events: [EVENT],
    source: 'user',
    path: '',
    runner: 'in-process',
    state: 'active',
    order: -1,
    timeoutMs: 60_000,
    files: [],
    handler: handler ?? (() => undefined),
  }
  const workspace = await openWorkspace({
    root: tree.at('/ws'),
    home: tree.at('/home'),
    trust: 'workspace',
    handlers: handler === undefined ? [] : [own],
    settings: { failOpen: false },
  })
  t.after(async () => {
    await workspace.close()
    tree.remove()
  })
  return { tree, workspace, fire: (signal?: AbortSignal) => workspace.fire(EVENT, PAYLOAD, given(signal)) }
}

function given(signal: AbortSignal | undefined) {
  return signal === undefined
    ? ({ dialect: 'kodelet', session: 's' } as const)
    : ({ dialect: 'kodelet', session: 's', signal } as const)
}

test('no hook starts once its workspace is closed, and each of them refuses', async (t) => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const { tree, workspace, fire } = await open(t, () => promise)
  const outcomes = [fire(), fire(), fire()]
  await workspace.close()
  resolve(undefined)
  for (const outcome of await Promise.all(outcomes)) assert.equal(outcome.decision, 'deny')
  assert.equal(existsSync(tree.at('/ws/ran')), false)
  assert.deepEqual(await leftIn(tree.folder), [])
})

test('a closed workspace looks for no hooks', async (t) => {
  const { workspace } = await open(t)
  await workspace.close()
  await assert.rejects(workspace.reload(), /^Refusal: This workspace is closed/)
})

test('a guard of a firing that is cancelled before it starts refuses', async (t) => {
  const { tree, fire } = await open(t)
  const outcome = await fire(AbortSignal.abort())
  assert.deepEqual(
    [outcome.decision, ...outcome.hooks.map(({ status, why }) => `${status}: ${why}`)],
    ['deny', 'failed: the firing was cancelled'],
  )
  assert.equal(existsSync(tree.at('/ws/ran')), false)
})

test('a reload that is in progress when its workspace closes watches nothing', async (t) => {
  const tree = writeTree('//- /home/\n//- /ws/extensions/_1.mjs\nexport const agent_init = () => undefined\n')
  t.after(tree.remove)
  const workspace = await openWorkspace({
    root: tree.at('/ws'),
    home: tree.at('/home'),
    trust: 'workspace',
    watch: true,
  })
  const reload = workspace.reload()
  await workspace.close()
  await reload
  // A watcher that is closed is still listed for a moment.
  const isWatching = () => process.getActiveResourcesInfo().includes('FSEventWrap')
  for (let left = 100; left > 0 && isWatching(); left--) await sleep(20)
  assert.equal(isWatching(), false)
})
