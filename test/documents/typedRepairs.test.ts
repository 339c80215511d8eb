// Repairs of handlers that end without an answer: the repaired text is what an author would have written.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { typedOf } from './typedView.ts'

const ROWS: readonly (readonly [title: string, body: string, mended: string])[] = [
  [
    'one line, no semicolon',
    'async (ctx) => { if (ctx.text) return ctx }',
    'async (ctx) => { if (ctx.text) return ctx ; return ctx }',
  ],
  ['one line, a semicolon', 'async (ctx) => { log(ctx); }', 'async (ctx) => { log(ctx); return ctx }'],
  ['one line, a block', 'async (ctx) => { if (a) {} }', 'async (ctx) => { if (a) {} return ctx }'],
  ['one line without spaces', 'async (ctx) => {log(ctx)}', 'async (ctx) => {log(ctx); return ctx }'],
  ['an empty body', 'async (ctx) => {}', 'async (ctx) => { return ctx }'],
  [
    'lines of their own',
    'async (ctx) => {\n    log(ctx)\n  }',
    'async (ctx) => {\n    log(ctx)\n    return ctx\n  }',
  ],
  ['tabs', 'async (ctx) => {\n\t\tlog(ctx)\n\t}', 'async (ctx) => {\n\t\tlog(ctx)\n\t\treturn ctx\n\t}'],
  ['nothing within', 'async (ctx) => {\n  }', 'async (ctx) => {\n    return ctx\n  }'],
  [
    'CRLF',
    'async (ctx) => {\r\n    log(ctx)\r\n  }',
    'async (ctx) => {\r\n    log(ctx)\r\n    return ctx\r\n  }',
  ],
]

for (const [title, body, mended] of ROWS) {
  test(`a missing answer is added where it belongs: ${title}`, async () => {
    const file = (handler: string) =>
      `export default { name: 'a', hooks: { message_received: ${handler} } }\n`
    const text = file(body)
    const [problem, ...others] = (await typedOf('secureyeoman', 'extensions/a.js', text)).problems()
    assert.deepEqual([problem?.code, others], ['result.missing', []])
    const [repair] = problem?.repairs ?? []
    assert.ok(repair?.kind === 'edit')
    const after = repair.edits.reduce(
      (now, { range, text: put }) => now.slice(0, range.start) + put + now.slice(range.end),
      text,
    )
    assert.equal(after, file(mended))
    assert.deepEqual((await typedOf('secureyeoman', 'extensions/a.js', after)).problems(), [])
  })
}
