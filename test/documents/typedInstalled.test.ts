// A hook that imports the package's types is checked whether or not they are installed. Where an editor's own
// TypeScript finds them, it reports the same findings, and nothing is reported twice.

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import { openTyping } from '../../runtime/documents/typing.ts'
import { understandDocument } from '../../runtime/documents/understand.ts'

const root = mkdtempSync(join(tmpdir(), 'hookbench-installed-'))
mkdirSync(join(root, 'node_modules', 'hookbench'), { recursive: true })
after(() => rmSync(root, { recursive: true }))

const dialect: Dialect = dialects.secureyeoman
const TYPED = `import type { Extension } from 'hookbench/secureyeoman'
export default { name: 'a', hooks: { async message_sent(ctx) { ctx.txet } } } satisfies Extension
`
const JSDOC = `/** @type {import('hookbench/secureyeoman').Extension} */
const extension = { name: 'a', hooks: { async message_sent(ctx) { ctx.txet } } }
export default extension
`
const PLAIN = `export default { name: 'a', hooks: { async message_sent(ctx) { ctx.txet } } }\n`

for (const [title, file, text, compiler, found] of [
  ['its types are imported', 'a.ts', TYPED, false, [['txet']]],
  ['its types are imported, beside an editor that has TypeScript', 'a.ts', TYPED, true, []],
  ['nothing is imported, beside an editor that has TypeScript', 'a.ts', PLAIN, true, [['txet']]],
  ['its types stand in a comment, which no editor checks unasked', 'a.js', JSDOC, true, [['txet']]],
] as const) {
  test(`a hook is checked where the package is installed: ${title}`, async () => {
    const typing = await openTyping({ root, compiler })
    const path = join(root, 'extensions', file)
    const events = Object.keys(dialect.events)
    const input = { path, text, exports: dialect.exports, events, dialect, version: 1 }
    const typed = await typing.view(input, await understandDocument(input))
    assert.deepEqual(
      typed?.faults().map((fault) => fault.kind === 'unknown' && fault.path),
      found,
    )
    typing.close()
  })
}
