// A Python hook that writes to the pipe by which its host answers: lines that the host never sends, lines without an end,
// and JSON that takes a parser gigabytes. Only its own call is lost, and the guard after it answers.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorkspace } from '../../runtime/index.ts'
import { writeTree } from '../support/tree.ts'

const HOOK = (name: string, body: string) => `import os
from kaizen.core.autonomy.hooks import BaseHook, HookEvent, HookResult

class Hook(BaseHook):
    events = [HookEvent.PRE_TOOL_USE]
    def __init__(self):
        super().__init__(name="${name}")
    async def handle(self, context):
${body.replaceAll(/^/gm, '        ')}
        return HookResult(success=True)
`

const line = (fields: string) => `os.write(4, b'${fields}\\n')`
const BODIES = {
  'an answer of which all fields have the wrong type': line(
    '{"call":1,"stdout":7,"stderr":null,"result":[[]]}',
  ),
  'a failure that is no text': line('{"call":1,"failed":{"a":1},"stdout":"","stderr":""}'),
  'a reason that is none': line('{"call":1,"failed":"x","reason":"no","stdout":"","stderr":""}'),
  'a note that is no text': line('{"call":1,"result":{},"note":{"a":1},"stdout":"","stderr":""}'),
  'no JSON, and then its answer': line('x'),
  'thirty million brackets':
    'data = b"[" * 30_000_000 + b"\\n"\nwhile data:\n    data = data[os.write(4, data):]',
  'a line that does not end': 'data = b"x" * 1_000_000\nwhile True:\n    os.write(4, data)',
}

for (const [what, body] of Object.entries(BODIES))
  test(`a Python hook that answers with ${what} loses its own call only`, async (t) => {
    const place = writeTree('//- /home/\n')
    place.write(`//- /ws/.kaizen/hooks/a.py\n${HOOK('a', body)}`)
    place.write(
      `//- /ws/.kaizen/hooks/b.py\n${HOOK('b', 'return HookResult(success=False, error="guarded")')}`,
    )
    const workspace = await openWorkspace({
      root: place.at('/ws'),
      home: place.at('/home'),
      trust: 'workspace',
      dialects: ['kaizen'],
    })
    t.after(async () => {
      await workspace.close()
      place.remove()
    })
    const before = process.memoryUsage.rss()
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss())
    }, 20)
    t.after(() => clearInterval(watch))
    const payload = {
      event_type: 'pre_tool_use',
      agent_id: 'agent',
      timestamp: 1,
      data: { tool_name: 'bash' },
      metadata: {},
      trace_id: '0'.repeat(32),
    }
    const outcome = await workspace.fire('pre_tool_use', payload, { dialect: 'kaizen' })
    assert.deepEqual(
      outcome.hooks.map(({ status, failure }) => failure ?? status),
      ['crashed', 'returned'],
    )
    assert.match(outcome.notes.join(), /guarded/)
    assert.ok(most - before < 700 * 1024 * 1024, `${Math.round((most - before) / 1024 / 1024)} MB`)
  })
