// Renaming a hook where its id is used renames its file, and renaming its file renames the uses of its id.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type {
  ClientCapabilities,
  RenameFile,
  TextDocumentEdit,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol'
import { renamingAt } from '../../../server/features/rename.ts'
import { renamedPath } from '../../../server/features/renaming.ts'
import { able, clientInMemory, uriOf } from '../../support/languageClient.ts'
import { inMemory } from '../../support/project.ts'
import { writeTree } from '../../support/tree.ts'

const HOOK = 'export async function agent_init(ctx) {\n  ctx.sessionId\n}\n'
const ID = 'secureyeoman:workspace:one.ts'

const PLACES: readonly (readonly [string, Readonly<Record<string, string>>, string | undefined])[] = [
  [
    'the id of a hook',
    { '.hookbench/settings.json': `{ "disabled": ["secure$0yeoman:workspace:one.ts"] }` },
    'one.ts',
  ],
  [
    'the id of no hook',
    { '.hookbench/settings.json': `{ "disabled": ["secure$0yeoman:workspace:two.ts"] }` },
    undefined,
  ],
  ['another setting', { '.hookbench/settings.json': '{ "failOpen": tr$0ue }' }, undefined],
  [
    'an event',
    { 'secureyeoman.yaml': 'extensions:\n  webhooks:\n    - hook: agent$0_init\n' },
    'agent_init is an event of SecureYeoman, which fires it only under this name.',
  ],
  [
    'the id of a hook in a recording, which says what happened,',
    {
      '.hookbench/recordings/a.ndjson':
        '{"v":1,"kind":"recording","hookbench":"1","startedAt":"2026-01-01T00:00:00Z","session":"s"}\n{"v":1,"kind":"started","at":1,"firing":"1","hook":"secure$0yeoman:workspace:one.ts"}\n',
    },
    undefined,
  ],
  [
    'a key that is still to be typed',
    {
      '.kodelet/hooks/two':
        '#!/usr/bin/env python3\nimport json, sys\nif sys.argv[1] == "hook":\n    print("before_tool_call")\nelse:\n    print(json.dumps({"$0": ""}))\n',
    },
    'There is no variable or function to rename here.',
  ],
  [
    'the author’s own code',
    { 'extensions/two.ts': 'const own$0 = 1\nexport async function agent_init() {}\n' },
    undefined,
  ],
]

for (const [what, files, expected] of PLACES) {
  test(`${what} ${expected === undefined ? 'is not renamed here' : `is renamed, or refused: ${expected}`}`, async () => {
    const { project, cursor } = inMemory({ 'extensions/one.ts': HOOK, ...files })
    const { view, offset } = await cursor()
    const found = await renamingAt(view, offset, project)
    assert.equal(found?.kind === 'refused' ? found.why : found?.name, expected)
    if (found !== undefined && found.kind !== 'refused')
      assert.equal(view.text.slice(found.range.start, found.range.end), expected)
  })
}

test('a hook file keeps what makes it one', () => {
  const to = (name: string) =>
    renamedPath({ path: '/ws/extensions/one.ts' }, name, (path) => path.endsWith('.ts'))
  assert.deepEqual(to('two.ts'), { path: '/ws/extensions/two.ts' })
  for (const name of ['', '../two.ts', 'a:b.ts', 'a#b.ts', ' two.ts', 'two.txt'])
    assert.ok('refused' in to(name), JSON.stringify(name))
})

const renaming: ClientCapabilities = {
  ...able,
  workspace: { ...able.workspace, workspaceEdit: { documentChanges: true, resourceOperations: ['rename'] } },
}

async function opened(t: TestContext, capabilities: ClientCapabilities) {
  const tree = writeTree(`
    //- /home/
    //- /ws/extensions/one.ts
    export async function agent_init(ctx) {}
    //- /ws/extensions/taken.ts
    export async function agent_init(ctx) {}
    //- /ws/.hookbench/settings.json
    { "disabled": ["${ID}"] }
    //- /ws/.hookbench/cases/a.json
    { "v": 1, "name": "a", "dialect": "secureyeoman", "event": "agent_init", "hook": "${ID}", "payload": {}, "expect": {} }
  `)
  const client = clientInMemory({ home: tree.at('home') })
  t.after(async () => {
    await client.shutdown()
    client.dispose()
    tree.remove()
  })
  const { capabilities: offered } = await client.initialize(tree.at('ws'), capabilities)
  const uri = (path: string) => uriOf(tree.at(`ws/${path}`))
  return { client, offered, uri }
}

test('renaming an id renames the file and every other place of the id', async (t) => {
  const { client, uri } = await opened(t, renaming)
  const at = { textDocument: { uri: uri('.hookbench/settings.json') }, position: { line: 0, character: 20 } }
  const rename = (newName: string) =>
    client.connection.sendRequest<WorkspaceEdit>('textDocument/rename', { ...at, newName })
  const { documentChanges = [] } = await rename('two.ts')
  const texts = documentChanges.filter((one): one is TextDocumentEdit => 'edits' in one)
  assert.deepEqual(
    texts
      .map(({ textDocument, edits }) => [
        textDocument.uri,
        edits.map((edit) => 'newText' in edit && edit.newText),
      ])
      .sort(),
    [
      [uri('.hookbench/cases/a.json'), ['secureyeoman:workspace:two.ts']],
      [uri('.hookbench/settings.json'), ['secureyeoman:workspace:two.ts']],
    ],
  )
  const file = documentChanges.find((one): one is RenameFile => 'kind' in one && one.kind === 'rename')
  assert.deepEqual([file?.oldUri, file?.newUri], [uri('extensions/one.ts'), uri('extensions/two.ts')])
  await assert.rejects(rename('taken.ts'), /already exists/)
  await assert.rejects(rename('two.txt'), /keep the extension/)
})

test('renaming a file renames its ids, in lines that a plain client understands', async (t) => {
  const { client, offered, uri } = await opened(t, able)
  assert.equal(offered.renameProvider, undefined)
  const files = [{ oldUri: uri('extensions/one.ts'), newUri: uri('extensions/two.ts') }]
  const edit = await client.connection.sendRequest<WorkspaceEdit>('workspace/willRenameFiles', { files })
  assert.deepEqual(Object.keys(edit.changes ?? {}).sort(), [
    uri('.hookbench/cases/a.json'),
    uri('.hookbench/settings.json'),
  ])
  const away = [{ oldUri: uri('extensions/one.ts'), newUri: uri('elsewhere.ts') }]
  assert.equal(await client.connection.sendRequest('workspace/willRenameFiles', { files: away }), null)
})

const ENTRY_ID = 'claude-code:workspace:.claude/settings.json#PreToolUse/Bash/.claude/hooks/guard.sh'

async function withEntry(t: TestContext, options?: object) {
  const tree = writeTree(`
    //- /home/
    //- /ws/.claude/settings.json
    { "hooks": { "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "sh \\"$CLAUDE_PROJECT_DIR\\"/.claude/hooks/guard.sh --strict" }] }] } }
    //- /ws/.claude/hooks/guard.sh
    input=$(cat)
    echo "$input" "$HOME_DIR"
    //- /ws/.claude/hooks/taken.sh
    true
    //- /ws/.hookbench/settings.json
    { "disabled": ["${ENTRY_ID}"] }
  `)
  const client = clientInMemory({ home: tree.at('home') })
  t.after(async () => {
    await client.shutdown()
    client.dispose()
    tree.remove()
  })
  await client.initialize(tree.at('ws'), renaming, { initializationOptions: options })
  const uri = (path: string) => uriOf(tree.at(`ws/${path}`))
  const moved = (from: string, to: string) =>
    client.connection.sendRequest<WorkspaceEdit | null>('workspace/willRenameFiles', {
      files: [{ oldUri: uri(from), newUri: uri(to) }],
    })
  const at = (path: string, line: number, character: number) => ({
    textDocument: { uri: uri(path) },
    position: { line, character },
  })
  return { client, uri, moved, at }
}

function written(edit: WorkspaceEdit | null): readonly string[] {
  return (edit?.documentChanges ?? [])
    .flatMap((one) =>
      'edits' in one ? one.edits.map((text) => ('newText' in text ? text.newText : '')) : [],
    )
    .sort()
}

test('a script that goes by another name takes its entry along, and what names the entry', async (t) => {
  const { moved } = await withEntry(t)
  assert.deepEqual(written(await moved('.claude/hooks/guard.sh', '.claude/hooks/keeper.sh')), [
    '$CLAUDE_PROJECT_DIR\\"/.claude/hooks/keeper.sh',
    ENTRY_ID.replace('guard', 'keeper'),
  ])
  assert.deepEqual(written(await moved('.claude/hooks', '.claude/guards')), [
    '$CLAUDE_PROJECT_DIR\\"/.claude/guards/guard.sh',
    ENTRY_ID.replace('/hooks/', '/guards/'),
  ])
  assert.equal(await moved('.claude/hooks/guard.sh', '.claude/hooks/my guard.sh'), null)
  assert.equal(await moved('.claude/hooks/taken.sh', '.claude/hooks/free.sh'), null)
})

test('the script in a command is renamed where it stands', async (t) => {
  const { client, uri, at } = await withEntry(t)
  const column = `{ "hooks": { "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "sh \\"$CLAUDE_PROJECT_DIR\\"/.claude/ho`
  const where = at('.claude/settings.json', 0, column.length)
  const found = await client.connection.sendRequest('textDocument/prepareRename', where)
  assert.equal((found as { placeholder: string }).placeholder, 'guard.sh')
  const rename = (newName: string) =>
    client.connection.sendRequest<WorkspaceEdit>('textDocument/rename', { ...where, newName })
  const { documentChanges = [] } = await rename('keeper.sh')
  assert.deepEqual(
    documentChanges.flatMap((one) => ('kind' in one && one.kind === 'rename' ? [one.newUri] : [])),
    [uri('.claude/hooks/keeper.sh')],
  )
  assert.equal(written({ documentChanges }).length, 2)
  await assert.rejects(rename('taken.sh'), /already exists/)
  await assert.rejects(rename('my guard.sh'), /would have to be quoted/)
})

test('a variable of a script is renamed, one from outside is refused, and who does it better is left to it', async (t) => {
  const { client, at } = await withEntry(t)
  const where = at('.claude/hooks/guard.sh', 0, 2)
  const edit = await client.connection.sendRequest<WorkspaceEdit>('textDocument/rename', {
    ...where,
    newName: 'payload',
  })
  assert.deepEqual(written(edit), ['payload', 'payload'])
  await assert.rejects(
    client.connection.sendRequest('textDocument/prepareRename', at('.claude/hooks/guard.sh', 1, 20)),
    /HOME_DIR is set outside of this script/,
  )
  const other = await withEntry(t, { renamedElsewhere: ['shell'] })
  const nothing = other.at('.claude/hooks/guard.sh', 0, 2)
  assert.equal(await other.client.connection.sendRequest('textDocument/prepareRename', nothing), null)
})
