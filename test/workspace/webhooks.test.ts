// The webhooks of a workspace's own configuration: told where the caller wants it and the file is trusted.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'
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
