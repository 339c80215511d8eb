// Files of the workspace are reported, by the editor and by `hookbench check` alike; files of the home only if open or
// named.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Diagnostic, WorkspaceDiagnosticReport } from 'vscode-languageserver-protocol'
import { checkFolder } from '../../runtime/checks/check.ts'
import { clientInMemory, type LanguageClient } from '../support/languageClient.ts'
import { type Tree, writeTree } from '../support/tree.ts'

const WRONG = `export default { name: 'mine', hooks: { agent_innit: async () => {} } }`

const FILES = `//- /home/.kodelet/hooks/no-shebang 755
echo before_tool_call
//- /home/.kodelet/hooks/guard 755
#!/bin/sh
[ "$1" = hook ] && echo before_tool_call && exit
jq -r .tool_nme
//- /home/.secureyeoman/extensions/mine.ts
${WRONG}
//- /home/.secureyeoman/extensions/twice.ts
${WRONG}
//- /ws/.kodelet/hooks/guard 755
#!/bin/sh
[ "$1" = hook ] && echo before_tool_call && exit
jq -r .tool_nme
//- /ws/extensions/bad.ts
${WRONG}
//- /ws/extensions/twice.ts
export default { name: 'twice', hooks: { agent_init: async () => {} } }
//- /ws/.hookbench/settings.json
{ "severities": { "event.unknown": "loud" } }
`

async function both(t: TestContext): Promise<{ tree: Tree; client: LanguageClient }> {
  const tree = writeTree(FILES)
  const client = clientInMemory({ home: tree.at('/home') })
  t.after(async () => {
    await client.shutdown()
    client.dispose()
    tree.remove()
  })
  await client.initialize(tree.at('/ws'))
  return { tree, client }
}

/** Path below the tree -> the codes found in it. */
async function editorSays({ tree, client }: { tree: Tree; client: LanguageClient }) {
  const { items } = await client.connection.sendRequest<WorkspaceDiagnosticReport>('workspace/diagnostic', {
    previousResultIds: [],
  })
  const reported = items.map((one) => [
    fileURLToPath(one.uri).slice(tree.folder.length + 1),
    'items' in one ? one.items.map(({ code }: Diagnostic) => code) : [],
  ])
  return Object.fromEntries(reported.sort())
}

async function checkSays(tree: Tree, only: readonly string[] = []) {
  const checked = await checkFolder({ root: tree.at('/ws'), home: tree.at('/home'), ownHome: true, only })
  return Object.fromEntries(
    checked.map(({ path, problems }) => [
      path.slice(tree.folder.length + 1),
      problems.map(({ code }) => code),
    ]),
  )
}

test('the editor and the check report the same files of the workspace, and the same in them', async (t) => {
  const { tree, client } = await both(t)
  const fromCli = await checkSays(tree)
  assert.deepEqual(fromCli, {
    'ws/.hookbench/settings.json': ['settings.invalid'],
    'ws/.kodelet/hooks/guard': ['field.unknown'],
    'ws/extensions/bad.ts': ['event.unknown'],
    'ws/extensions/twice.ts': [],
  })
  assert.deepEqual(await editorSays({ tree, client }), fromCli)
})

test('a file of the home is reported by the editor while it is open, and by the check where it is named', async (t) => {
  const { tree, client } = await both(t)
  const path = tree.at('/home/.secureyeoman/extensions/mine.ts')
  client.open(path, WRONG, 'typescript')
  const mine = { 'home/.secureyeoman/extensions/mine.ts': ['event.unknown'] }
  assert.deepEqual(await editorSays({ tree, client }), { ...(await checkSays(tree)), ...mine })
  assert.deepEqual(await checkSays(tree, [path]), mine)
  client.close(path)
  assert.deepEqual(await editorSays({ tree, client }), await checkSays(tree))
})
