// A module hook that emits events without end: they wait in the memory of the runtime, which no limit of the hook's
// thread counts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorkspace } from '../../runtime/index.ts'
import { writeTree } from '../support/tree.ts'

for (const [what, data] of [
  ['large events', '"x".repeat(1_000_000)'],
  ['small events', '1'],
  ['events that cannot be measured', '{ shared: new SharedArrayBuffer(8) }'],
])
  test(`a hook that emits ${what} without end is refused, and the guard after it answers`, async (t) => {
    const place = writeTree(`
      //- /home/
      //- /ws/extensions/a.mjs
      import { emit } from 'hookbench/secureyeoman'
      const data = ${data}
      export function tool_execute_before(context) {
        for (;;) emit('many', data)
      }
      //- /ws/extensions/b.mjs
      export function tool_execute_before() {
        return null
      }
    `)
    t.after(place.remove)
    const workspace = await openWorkspace({
      root: place.at('/ws'),
      home: place.at('/home'),
      trust: 'workspace',
      dialects: ['secureyeoman'],
    })
    t.after(() => workspace.close())
    const outcome = await workspace.fire(
      'tool_execute_before',
      {
        event: 'tool_execute_before',
        sessionId: 's',
        timestamp: 1,
        toolName: 'x',
        toolCallId: 't',
        input: {},
      },
      { dialect: 'secureyeoman' },
    )
    assert.equal(outcome.decision, 'deny')
    assert.match(
      outcome.hooks.find(({ status }) => status === 'failed')?.why ?? '',
      /emit\(\) takes at most 16 MiB/,
    )
  })
