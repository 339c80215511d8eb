// Random typing and requests over a mixed workspace: every request is answered, none fails, and memory does not grow.
// `EDITS=20000` types more; `SEED` selects another run. A failure is reproduced by its seed.

import assert from 'node:assert/strict'
import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { after, test } from 'node:test'
import type { Diagnostic, DocumentDiagnosticReport, Range } from 'vscode-languageserver-protocol'
import { CancellationTokenSource } from 'vscode-languageserver-protocol/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { clientInMemory, uriOf } from '../support/languageClient.ts'
import { seed } from '../support/property.ts'
import { writeTree } from '../support/tree.ts'

const EDITS = Number(process.env.EDITS ?? 1200)

const FILES: Readonly<Record<string, string>> = {
  '/ws/extensions/_10_guard.ts': `export default {
  name: 'guard',
  hooks: {
    tool_execute_before: async (ctx: { toolName: string }) => {
      if (ctx.toolName === 'bash') return null
      return { ...ctx, note: '😀' }
    },
  },
}
`,
  '/ws/extensions/_20_plain.js':
    'module.exports = { name: "plain", hooks: { message_receive: async ({ content }) => ({ content }) } }\r\n',
  '/ws/.compilr/hooks/rules.mjs':
    'export default {\r  beforeTool: [({ toolName, input }) => undefined],\n}\n',
  '/ws/.kodelet/hooks/guard': `#!/usr/bin/env python3
import json, sys
if sys.argv[1] == "hook":
    print("before_tool_call")
    sys.exit()
payload = json.load(sys.stdin)
tool_input = payload.get("tool_input", {})
if payload["tool_name"] == "bash" and "rm" in tool_input.get("command", ""):
    print(json.dumps({"blocked": True, "reason": "no"}))
`,
  '/ws/.kodelet/hooks/audit': `#!/bin/sh
[ "$1" = hook ] && echo after_tool_call && exit
payload=$(cat)
command=$(printf '%s' "$payload" | jq -r '.tool_input.command // empty')
echo "{\\"output\\": \\"$command\\"}"
`,
  '/ws/.kaizen/hooks/audit.py': `from kaizen.core.autonomy.hooks import BaseHook, HookEvent, HookResult


class Audit(BaseHook):
    events = [HookEvent.PRE_TOOL_USE]

    async def handle(self, context):
        return HookResult(success=True, data={"tool": context.data["tool_name"]})
`,
  '/ws/.hookbench/settings.json':
    '{ "disabled": ["kodelet:**"], "severities": { "event.unknown": "warning" } }\n',
  '/ws/.hookbench/cases/a.json':
    '{ "v": 1, "name": "a", "dialect": "kodelet", "event": "before_tool_call", "payload": {}, "expect": { "decision": "deny" } }\n',
  '/ws/secureyeoman.yaml': 'extensions:\n  enabled: true\n  directories:\n    - ~/mine\n  webhooks: []\n',
  '/ws/test/before_tool_call.payload.json':
    '{ "event": "before_tool_call", "tool_input": { "command": "ls" } }\n',
}

const BITS = [
  ...[
    '"',
    "'",
    '`',
    '{',
    '}',
    '[',
    ']',
    '(',
    ')',
    ':',
    ',',
    '.',
    '\n',
    '\r\n',
    '\r',
    ' ',
    '\t',
    '#',
    '//',
    '/*',
  ],
  ...[
    'ctx.',
    'payload["',
    'jq ',
    '.tool_input',
    '$(',
    '<<EOF\n',
    '=> ',
    'async ',
    'return ',
    'class A:\n',
    'def ',
  ],
  ...[
    'before_tool_call',
    'beforeTool',
    'null',
    'true',
    '😀',
    'ä',
    '\u2028',
    '\0',
    '\ud83d',
    '- &a *a',
    '${',
    '\\',
  ],
  ...[
    'hookbench-ignore field.unknown',
    '#!/bin/sh\n',
    'export default ',
    'module.exports = ',
    '0x',
    '1e999',
    '???',
  ],
]

const ASKS = [
  'textDocument/completion',
  'textDocument/hover',
  'textDocument/definition',
  'textDocument/references',
  'textDocument/documentSymbol',
  'textDocument/documentLink',
  'textDocument/codeLens',
  'textDocument/inlayHint',
  'textDocument/codeAction',
  'textDocument/diagnostic',
  'textDocument/prepareRename',
  'workspace/symbol',
  'workspace/diagnostic',
] as const

test(`${EDITS} random edits and requests leave no error, no silence and no growing memory (seed ${seed})`, async () => {
  const random = randomFrom(seed)
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const tree = writeTree('//- /home/')
  after(tree.remove)
  for (const [path, text] of Object.entries(FILES)) {
    tree.write(`//- ${path}\n`)
    writeFileSync(tree.at(path), text)
  }
  for (const name of ['guard', 'audit']) chmodSync(tree.at(`/ws/.kodelet/hooks/${name}`), 0o755)
  const client = clientInMemory({ home: tree.at('/home') })
  after(() => client.dispose())
  await client.initialize(tree.at('/ws'))
  const open = new Map<string, TextDocument>()
  const waiting = new Set<Promise<void>>()
  const failures: string[] = []
  let settled: number | undefined

  for (let n = 0; n < EDITS; n++) {
    const path = one(Object.keys(FILES))
    const dice = random()
    if (!open.has(path)) start(path)
    else if (dice < 0.02) stop(path)
    else if (dice < 0.03) disturb(path)
    else if (dice < 0.6) edit(path)
    else ask(path)
    // A person is slower than a loop, and a client waits for some of its answers.
    if (waiting.size > 20 || n % 100 === 99) await Promise.all(waiting)
    if (n === Math.floor(EDITS / 2)) settled = memory()
  }
  await Promise.all(waiting)
  assert.deepEqual(failures, [])
  const logged = client.received.filter(
    ({ method, params }) =>
      method === 'window/logMessage' && (params as { readonly type: number }).type === 1,
  )
  assert.deepEqual(
    logged.map(({ params }) => (params as { readonly message: string }).message),
    [],
  )
  const grown = memory() - (settled as number)
  assert.ok(grown < 150e6, `memory grew by ${Math.round(grown / 1e6)} MB in the second half`)
  await client.connection.sendRequest('shutdown')

  function start(path: string): void {
    const text = FILES[path] as string
    open.set(path, TextDocument.create(uriOf(tree.at(path)), 'x', 1, text))
    client.open(tree.at(path), text)
  }

  function stop(path: string): void {
    open.delete(path)
    client.close(tree.at(path))
  }

  function edit(path: string): void {
    const document = open.get(path) as TextDocument
    const { length } = document.getText()
    const from = Math.floor(random() * (length + 1))
    const to = random() < 0.6 ? from : Math.min(length, from + Math.floor(random() * 12))
    const range = { start: document.positionAt(from), end: document.positionAt(to) }
    const text = length > 4000 ? '' : random() < 0.3 ? '' : one(BITS)
    const version = document.version + 1
    TextDocument.update(document, [{ range, text }], version)
    client.change(tree.at(path), version, { range, text })
  }

  function disturb(path: string): void {
    const file = tree.at(path)
    const away = `${file}.away`
    if (random() < 0.5) {
      rmSync(file, { force: true })
      writeFileSync(file, open.get(path)?.getText() ?? '', { mode: 0o755 })
    } else {
      renameSync(file, away)
      renameSync(away, file)
    }
    const changes = [{ uri: uriOf(file), type: 2 }]
    void client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes })
    client.save(file)
  }

  function ask(path: string): void {
    const method = one(ASKS)
    const document = open.get(path) as TextDocument
    const offset = Math.floor(random() * (document.getText().length + 1))
    const position = document.positionAt(offset)
    const source = new CancellationTokenSource()
    const params = {
      textDocument: { uri: document.uri },
      position,
      range: { start: { line: 0, character: 0 }, end: position },
      context: { diagnostics: [], includeDeclaration: true },
      query: one(['', 'guard', '.']),
      previousResultIds: [],
    }
    const pending = client.connection.sendRequest<unknown>(method, params, source.token).then(
      (answer) => {
        if (method === 'textDocument/diagnostic') inside(answer as DocumentDiagnosticReport)
      },
      (error: Error & { readonly code?: number }) => {
        // Canceled, or there is nothing to rename here.
        if (error.code === -32800 || error.code === -32803 || error.code === -32602) return
        failures.push(`${method} in ${path}: ${error.message}`)
      },
    )
    waiting.add(pending)
    void pending.finally(() => waiting.delete(pending))
    if (random() < 0.1) source.cancel()
  }

  function inside(report: DocumentDiagnosticReport): void {
    if (report.kind === 'unchanged') return
    for (const { range, code } of report.items as readonly Diagnostic[])
      if (!isOrdered(range)) failures.push(`${code} ends before it begins`)
  }
})

function isOrdered({ start, end }: Range): boolean {
  return start.line < end.line || (start.line === end.line && start.character <= end.character)
}

function memory(): number {
  const { gc } = globalThis as { gc?: () => void }
  gc?.()
  return process.memoryUsage().heapUsed
}

// A small generator with the same sequence on every platform.
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
