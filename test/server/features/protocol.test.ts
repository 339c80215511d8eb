// The features over the real protocol: the answers to a modern client and to a minimal one, and the effect of commands.

import assert from 'node:assert/strict'
import fs, { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { type TestContext, test } from 'node:test'
import type {
  ClientCapabilities,
  CodeAction,
  CodeLens,
  CompletionItem,
  CompletionList,
  DocumentSymbol,
  Hover,
  InlayHint,
  Location,
  SymbolInformation,
  WorkspaceSymbol,
} from 'vscode-languageserver-protocol'
import { defined } from '../../../runtime/contract/defined.ts'
import type { Outcome } from '../../../runtime/contract/outcome.ts'
import type { ServerRuntime, ServerTarget } from '../../../server/runtime.ts'
import { able, clientInMemory, type LanguageClient, plain, uriOf } from '../../support/languageClient.ts'
import { cutCursor } from '../../support/marked.ts'
import { type Tree, writeTree } from '../../support/tree.ts'

const TREE = `
  //- /home/
  //- /elsewhere 644
  not yours
  //- /ws/extensions/guard.ts
  export async function tool_execute_before(ctx) {
    return ctx
  }
  //- /ws/.kodelet/hooks/sleepy 644
  #!/bin/sh
  [ "$1" = hook ] && echo turn_end
`

type Open = { readonly tree: Tree; readonly client: LanguageClient; readonly guard: string }

async function opened(
  t: TestContext,
  capabilities: ClientCapabilities = able,
  more: {
    readonly runtime?: ServerRuntime
    readonly initializationOptions?: unknown
    readonly files?: string
  } = {},
): Promise<Open> {
  const { runtime, files = '', ...given } = more
  const tree = writeTree(TREE + files)
  const client = clientInMemory({ home: tree.at('home'), ...defined({ runtime }) })
  t.after(async () => {
    await client.shutdown()
    client.dispose()
    tree.remove()
  })
  await client.initialize(tree.at('ws'), capabilities, given)
  return { tree, client, guard: tree.at('ws/extensions/guard.ts') }
}

/** Opens a text with a cursor, and returns the parameters of a request at that position. */
function pointed(client: LanguageClient, path: string, source: string) {
  const { text, offset } = cutCursor(source)
  client.open(path, text, 'typescript')
  const before = text.slice(0, offset).split('\n')
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 }
  return { textDocument: { uri: uriOf(path) }, position }
}

const HOOK = 'export async function tool_execute_before(ctx) {\n  ctx.tool$0\n  return ctx\n}\n'

test('completion says the range, and the documentation when it is looked at', async (t) => {
  const { client, guard } = await opened(t)
  const params = pointed(client, guard, HOOK)
  const list = await client.connection.sendRequest<CompletionList>('textDocument/completion', params)
  const item = list.items.find(({ label }) => label === 'toolName')
  assert.ok(item !== undefined)
  assert.equal(item.documentation, undefined)
  assert.deepEqual(item.textEdit, {
    newText: 'toolName',
    range: { start: { line: 1, character: 6 }, end: { line: 1, character: 10 } },
  })
  const resolved = await client.connection.sendRequest<CompletionItem>('completionItem/resolve', item)
  assert.match(JSON.stringify(resolved.documentation), /"kind":"markdown".*tool/)
  assert.equal(JSON.stringify(list).includes('$0'), false)
})

test('a client with defaults receives the range once', async (t) => {
  const completion = { completionList: { itemDefaults: ['editRange'] } }
  const { client, guard } = await opened(t, { textDocument: { completion } })
  const list = await client.connection.sendRequest<CompletionList>(
    'textDocument/completion',
    pointed(client, guard, HOOK),
  )
  assert.deepEqual(list.itemDefaults?.editRange, {
    start: { line: 1, character: 6 },
    end: { line: 1, character: 10 },
  })
  assert.ok(list.items.every(({ textEdit }) => textEdit === undefined))
})

test('in the middle of a word a client may insert or replace', async (t) => {
  const completion = { completionItem: { insertReplaceSupport: true } }
  const { client, guard } = await opened(t, { textDocument: { completion } })
  const params = pointed(client, guard, HOOK.replace('tool$0', 'to$0ol'))
  const { items } = await client.connection.sendRequest<CompletionList>('textDocument/completion', params)
  const start = { line: 1, character: 6 }
  assert.deepEqual(items.find(({ label }) => label === 'toolName')?.textEdit, {
    newText: 'toolName',
    insert: { start, end: { line: 1, character: 8 } },
    replace: { start, end: { line: 1, character: 10 } },
  })
})

test('before a word there is nothing to keep, so inserting and replacing are one', async (t) => {
  const completion = { completionItem: { insertReplaceSupport: true } }
  const { client, guard } = await opened(t, { textDocument: { completion } })
  for (const text of [HOOK.replace('tool$0', '$0tool'), HOOK]) {
    const params = pointed(client, guard, text)
    const { items } = await client.connection.sendRequest<CompletionList>('textDocument/completion', params)
    const edit = items.find(({ label }) => label === 'toolName')?.textEdit
    assert.ok(edit !== undefined && 'range' in edit, JSON.stringify(edit))
  }
})

test('a list of completions that is no longer the latest tells no wrong documentation', async (t) => {
  const { client, guard } = await opened(t)
  const params = pointed(client, guard, HOOK)
  const ask = () => client.connection.sendRequest<CompletionList>('textDocument/completion', params)
  const [first] = [await ask(), await ask()]
  const [old] = first.items
  const resolved = await client.connection.sendRequest<CompletionItem>('completionItem/resolve', old)
  assert.deepEqual(resolved, old)
})

test('a whole hook is a snippet for those who know them, and plain text for the others', async (t) => {
  for (const [capabilities, format] of [
    [able, 2],
    [plain, undefined],
  ] as const) {
    const { client, tree } = await opened(t, capabilities)
    const params = pointed(client, tree.at('ws/extensions/new.ts'), '$0')
    const { items } = await client.connection.sendRequest<CompletionList>('textDocument/completion', params)
    const item = items.find(({ label }) => label === 'hook: agent_init')
    assert.equal(item?.insertTextFormat, format)
    assert.equal(item?.textEdit?.newText.includes('${1:'), format === 2)
  }
})

test('hovers are Markdown for those who know it, and plain text for the others', async (t) => {
  for (const [capabilities, kind, has] of [
    [able, 'markdown', '**tool_execute_before**'],
    [plain, 'plaintext', 'tool_execute_before: veto'],
  ] as const) {
    const { client, guard } = await opened(t, capabilities)
    const params = pointed(client, guard, HOOK.replace('$0', '').replace('tool_', 'tool$0_'))
    const hover = await client.connection.sendRequest<Hover>('textDocument/hover', params)
    const contents = hover.contents as { kind: string; value: string }
    assert.equal(contents.kind, kind)
    assert.ok(contents.value.startsWith(has), contents.value)
    assert.equal(hover.range?.end.character, 'export async function tool_execute_before'.length)
  }
})

const literals = { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } } }
const acting: ClientCapabilities = {
  ...able,
  workspace: { ...able.workspace, workspaceEdit: { documentChanges: true } },
  textDocument: { ...able.textDocument, codeAction: literals },
}

test('a quick fix carries its diagnostic and changes the version it was made for', async (t) => {
  const { client, guard } = await opened(t, acting)
  client.open(guard, 'export default {\n  name: "a",\n  hooks: { async agent_inti() {} },\n}\n', 'typescript')
  const report = await client.pull(guard)
  const diagnostics = report.kind === 'full' ? report.items : []
  const [found] = diagnostics
  assert.ok(found !== undefined)
  const actions = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri: uriOf(guard) },
    range: found.range,
    context: { diagnostics },
  })
  const ignoring = actions.find(({ title }) => title.startsWith('Ignore'))
  assert.deepEqual(ignoring?.diagnostics, [found])
  const [change] = ignoring?.edit?.documentChanges ?? []
  assert.ok(change !== undefined && 'edits' in change)
  assert.equal(change.textDocument.version, 1)
})

test('a client that takes commands alone is offered no actions', async (t) => {
  const tree = writeTree(TREE)
  const client = clientInMemory({ home: tree.at('home') })
  t.after(async () => {
    await client.shutdown()
    client.dispose()
    tree.remove()
  })
  const { capabilities } = await client.initialize(tree.at('ws'), plain)
  assert.equal(capabilities.codeActionProvider, undefined)
  assert.deepEqual(capabilities.executeCommandProvider?.commands, [
    'hookbench.makeExecutable',
    'hookbench.useLf',
  ])
})

test('an outline is a tree for a client that shows trees, and a list for every other', async (t) => {
  const trees = {
    textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true, labelSupport: true } },
  }
  const outline = async (capabilities: ClientCapabilities) => {
    const { client, guard } = await opened(t, capabilities)
    client.open(guard, readFileSync(guard, 'utf8'), 'typescript')
    return client.connection.sendRequest<readonly (DocumentSymbol & SymbolInformation)[]>(
      'textDocument/documentSymbol',
      { textDocument: { uri: uriOf(guard) } },
    )
  }
  const [hook] = await outline(trees)
  assert.deepEqual(
    [hook?.name, hook?.children?.map(({ name }) => name)],
    ['guard.ts', ['tool_execute_before']],
  )
  assert.deepEqual(
    (await outline(plain)).map(({ name, containerName, location }) => [
      name,
      containerName,
      location.range.start.line,
    ]),
    [
      ['guard.ts', undefined, 0],
      ['tool_execute_before', 'guard.ts', 0],
    ],
  )
})

test('a hook becomes executable by command, and nothing else does', async (t) => {
  const { client, tree } = await opened(t)
  const run = (path: string, command = 'hookbench.makeExecutable') =>
    client.connection.sendRequest('workspace/executeCommand', {
      command,
      arguments: [{ uri: uriOf(tree.at(path)) }],
    })
  const mode = (path: string) => (statSync(tree.at(path)).mode & 0o777).toString(8)
  assert.equal(await run('ws/.kodelet/hooks/sleepy'), true)
  assert.equal(mode('ws/.kodelet/hooks/sleepy'), '755')
  await assert.rejects(run('elsewhere'), /not a hook file of an open folder/)
  assert.equal(mode('elsewhere'), '644')
  await assert.rejects(run('ws/extensions/guard.ts', 'hookbench.replay'), /without a runtime/)
  await assert.rejects(run('ws/extensions/guard.ts', 'hookbench.else'), /No command hookbench\.else/)
  await assert.rejects(
    client.connection.sendRequest('workspace/executeCommand', { command: 'hookbench.replay' }),
    /expects one argument/,
  )
})

test('a hook gets LF line ends by command, keeps its mode, and loses nothing that is not saved', async (t) => {
  const { client, tree } = await opened(t)
  const path = tree.at('ws/.kodelet/hooks/from_windows')
  const text = '#!/bin/sh\r\necho before_tool_call\r\n'
  writeFileSync(path, text)
  // Set afterwards, because the umask reduces the mode given to a new file.
  chmodSync(path, 0o755)
  const run = () =>
    client.connection.sendRequest('workspace/executeCommand', {
      command: 'hookbench.useLf',
      arguments: [{ uri: uriOf(path) }],
    })
  client.open(path, `${text}# more`, 'shellscript')
  await assert.rejects(run(), /not saved/)
  assert.equal(readFileSync(path, 'utf8'), text)
  client.close(path)
  assert.equal(await run(), true)
  assert.equal(readFileSync(path, 'utf8'), '#!/bin/sh\necho before_tool_call\n')
  assert.equal((statSync(path).mode & 0o777).toString(8), '755')
})

test('a hook that another program saves while it gets LF line ends is left as that program saved it', async (t) => {
  const { client, tree } = await opened(t)
  const path = tree.at('ws/.kodelet/hooks/from_windows')
  const other = '#!/bin/sh\necho before_tool_call; echo other\n'
  writeFileSync(path, '#!/bin/sh\r\necho before_tool_call\r\n')
  const { fsyncSync } = fs
  t.after(() => {
    fs.fsyncSync = fsyncSync
    syncBuiltinESMExports()
  })
  fs.fsyncSync = (file) => {
    writeFileSync(path, other)
    fsyncSync(file)
  }
  syncBuiltinESMExports()
  const saving = client.connection.sendRequest('workspace/executeCommand', {
    command: 'hookbench.useLf',
    arguments: [{ uri: uriOf(path) }],
  })
  await assert.rejects(saving, /from_windows was changed by another program meanwhile/)
  assert.equal(readFileSync(path, 'utf8'), other)
})

test('no text that is not UTF-8, and no file outside of the workspace that its entries name, is rewritten', async (t) => {
  const { client, tree } = await opened(t)
  const bytes = Buffer.concat([
    Buffer.from('#!/bin/sh\r\n# gr'),
    Buffer.from([0xfc, 0xdf]),
    Buffer.from('\r\n'),
  ])
  const outside = Buffer.from('#!/bin/sh\r\n')
  mkdirSync(tree.at('ws/.claude'), { recursive: true })
  writeFileSync(tree.at('ws/latin.sh'), bytes)
  writeFileSync(tree.at('notes.sh'), outside)
  const settings = tree.at('ws/.claude/settings.json')
  const hooks = ['latin.sh', '../notes.sh'].map((name) => ({ type: 'command', command: `sh ${name}` }))
  const text = JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks }] } })
  writeFileSync(settings, text)
  client.open(settings, text, 'json')
  for (const [path, before, why] of [
    [tree.at('ws/latin.sh'), bytes, /latin\.sh is left as it is: it is not UTF-8/],
    [tree.at('notes.sh'), outside, /notes\.sh is (?:outside of the workspace|not a hook)/],
  ] as const) {
    await assert.rejects(
      client.connection.sendRequest('workspace/executeCommand', {
        command: 'hookbench.useLf',
        arguments: [{ uri: uriOf(path) }],
      }),
      why,
    )
    assert.deepEqual(readFileSync(path), before)
  }
})

test('no file outside of the workspace is changed because the workspace names its folder', async (t) => {
  const files = `
    //- /ws/secureyeoman.yaml
    extensions:
      directories: ["../ext"]
    directories: ["../ext"]
    //- /ext/_10_guard.mjs
    export const tool_execute_before = (context) => context
  `
  const { client, tree } = await opened(t, able, { files })
  const path = tree.at('ext/_10_guard.mjs')
  const text = '#!/usr/bin/env node\r\nexport const tool_execute_before = (context) => context\r\n'
  writeFileSync(path, text, { mode: 0o644 })
  for (const command of ['hookbench.useLf', 'hookbench.makeExecutable'])
    await assert.rejects(
      client.connection.sendRequest('workspace/executeCommand', {
        command,
        arguments: [{ uri: uriOf(path) }],
      }),
      /_10_guard\.mjs is outside of the workspace/,
    )
  assert.equal(readFileSync(path, 'utf8'), text)
  assert.equal(statSync(path).mode & 0o111, 0)
})

test('no hook is changed behind a link that leads out of its folder', async (t) => {
  const { client, tree } = await opened(t)
  const path = tree.at('outside/guard')
  mkdirSync(tree.at('outside'))
  mkdirSync(tree.at('ws/.kodelet/plugins/acme@x'), { recursive: true })
  writeFileSync(path, '#!/bin/sh\r\n', { mode: 0o644 })
  symlinkSync(tree.at('outside'), tree.at('ws/.kodelet/plugins/acme@x/hooks'))
  for (const command of ['hookbench.useLf', 'hookbench.makeExecutable'])
    await assert.rejects(
      client.connection.sendRequest('workspace/executeCommand', {
        command,
        arguments: [{ uri: uriOf(tree.at('ws/.kodelet/plugins/acme@x/hooks/guard')) }],
      }),
      /leads through a symbolic link out of/,
    )
  assert.equal(readFileSync(path, 'utf8'), '#!/bin/sh\r\n')
  assert.equal(statSync(path).mode & 0o111, 0)
})

/** A runtime that only records its requests. */
function runtimeOf(replay: ServerRuntime['replay']): ServerRuntime {
  const outcome = { hooks: [{ id: ID, status: 'returned', durationMs: 3, verdict: { decision: 'deny' } }] }
  return {
    replay,
    outcomes: async () =>
      new Map([[ID, { at: Date.now() - 61_000, outcome: outcome as unknown as Outcome }]]),
    close: async () => {},
  }
}
const ID = 'secureyeoman:workspace:guard.ts'

test('a lens replays through the runtime that was handed in, and tells what came of it', async (t) => {
  const replayed: (readonly [string, ServerTarget])[] = []
  const runtime = runtimeOf(async (root, target) => {
    replayed.push([root, target])
    return { summary: 'denied: no' }
  })
  const { client, tree, guard } = await opened(t, able, { runtime })
  client.open(guard, readFileSync(guard, 'utf8'), 'typescript')
  const params = { textDocument: { uri: uriOf(guard) } }
  const lenses = await client.connection.sendRequest<CodeLens[]>('textDocument/codeLens', params)
  const replay = lenses.find(({ command }) => command?.title === '▶ Replay')?.command
  assert.ok(replay !== undefined)
  const { command, arguments: given } = replay
  const result = await client.connection.sendRequest('workspace/executeCommand', {
    command,
    arguments: given,
  })
  assert.deepEqual(result, { summary: 'denied: no' })
  assert.deepEqual(replayed, [[tree.at('ws'), { path: guard, event: 'tool_execute_before' }]])
  const shown = (await client.hears('window/showMessage')) as { message: string }
  assert.equal(shown.message, 'denied: no')
  const last = lenses.find((lens) => lens.command === undefined)
  assert.ok(last !== undefined)
  const { command: text } = await client.connection.sendRequest<CodeLens>('codeLens/resolve', last)
  assert.equal(text?.title, 'last: deny in 3 ms, 1 minute ago')
})

test('what cannot be replayed is reported in the words of the runtime, and is not an error', async (t) => {
  const runtime = runtimeOf(async () => {
    throw Object.assign(new Error('guard.ts has no hook that can be replayed.'), { name: 'UsageError' })
  })
  const { client, guard } = await opened(t, able, { runtime })
  const params = { command: 'hookbench.replay', arguments: [{ uri: uriOf(guard) }] }
  await assert.rejects(client.connection.sendRequest('workspace/executeCommand', params), {
    message: 'guard.ts has no hook that can be replayed.',
  })
  assert.ok(!client.received.some(({ method }) => method === 'window/logMessage'))
})

test('a replay ends when its request is cancelled', async (t) => {
  const started = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const runtime = runtimeOf(async (_root, _target, signal) => {
    started.resolve()
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    ended.resolve()
    return { summary: 'stopped' }
  })
  const { client, guard } = await opened(t, able, { runtime })
  const { CancellationTokenSource } = await import('vscode-languageserver-protocol/node')
  const source = new CancellationTokenSource()
  const params = { command: 'hookbench.replay', arguments: [{ uri: uriOf(guard) }] }
  const answer = client.connection.sendRequest('workspace/executeCommand', params, source.token)
  await started.promise
  source.cancel()
  await ended.promise
  await assert.rejects(answer)
})

test('a client with commands of its own is left them, and debugs if it says that it can', async (t) => {
  const initializationOptions = { clientCommands: true, debug: true }
  const tree = writeTree(TREE)
  const client = clientInMemory({ home: tree.at('home') })
  t.after(async () => {
    await client.shutdown()
    client.dispose()
    tree.remove()
  })
  const { capabilities } = await client.initialize(tree.at('ws'), able, { initializationOptions })
  assert.deepEqual(capabilities.executeCommandProvider?.commands, [])
  const params = { textDocument: { uri: uriOf(tree.at('ws/extensions/guard.ts')) } }
  const lenses = await client.connection.sendRequest<CodeLens[]>('textDocument/codeLens', params)
  assert.deepEqual(
    lenses.flatMap(({ command }) => (command?.command ? [command.command] : [])),
    ['hookbench.replay', 'hookbench.debug'],
  )
})

test('hints, definitions, links and symbols come in lines', async (t) => {
  const { client, tree, guard } = await opened(t)
  const config = tree.at('ws/secureyeoman.yaml')
  const yaml =
    'extensions:\n  webhooks:\n    - hook: tool_$0execute_before\n      url: https://example.com/\n'
  const params = pointed(client, config, yaml)
  const [found] = await client.connection.sendRequest<Location[]>('textDocument/definition', params)
  assert.deepEqual(found, {
    uri: uriOf(guard),
    range: { start: { line: 0, character: 22 }, end: { line: 0, character: 41 } },
  })
  const links = await client.connection.sendRequest<{ target: string }[]>('textDocument/documentLink', params)
  assert.deepEqual(
    links.map(({ target }) => target),
    ['https://example.com/'],
  )
  const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } }
  const hints = await client.connection.sendRequest<InlayHint[]>('textDocument/inlayHint', {
    textDocument: { uri: uriOf(guard) },
    range,
  })
  assert.deepEqual(
    hints.map(({ label, position }) => [label, position.character]),
    [['veto', 41]],
  )
  const symbols = await client.connection.sendRequest<WorkspaceSymbol[]>('workspace/symbol', {
    query: 'TexBef',
  })
  assert.deepEqual(
    symbols.map(({ name }) => name),
    ['tool_execute_before'],
  )
})
