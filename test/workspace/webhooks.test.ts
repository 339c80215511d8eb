// The webhooks in a workspace's own configuration: called only if the caller enables them and the file is trusted.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import { deliverWebhooks } from '../../runtime/workspace/webhooks.ts'
import { openReceiver } from '../support/receiver.ts'
import { writeTree } from '../support/tree.ts'

const EVENT = 'auth_failure'

for (const [trust, wanted, deliveries] of [
  ['workspace', true, 2],
  ['workspace', false, 0],
  ['ledger', true, 0],
] as const) {
  test(`webhooks: ${wanted}, trust ${trust}: ${deliveries} deliveries`, async (t) => {
    const receiver = await openReceiver(t)
    const tree = writeTree(`
      //- /home/
      //- /ws/extensions/tells.mjs
      import { emit } from 'hookbench/secureyeoman'
      export const auth_failure = (context) => emit('seen', { reason: context.reason })
      //- /ws/secureyeoman.yaml
      extensions:
        webhooks:
          - hook: ${EVENT}
            url: ${receiver.url}/hook
          - hook: seen
            url: ${receiver.url}/custom
    `)
    t.after(tree.remove)
    const workspace = await openWorkspace({
      root: tree.at('/ws'),
      home: tree.at('/home'),
      trust,
      webhooks: wanted,
    })
    await workspace.fire(EVENT, recordOf('secureyeoman', EVENT)?.example, { dialect: 'secureyeoman' })
    await workspace.close()
    const sums = workspace.webhookStats().map(({ delivered, failed }) => [delivered, failed])
    assert.deepEqual(
      sums,
      Array.from({ length: deliveries }, () => [1, 0]),
    )
    assert.deepEqual(
      receiver.received.map(({ path }) => path).sort(),
      ['/custom', '/hook'].slice(0, deliveries),
    )
  })
}

test('enabled: false in the configuration tells no webhook', async (t) => {
  const receiver = await openReceiver(t)
  const tree = writeTree(`
    //- /home/
    //- /ws/secureyeoman.yaml
    extensions:
      enabled: false
      webhooks:
        - hook: ${EVENT}
          url: ${receiver.url}/hook
  `)
  t.after(tree.remove)
  const workspace = await openWorkspace({
    root: tree.at('/ws'),
    home: tree.at('/home'),
    trust: 'workspace',
    webhooks: true,
  })
  await workspace.fire(EVENT, recordOf('secureyeoman', EVENT)?.example, { dialect: 'secureyeoman' })
  await workspace.close()
  assert.deepEqual([workspace.webhookStats(), receiver.received], [[], []])
})

test('a webhook has the time-out that its configuration gives it', async (t) => {
  const receiver = await openReceiver(t, () => {})
  const delivery = deliverWebhooks(() => {})
  t.after(() => delivery.close())
  delivery.register('custom', receiver.url, undefined, 50)
  delivery.send('custom', 1)
  const lastError = () => delivery.stats()[0]?.lastError
  while (lastError() === undefined) await new Promise((resolve) => setTimeout(resolve, 10))
  assert.match(lastError() ?? '', /^did not answer within 50 ms/)
})
