// The server as editors start it: a process with the protocol on its standard streams, which ends when its editor does.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type {
  CodeLens,
  CompletionList,
  DocumentDiagnosticReport,
  WorkspaceDiagnosticReport,
} from 'vscode-languageserver-protocol'
import { recordWorkspace } from '../../runtime/index.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import { startCli } from '../support/cli.ts'
import { able, clientOf, type LanguageClient, plain, uriOf } from '../support/languageClient.ts'
import { type Tree, writeTree } from '../support/tree.ts'

const ends: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

function start(tree: Tree, more: readonly string[] = []): { child: ChildProcess; client: LanguageClient } {
  ends.push(() => tree.remove())
  const child = startCli(['lsp', '--stdio', '--home', tree.at('/home'), ...more], { cwd: tree.folder })
  child.stderr?.resume()
  const client = clientOf(child)
  ends.push(async () => {
    client.dispose()
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  return { child, client }
}

const GUARD = `
  //- /home/
  //- /ws/.compilr/hooks/guard.mjs
  export default { beforeTool: [({ toolName }) => (toolName === 'bash' ? { skip: true, skipResult: 'no' } : undefined)] }
`

test('a whole session: found, typed, completed, mended, and ended with 0', async () => {
  const tree = writeTree(GUARD)
  const { child, client } = start(tree)
  const { capabilities, serverInfo } = await client.initialize(tree.at('/ws'))
  assert.equal(serverInfo?.name, 'hookbench')
  assert.equal(capabilities.textDocumentSync && typeof capabilities.textDocumentSync, 'object')
  const path = tree.at('/ws/.compilr/hooks/new.mjs')
  client.open(path, 'export default {\n  beforeTol: [(ctx) => undefined],\n}\n', 'javascript')
  assert.deepEqual(codes(await client.pull(path)), ['event.unknown'])
  client.change(path, 2, { range: at(1, 2, 1, 11), text: 'beforeTool' })
  assert.deepEqual(codes(await client.pull(path)), [])
  client.change(path, 3, { range: at(1, 24, 1, 33), text: 'ctx.' })
  const { items } = await client.connection.sendRequest<CompletionList>('textDocument/completion', {
    textDocument: { uri: uriOf(path) },
    position: { line: 1, character: 28 },
  })
  assert.ok(
    items.some(({ label }) => label === 'toolName'),
    items.map(({ label }) => label).join(),
  )
  await client.shutdown()
  assert.deepEqual(await once(child, 'exit'), [0, null])
})

test('a client that cannot ask is sent what is found', async () => {
  const tree = writeTree(GUARD)
  const { client } = start(tree)
  await client.initialize(tree.at('/ws'), plain)
  const path = tree.at('/ws/.compilr/hooks/new.mjs')
  client.open(path, 'export default { beforeTol: [] }\n', 'javascript')
  assert.deepEqual(
    (await client.pushed(path)).map(({ code }) => code),
    ['event.unknown'],
  )
})

test('a hook is replayed: on its example, then on what was recorded; its lens tells the last outcome', async () => {
  const tree = writeTree(GUARD)
  const { client } = start(tree, ['--trust-workspace'])
  await client.initialize(tree.at('/ws'))
  const path = tree.at('/ws/.compilr/hooks/guard.mjs')
  const replay = async () =>
    (
      (await client.connection.sendRequest('workspace/executeCommand', {
        command: 'hookbench.replay',
        arguments: [{ uri: uriOf(path), event: 'beforeTool' }],
      })) as { readonly summary: string }
    ).summary
  assert.match(
    await replay(),
    /^beforeTool\[0\]: pass on the example of beforeTool; nothing is recorded yet$/,
  )
  await record(tree)
  assert.match(await replay(), /^beforeTool\[0\]: deny \(.+\) on event 1 \(beforeTool\), as recorded$/)
  tree.write(`
    //- /ws/.compilr/hooks/guard.mjs
    export default { beforeTool: [() => undefined] }
  `)
  assert.match(await replay(), /: pass on event 1 \(beforeTool\), recorded otherwise, \d+ differences?$/)
  const params = { textDocument: { uri: uriOf(path) } }
  const lenses = await client.connection.sendRequest<CodeLens[]>('textDocument/codeLens', params)
  const resolved = await Promise.all(
    lenses.map((lens) => client.connection.sendRequest<CodeLens>('codeLens/resolve', lens)),
  )
  const titles = resolved.map(({ command }) => command?.title).join(' | ')
  assert.match(titles, /Replay/i)
  assert.match(titles, /last: deny/)
  assert.doesNotMatch(titles, /untrusted/)
})

test('an untrusted hook is not run by its lens', async () => {
  const tree = writeTree(`
    //- /home/
    //- /ws/.compilr/hooks/marks.mjs
    import { writeFileSync } from 'node:fs'
    writeFileSync(new URL('marked', import.meta.url), '')
    export default { beforeTool: [() => undefined] }
  `)
  const { client } = start(tree)
  await client.initialize(tree.at('/ws'))
  const uri = uriOf(tree.at('/ws/.compilr/hooks/marks.mjs'))
  const { summary } = (await client.connection.sendRequest('workspace/executeCommand', {
    command: 'hookbench.replay',
    arguments: [{ uri }],
  })) as { readonly summary: string }
  assert.match(summary, /not trusted/)
  assert.ok(!existsSync(tree.at('/ws/.compilr/hooks/marked')))
})

test('the server ends with its editor: streams closed, or the process gone', async () => {
  const closed = start(writeTree(GUARD))
  await closed.client.initialize(undefined, plain)
  // Completes the exchange that follows `initialize`.
  await closed.client.connection.sendRequest('textDocument/documentSymbol', {
    textDocument: { uri: 'file:///x' },
  })
  closed.client.dispose()
  closed.child.stdin?.end()
  const [code] = await once(closed.child, 'exit')
  assert.equal(code, 1, 'without a shutdown')

  const editor = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' })
  const orphan = start(writeTree(GUARD))
  await orphan.client.initialize(undefined, able, { processId: editor.pid as number })
  editor.kill('SIGKILL')
  await once(orphan.child, 'exit')
})

test('nonsense on the line is survived, and what follows is answered', async () => {
  const tree = writeTree(GUARD)
  const { child, client } = start(tree)
  await client.initialize(tree.at('/ws'))
  const raw = (text: string) =>
    child.stdin?.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  raw('{"jsonrpc":"2.0","id":"x","method":"textDocument/hover","params":{}}')
  raw('{"jsonrpc":"2.0","id":"y","method":"textDocument/didNotExist"}')
  raw(
    '{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///nowhere","version":2},"contentChanges":[{"text":"x"}]}}',
  )
  raw('{"jsonrpc":"2.0","method":"textDocument/didOpen","params":null}')
  raw('{"jsonrpc":"2.0","id":7,"method":"codeLens/resolve","params":{"range":null,"data":17}}')
  raw('{"nothing": "of the kind"}')
  raw('{ not json')
  const path = tree.at('/ws/.compilr/hooks/guard.mjs')
  assert.deepEqual(codes(await client.pull(path)), [])
  assert.equal(child.exitCode, null)
})

test('asking for --stdio is part of the bargain', async () => {
  const child = startCli(['lsp'])
  let stderr = ''
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  const [code] = await once(child, 'close')
  assert.deepEqual([code, stderr], [2, 'hookbench: lsp expects --stdio.\n'])
})

test('opening a workspace of hostile hooks runs none of them', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookbench-hostile-')))
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  const mark = join(folder, 'ran')
  const tree = writeTree(HOSTILE.replaceAll('MARK', mark))
  const { client } = start(tree)
  await client.initialize(tree.at('/ws'))
  const report = await client.connection.sendRequest<WorkspaceDiagnosticReport>('workspace/diagnostic', {
    previousResultIds: [],
  })
  const files = readdirSync(tree.at('/ws'), { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  )
  assert.ok(report.items.length >= 5, `${report.items.length} of ${files.length} files were looked at`)
  for (const { uri } of report.items) {
    const textDocument = { uri }
    await client.connection.sendRequest('textDocument/diagnostic', { textDocument })
    await client.connection.sendRequest('textDocument/codeLens', { textDocument })
    await client.connection.sendRequest('textDocument/documentSymbol', { textDocument })
    for (let line = 0; line < 6; line++) {
      const position = { line, character: 4 }
      await client.connection.sendRequest('textDocument/hover', { textDocument, position })
      await client.connection.sendRequest('textDocument/completion', { textDocument, position })
    }
  }
  await sleep(100)
  assert.ok(!existsSync(mark), 'something ran')
})

// Each file leaves a mark if it is loaded, imported, queried or compiled.
const HOSTILE = `
  //- /home/
  //- /ws/extensions/_10_module.mjs
  import { writeFileSync } from 'node:fs'
  writeFileSync('MARK', 'module')
  export const tool_execute_before = (context) => context
  //- /ws/extensions/_20_common.cjs
  require('node:fs').writeFileSync('MARK', 'common')
  module.exports = { name: 'common', hooks: { tool_execute_before: (context) => context } }
  //- /ws/extensions/node_modules/typescript/index.js
  require('node:fs').writeFileSync('MARK', 'typescript')
  //- /ws/node_modules/typescript/package.json
  { "name": "typescript", "main": "index.js" }
  //- /ws/node_modules/typescript/index.js
  require('node:fs').writeFileSync('MARK', 'typescript')
  //- /ws/tsconfig.json
  { "compilerOptions": { "plugins": [{ "name": "../node_modules/typescript" }] } }
  //- /ws/.kodelet/hooks/guard 755
  #!/bin/sh
  touch 'MARK'
  echo before_tool_call
  //- /ws/.kodelet/hooks/audit.py 755
  #!/usr/bin/env python3
  open('MARK', 'w').close()
  //- /ws/.kaizen/hooks/audit.py
  open('MARK', 'w').close()
  class Audit: pass
  //- /ws/.compilr/hooks/rules.ts
  import { writeFileSync } from 'node:fs'
  writeFileSync('MARK', 'lists')
  export default { beforeTool: [] }
  //- /ws/secureyeoman.yaml
  extensions:
    directories: ['$(touch MARK)', !!js/function 'function () {}']
  //- /ws/.hookbench/settings.json
  { "environment": { "set": { "BASH_ENV": "MARK" } } }
`

async function record(tree: Tree): Promise<void> {
  const workspace = await openWorkspace({ root: tree.at('/ws'), home: tree.at('/home'), trust: 'workspace' })
  const recorder = recordWorkspace(workspace, assert.fail)
  const payload = { toolName: 'bash', toolInput: {}, input: { command: 'ls' } }
  await workspace.fire('beforeTool', payload, { dialect: 'compilr' })
  recorder.close()
  await workspace.close()
}

function codes(report: DocumentDiagnosticReport): readonly unknown[] {
  return report.kind === 'full' ? report.items.map(({ code }) => code) : [report.kind]
}

function at(line: number, character: number, endLine: number, endCharacter: number) {
  return { start: { line, character }, end: { line: endLine, character: endCharacter } }
}
