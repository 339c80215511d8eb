// Copies of payloads for editing, and the API that the extension gives to others, without an editor.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { stubEditor } from '../support/editorStub.ts'
import { writeTree } from '../support/tree.ts'

stubEditor()
const { copyPayload } = await import('../../client/replay/copyPayload.ts')
const { exportsFor } = await import('../../client/exports/exports.ts')

test('a copy of a payload gets a name of its own and overwrites nothing', async (t) => {
  const tree = writeTree('\n//- /ws/README.md\n')
  t.after(tree.remove)
  const target = { folder: { uri: { fsPath: tree.at('/ws') } }, hook: { name: 'a b/c', dialect: 'kodelet' } }
  const copy = (value: unknown) =>
    copyPayload(
      target as unknown as Parameters<typeof copyPayload>[0],
      { kind: 'example', event: 'turn_end', value } as unknown as Parameters<typeof copyPayload>[1],
    )
  const paths = [await copy({ n: 1 }), await copy({ n: 2 }), await copy({ n: 3 })]
  assert.deepEqual(
    paths,
    ['a_b_c', 'a_b_c-2', 'a_b_c-3'].map((name) =>
      tree.at(`/ws/.hookbench/payloads/${name}.kodelet.turn_end.payload.json`),
    ),
  )
  assert.deepEqual(
    paths.map((path) => JSON.parse(readFileSync(path, 'utf8'))),
    [{ n: 1 }, { n: 2 }, { n: 3 }],
  )
})

test('the API for other extensions has version 1', () => {
  const runtimes = { on: () => ({ dispose() {} }) } as unknown as Parameters<typeof exportsFor>[0]['runtimes']
  assert.equal(exportsFor({ runtimes }).version, 1)
})
