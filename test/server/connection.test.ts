// A client and the server over the real protocol: capabilities, findings, and that the server stays up.

import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { afterEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import picomatch from 'picomatch'
import {
  CancellationTokenSource,
  type Diagnostic,
  type DocumentDiagnosticReport,
  type WorkspaceDiagnosticReport,
} from 'vscode-languageserver-protocol'
import { within } from '../../runtime/discovery/places.ts'
import type { Feature } from '../../server/feature.ts'
import {
  able,
  clientInMemory,
  type LanguageClient,
  plain,
  uriOf,
  watchedBy,
} from '../support/languageClient.ts'
import { type Tree, writeTree } from '../support/tree.ts'

const ends: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const WRONG = 'export default { beforeTol: [() => undefined] }\n'
const RIGHT = 'export default { beforeTool: [() => undefined] }\n'

async function start(
  files: string,
  { capabilities = able, features = [] as readonly Feature[], root = '/ws' as string | undefined } = {},
): Promise<{ readonly tree: Tree; readonly client: LanguageClient }> {
  const tree = writeTree(`//- /home/\n${files}`)
  const client = clientInMemory({ home: tree.at('/home'), features })
  ends.push(
    () => tree.remove(),
    () => client.dispose(),
    () => client.shutdown(),
  )
  await client.initialize(root === undefined ? undefined : tree.at(root), capabilities)
  return { tree, client }
}

const HOOK = `
  //- /ws/.compilr/hooks/rules.mjs
  ${WRONG}
`

test('a client that asks gets the findings of its text, and once more only what changed', async () => {
  const { tree, client } = await start(HOOK)
  const path = tree.at('/ws/.compilr/hooks/rules.mjs')
  client.open(path, WRONG)
  const first = await client.pull(path)
  assert.deepEqual(codes(first), ['event.unknown'])
  assert.deepEqual((await client.pull(path, first.resultId)).kind, 'unchanged')
  client.change(path, 2, { range: range(0, 17, 0, 26), text: 'beforeTool' })
  assert.deepEqual(codes(await client.pull(path, first.resultId)), [])
  assert.ok(!client.received.some(({ method }) => method === 'textDocument/publishDiagnostics'))
})

test('a client that cannot ask is sent them, and gets them taken back', async () => {
  const { tree, client } = await start(HOOK, { capabilities: plain })
  const path = tree.at('/ws/.compilr/hooks/rules.mjs')
  client.open(path, WRONG)
  assert.deepEqual(
    (await client.pushed(path)).map(({ code }) => code),
    ['event.unknown'],
  )
  client.change(path, 2, { text: RIGHT })
  assert.deepEqual(await client.pushed(path, ({ version }) => version === 2), [])
  client.change(path, 3, { text: WRONG })
  assert.equal((await client.pushed(path, ({ version }) => version === 3)).length, 1)
  client.close(path)
  assert.deepEqual(await client.pushed(path), [])
})

test('a client is offered only what it can take', async () => {
  const offered = async (capabilities: typeof able) => {
    const tree = writeTree('//- /ws/')
    const client = clientInMemory({ home: tree.at('/ws') })
    ends.push(
      () => tree.remove(),
      () => client.dispose(),
      () => client.shutdown(),
    )
    return (await client.initialize(tree.at('/ws'), capabilities)).capabilities
  }
  const all = await offered(able)
  assert.equal(all.positionEncoding, 'utf-16')
  assert.ok(all.diagnosticProvider !== undefined)
  assert.ok(all.workspace?.fileOperations?.didRename !== undefined)
  const least = await offered(plain)
  assert.equal(least.diagnosticProvider, undefined)
  assert.equal(least.positionEncoding, undefined)
  assert.equal(least.workspace?.fileOperations, undefined)
})

test('files are watched if the client supports it, and a client without support gets no request', async () => {
  const { client } = await start('//- /ws/')
  const watchers = watchedBy(await client.hears('client/registerCapability'))
  const globs = JSON.stringify(watchers)
  for (const part of ['.kodelet', '.compilr', '.hookbench', 'extensions', 'secureyeoman.yaml', 'trust.json'])
    assert.match(globs, new RegExp(part.replace('.', '\\.')))
  const { client: other } = await start('//- /ws/', { capabilities: plain })
  assert.ok(!other.received.some(({ method }) => method === 'client/registerCapability'))
})

const ENTRY = `
  //- /ws/.claude/settings.json
  { "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "sh scripts/done.sh" }] }] } }
`

test('a client watches the files that a host reads, and no whole folder of a host', async () => {
  const { tree, client } = await start(ENTRY)
  const watchers = watchedBy(await client.hears('client/registerCapability'))
  const globs = watchers.map((one) => (one as { globPattern: unknown }).globPattern)
  const inFolders = globs.filter((one) => typeof one === 'string')
  const elsewhere = globs.filter((one) => typeof one !== 'string') as { baseUri: string; pattern: string }[]
  const reads = (path: string) =>
    inFolders.some((glob) => picomatch(glob, { dot: true })(path)) ||
    elsewhere.some(({ baseUri, pattern }) => {
      const below = within(path, fileURLToPath(baseUri))
      return below !== undefined && picomatch(pattern, { dot: true })(below)
    })
  for (const base of ['/ws', '/home'].map(tree.at)) {
    for (const path of ['settings.json', 'skills/a/SKILL.md', 'agents/a.md', 'commands/b/a.md'])
      assert.ok(reads(`${base}/.claude/${path}`), path)
    for (const path of [
      'history.jsonl',
      'projects/p/1.jsonl',
      'projects',
      'todos/1.json',
      'settings.json.tmp',
    ])
      assert.ok(!reads(`${base}/.claude/${path}`), path)
  }
  // For a pattern that is more than a name, a client watches everything below the pattern's base folder.
  const folders = elsewhere
    .filter(({ pattern }) => pattern.includes('/') || pattern.includes('**'))
    .map(({ baseUri }) => fileURLToPath(baseUri))
  const SMALL = [
    /\.(?:secureyeoman|kodelet|kaizen|compilr)$/,
    /\.claude\/(?:skills|agents|commands)$/,
    /\.copilot\/hooks$/,
    /\.gemini\/extensions$/,
    /\.cursor\/plugins\/local$/,
  ]
  assert.deepEqual(
    folders.filter((folder) => !SMALL.some((one) => one.test(folder))),
    [],
  )
})

test('the script that an entry runs is watched once it is known', async () => {
  const { tree, client } = await start(ENTRY)
  client.open(
    tree.at('/ws/.claude/settings.json'),
    readFileSync(tree.at('/ws/.claude/settings.json'), 'utf8'),
  )
  assert.deepEqual(codes(await client.pull(tree.at('/ws/.claude/settings.json'))), ['entry.script'])
  await client.hears('client/registerCapability', (params) =>
    JSON.stringify(watchedBy(params)).includes('"pattern":"done.sh"'),
  )
  mkdirSync(tree.at('/ws/scripts'))
  writeFileSync(tree.at('/ws/scripts/done.sh'), 'true\n')
  tell(client, tree.at('/ws/scripts/done.sh'), 1)
  assert.deepEqual(codes(await client.pull(tree.at('/ws/.claude/settings.json'))), [])
})

const NO_HOOKS = `
  //- /ws/.kodelet/hooks/notes.md
  Notes.
  //- /ws/.compilr/hooks/rules.mts
  export default {}
  //- /ws/README.md
  Read me.
`

test('a file among hooks that is not a hook is reported when it is open, with the message of check', async () => {
  for (const capabilities of [able, plain]) {
    const { tree, client } = await start(NO_HOOKS, { capabilities })
    const codesOf = async (name: string) => {
      client.open(tree.at(name), 'Some text.\n')
      if (capabilities === able) return codes(await client.pull(tree.at(name)))
      return (await client.pushed(tree.at(name))).map(({ code }) => code)
    }
    assert.deepEqual(await codesOf('/ws/.kodelet/hooks/notes.md'), ['file.not-taken'])
    assert.deepEqual(await codesOf('/ws/.compilr/hooks/rules.mts'), ['file.not-taken'])
    if (capabilities === able) assert.deepEqual(await codesOf('/ws/README.md'), [])
  }
})

test('the whole workspace is reported, and unchanged files are marked as unchanged', async () => {
  const { tree, client } = await start(`
    ${HOOK}
    //- /ws/.kodelet/hooks/notes.md
    Notes.
    //- /ws/.hookbench/settings.json
    { "severities": { "file.not-taken": "warning" } }
  `)
  const ask = (previousResultIds: readonly { uri: string; value: string }[] = []) =>
    client.connection.sendRequest<WorkspaceDiagnosticReport>('workspace/diagnostic', { previousResultIds })
  const first = await ask()
  const byName = new Map(first.items.map((one) => [one.uri.slice(one.uri.lastIndexOf('/') + 1), one]))
  assert.deepEqual([...byName.keys()].sort(), ['notes.md', 'rules.mjs', 'settings.json'])
  const codesIn = (name: string) => codes(byName.get(name) as DocumentDiagnosticReport)
  assert.deepEqual(codesIn('rules.mjs'), ['event.unknown'])
  assert.deepEqual(codesIn('notes.md'), ['file.not-taken'])
  const previous = first.items.map(({ uri, resultId }) => ({ uri, value: resultId ?? '' }))
  assert.deepEqual(new Set((await ask(previous)).items.map(({ kind }) => kind)), new Set(['unchanged']))
  tree.write(`
    //- /ws/.compilr/hooks/rules.mjs
    ${RIGHT}
  `)
  tell(client, tree.at('/ws/.compilr/hooks/rules.mjs'), 2)
  const kinds = (await ask(previous)).items.map(
    ({ uri, kind }) => `${uri.slice(uri.lastIndexOf('/') + 1)} ${kind}`,
  )
  assert.ok(kinds.includes('rules.mjs full'), kinds.join())
  assert.ok(kinds.includes('notes.md unchanged'), kinds.join())
})

test('what changes on the disk is looked at again: permissions, renaming, deleting', async () => {
  const { tree, client } = await start(`
    //- /ws/.kodelet/hooks/guard
    #!/bin/sh
    [ "$1" = hook ] && echo before_tool_call && exit
    cat > /dev/null
  `)
  const path = tree.at('/ws/.kodelet/hooks/guard')
  // The report of the workspace comes once all of it has been looked at, however long that takes.
  await client.connection.sendRequest('workspace/diagnostic', { previousResultIds: [] })
  assert.deepEqual(codes(await client.pull(path)), ['executable.bit'])
  chmodSync(path, 0o755)
  tell(client, path, 2)
  await client.hears('workspace/diagnostic/refresh')
  assert.deepEqual(codes(await client.pull(path)), [])
  const moved = tree.at('/ws/.kodelet/hooks/warden')
  renameSync(path, moved)
  await client.connection.sendNotification('workspace/didRenameFiles', {
    files: [{ oldUri: uriOf(path), newUri: uriOf(moved) }],
  })
  assert.deepEqual(codes(await client.pull(path)), [])
  chmodSync(moved, 0o644)
  tell(client, moved, 2)
  assert.deepEqual(codes(await client.pull(moved)), ['executable.bit'])
  rmSync(tree.at('/ws/.kodelet'), { recursive: true })
  tell(client, tree.at('/ws/.kodelet'), 3)
  assert.deepEqual(codes(await client.pull(moved)), [])
})

test('saved settings apply at once, and open files are checked again', async () => {
  const { tree, client } = await start(HOOK)
  const path = tree.at('/ws/.compilr/hooks/rules.mjs')
  client.open(path, WRONG)
  assert.deepEqual(codes(await client.pull(path)), ['event.unknown'])
  tree.write(`
    //- /ws/.hookbench/settings.json
    { "severities": { "event.unknown": "off" } }
  `)
  tell(client, tree.at('/ws/.hookbench/settings.json'), 1)
  await client.hears('workspace/diagnostic/refresh')
  assert.deepEqual(codes(await client.pull(path)), [])
})

test('a file outside of any folder belongs to the workspace it stands in', async () => {
  const { tree, client } = await start(HOOK, { root: undefined })
  const path = tree.at('/ws/.compilr/hooks/rules.mjs')
  client.open(path, WRONG)
  assert.deepEqual(codes(await client.pull(path)), ['event.unknown'])
  client.close(path)
})

test('a second folder is one more project, for as long as it is open', async () => {
  const { tree, client } = await start(`
    //- /ws/readme.md
    //- /other/.compilr/hooks/rules.mjs
    ${WRONG}
  `)
  const folder = { uri: uriOf(tree.at('/other')), name: 'other' }
  const reported = async () =>
    (
      await client.connection.sendRequest<WorkspaceDiagnosticReport>('workspace/diagnostic', {
        previousResultIds: [],
      })
    ).items.length
  assert.equal(await reported(), 0)
  const change = (event: object) =>
    client.connection.sendNotification('workspace/didChangeWorkspaceFolders', { event })
  await change({ added: [folder], removed: [] })
  assert.equal(await reported(), 1)
  await change({ added: [], removed: [folder] })
  assert.equal(await reported(), 0)
})

test('what is no file on disk, and no hook, gets no finding and no error', async () => {
  const { tree, client } = await start(HOOK)
  for (const uri of [
    'untitled:Untitled-1',
    'git:/ws/extensions/a.ts?HEAD',
    'file:///%zz',
    uriOf(tree.at('/ws/x.md')),
  ]) {
    await client.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'typescript', version: 1, text: WRONG },
    })
    const report = await client.connection.sendRequest<DocumentDiagnosticReport>('textDocument/diagnostic', {
      textDocument: { uri },
    })
    assert.deepEqual(codes(report), [])
  }
})

const faulty: Feature = {
  capabilities: () => ({ hoverProvider: true }),
  register(connection, context) {
    connection.onHover(
      context.answers('hover', () => {
        throw new Error('on purpose')
      }),
    )
    connection.onDefinition(
      context.answers('definition', async (_, token) => {
        context.say('info', 'begun')
        await new Promise<void>((resolve) => token.onCancellationRequested(() => resolve()))
        return null
      }),
    )
  },
}

test('a feature that fails answers with an error and a line in the log; the server goes on', async () => {
  const { tree, client } = await start(HOOK, { features: [faulty] })
  const at = { textDocument: { uri: uriOf(tree.at('/ws/x')) }, position: { line: 0, character: 0 } }
  await assert.rejects(client.connection.sendRequest('textDocument/hover', at), /hover failed: on purpose/)
  const line = (await client.hears('window/logMessage')) as { readonly message: string }
  assert.match(line.message, /on purpose[\s\S]*connection\.test\.ts/)
  assert.equal((await client.pull(tree.at('/ws/.compilr/hooks/rules.mjs'))).kind, 'full')
})

test('a cancelled request is answered at once as cancelled, whether it has begun or not', async () => {
  const { tree, client } = await start(HOOK, { features: [faulty] })
  const at = { textDocument: { uri: uriOf(tree.at('/ws/x')) }, position: { line: 0, character: 0 } }
  for (const begun of [false, true]) {
    const source = new CancellationTokenSource()
    const pending = client.connection.sendRequest('textDocument/definition', at, source.token)
    if (begun) await client.hears('window/logMessage')
    source.cancel()
    await assert.rejects(pending, /definition: cancelled/)
  }
})

test('after a shutdown nothing is answered but with an error', async () => {
  const { tree, client } = await start(HOOK)
  await client.connection.sendRequest('shutdown')
  await assert.rejects(client.pull(tree.at('/ws/.compilr/hooks/rules.mjs')), /shut down/)
})

function tell(client: LanguageClient, path: string, type: 1 | 2 | 3): void {
  void client.connection.sendNotification('workspace/didChangeWatchedFiles', {
    changes: [{ uri: uriOf(path), type }],
  })
}

function codes(report: DocumentDiagnosticReport): readonly unknown[] {
  return report.kind === 'full' ? report.items.map(({ code }: Diagnostic) => code) : [report.kind]
}

function range(line: number, character: number, endLine: number, endCharacter: number) {
  return { start: { line, character }, end: { line: endLine, character: endCharacter } }
}
