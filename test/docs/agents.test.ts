// docs/agents.md is current: every tool with what it does, every error code, and an example that compiles against the
// published types.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import ts from 'typescript'
import { TOOL_NAMES } from '../../runtime/tools/tool.ts'
import { TOOLS } from '../../runtime/tools/tools.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/agents.md'), 'utf8')
const api = readFileSync(join(root, 'client/api.ts'), 'utf8')

test('the page has a row for every tool, with its name in a chat and whether it runs hooks', () => {
  const rows = [...page.matchAll(/^\| `(hookbench_\w+)` \| `#(\w+)` \| .* \| (yes|no) \|$/gm)]
  assert.deepEqual(
    rows.map(([, name, reference, runs]) => [name, reference, runs === 'yes']),
    TOOLS.map(({ name, reference, runs }) => [name, reference, runs]),
  )
})

test('the names that hosts load first are those of the tools', () => {
  assert.deepEqual(
    TOOLS.map(({ name }) => name),
    TOOL_NAMES,
  )
})

test('every tool has a description of when to use it, and every field one of its meaning', () => {
  for (const { name, description, input } of TOOLS) {
    assert.match(description, /\b[Uu]se it\b/, name)
    for (const [field, { description: text }] of Object.entries<{ description?: string }>(input.properties))
      assert.ok((text ?? '').length > 10, `${name}.${field}`)
  }
})

test('the page has a row for every code of an error', () => {
  const codes = [...page.matchAll(/^\| `(\w+)` \| /gm)].map(([, code]) => code)
  const declared = [...api.matchAll(/^ {2}\| '(\w+)'$/gm)].map(([, code]) => code)
  assert.ok(declared.length > 3)
  for (const code of declared) assert.ok(codes.includes(code), code)
})

test('the example compiles against the published types', () => {
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(page) ?? []
  const path = join(root, 'docs/agents.example.ts')
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
    paths: { 'hookbench/extension': [join(root, 'client/api.ts')] },
    types: ['node', 'vscode'],
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (name) => name === path || fileExists(name)
  host.readFile = (name) => (name === path ? example : readFile(name))
  host.getSourceFile = (name, ...rest) =>
    name === path ? ts.createSourceFile(name, example, ts.ScriptTarget.ES2024) : getSourceFile(name, ...rest)
  const program = ts.createProgram([path], options, host)
  const found = ts.getPreEmitDiagnostics(program, program.getSourceFile(path))
  assert.deepEqual(
    found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    [],
  )
})
