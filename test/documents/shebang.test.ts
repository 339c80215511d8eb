// The first line of an executable, and the asset files of the parsers.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ASSETS, type Asset, assetPath } from '../../runtime/documents/assets.ts'
import { languageOf, readShebang, shebangProblems } from '../../runtime/documents/shebang.ts'

const rows = [
  ['#!/bin/bash', '/bin/bash', [], 'shell'],
  ['#! /bin/sh -e', '/bin/sh', ['-e'], 'shell'],
  ['#!/usr/bin/env python3', 'python3', [], 'python'],
  ['#!/usr/bin/env pwsh', 'pwsh', [], 'powershell'],
  ['#!/usr/bin/python3.12 -u', '/usr/bin/python3.12', ['-u'], 'python'],
  ['#!/usr/bin/env -S node --no-warnings', 'node', ['--no-warnings'], 'javascript'],
  ['#!/usr/bin/env -Snode x', 'node', ['x'], 'javascript'],
  ['#!/usr/bin/env -S DEBUG=1 tsx', 'tsx', [], 'typescript'],
  ['#!/usr/bin/env -S npx -y tsx', 'npx', ['-y', 'tsx'], 'typescript'],
  ['#!/usr/bin/env -S uv run --script', 'uv', ['run', '--script'], 'python'],
  ['#!/usr/bin/env ruby', 'ruby', [], undefined],
  ['#!/usr/local/bin/fish', '/usr/local/bin/fish', [], undefined],
] as const

for (const [line, interpreter, args, language] of rows) {
  test(`the shebang ${line}`, () => {
    const shebang = readShebang(`${line}\nrest`)
    assert.deepEqual(shebang && { interpreter: shebang.interpreter, args: shebang.args }, {
      interpreter,
      args,
    })
    assert.equal(shebang && languageOf(shebang), language)
    assert.equal(shebang?.end, line.length)
    assert.equal(shebang?.crlf, false)
    assert.deepEqual(shebangProblems('a', `${line}\nrest`), [])
  })
}

test('no first line, no shebang', () => {
  for (const text of ['', '#', '#!', '#!  \n', '#!/usr/bin/env\n', ' #!/bin/sh', 'echo'])
    assert.equal(readShebang(text), undefined)
})

test('a CRLF shebang names the interpreter the system looks for', () => {
  const [problem] = shebangProblems('a', '#!/usr/bin/env python3\r\nprint()\r\n')
  assert.equal(problem?.code, 'executable.crlf')
  assert.match(problem?.message ?? '', /"python3\\r"/)
  assert.deepEqual(problem?.range, { start: 0, end: 22 })
  assert.deepEqual(problem?.repairs, [{ kind: 'line-ends', title: 'Change all line endings to LF' }])
})

test('the range of a finding on the first line ends before its line end', () => {
  for (const text of ['echo\r\n', 'echo\n', 'echo', '\r\n'])
    assert.deepEqual(shebangProblems('a', text)[0]?.range, { start: 0, end: text.trimEnd().length })
})

test('env with arguments is a warning, because some systems split them', () => {
  const [problem] = shebangProblems('a', '#!/usr/bin/env python3 -u\n')
  assert.equal(problem?.severity, 'warning')
  assert.match(problem?.fix ?? '', /env -S python3 -u/)
})

test('every asset is found', () => {
  const names: readonly Asset[] = [
    'tree-sitter.cjs',
    'tree-sitter.wasm',
    'tree-sitter-bash.wasm',
    'tree-sitter-powershell.wasm',
    'tree-sitter-python.wasm',
  ] satisfies (keyof typeof ASSETS)[]
  for (const name of names) assert.ok(assetPath(name).length > 0)
})
