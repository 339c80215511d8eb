// The table of mutations matches the code, and the check detects a mutation that proves nothing. Whether each row is
// caught is tested by `npm run check:mutations`.

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkMutations } from '../scripts/mutations/check.ts'
import { lineOf, type Mutation, misfit } from '../scripts/mutations/mutation.ts'
import { checkSlips } from '../scripts/mutations/random/check.ts'
import { drawnSlips, lineAt } from '../scripts/mutations/random/draw.ts'
import { slipsIn } from '../scripts/mutations/random/operators.ts'
import { survivors } from '../scripts/mutations/random/survivors.ts'
import { rooms } from '../scripts/mutations/rooms.ts'
import { readTitles } from '../scripts/seeds/titles.ts'
import { writeTree } from './support/tree.ts'

const root = join(import.meta.dirname, '..')
const rows = Object.values(rooms).flat()
const sourceOf = (file: string) => readFileSync(join(root, file), 'utf8')

test('each mutated text stands once in its file', () => {
  const wrong = rows.map((row) =>
    existsSync(join(root, row.file)) ? misfit(row, sourceOf(row.file)) : row.file,
  )
  assert.deepEqual(
    wrong.filter((one) => one !== undefined),
    [],
  )
})

test('each mutation names a test that there is', () => {
  const titles = readTitles(root, [...new Set(rows.map((row) => row.test))])
  const wrong = rows.filter((row) => titles.get(row.test)?.has(row.name) !== true)
  assert.deepEqual(
    wrong.map((row) => `${row.behaviour}: ${row.test} › ${row.name}`),
    [],
  )
})

test('every room has mutations, sixty in all; of one file three count', () => {
  const runtime = readdirSync(join(root, 'runtime'), { withFileTypes: true }).filter((one) =>
    one.isDirectory(),
  )
  const wanted = [...runtime.map(({ name }) => name), 'server', 'client', 'examples']
  assert.deepEqual(Object.keys(rooms).sort(), wanted.sort())
  for (const [room, own] of Object.entries(rooms)) assert.ok(own.length > 0, room)
  const counted = [...Map.groupBy(rows, ({ file }) => file).values()].map((own) => Math.min(own.length, 3))
  const sum = counted.reduce((total, count) => total + count, 0)
  assert.ok(sum >= 60, `${sum}`)
})

test('each mutation lies in its room, and no two in one line', () => {
  for (const [room, own] of Object.entries(rooms)) {
    for (const { file } of own) assert.match(file, new RegExp(`^(runtime/)?${room}/`))
  }
  for (const [file, own] of Map.groupBy(rows, (row) => row.file)) {
    const lines = own.map((row) => lineOf(row, sourceOf(file)))
    assert.equal(new Set(lines).size, own.length, `${file}, lines ${lines.join()}`)
  }
  assert.equal(new Set(rows.map(({ behaviour }) => behaviour)).size, rows.length, 'no behaviour stands twice')
})

// ---- What the check detects: a file with two behaviors, and its tests

const FILES = `
  //- /package.json
  { "type": "module" }
  //- /runtime/add.ts
  export const add = (one: number, two: number) => one + two
  export const words = ['one', 'one']
  export const wait = () => {}
  //- /runtime/data.txt
  hello
  //- /test/add.test.ts
  import assert from 'node:assert/strict'
  import { readFileSync } from 'node:fs'
  import { test } from 'node:test'
  import { spawnSync } from 'node:child_process'
  import { Worker } from 'node:worker_threads'
  import { add, wait } from '../runtime/add.ts'
  test('adds #1', () => assert.equal(add(1, 2), 3))
  test('adds nothing', () => assert.equal(add(0, 0), 0))
  test('is wrong', () => assert.equal(add(1, 1), 3))
  test('is put aside', { skip: 'not now' }, () => assert.equal(add(1, 2), 3))
  test('waits', () => { wait(); assert.equal(add(1, 2), 3) })
  test('adds in a process', () => {
    const code = "import { add } from './runtime/add.ts'; process.exitCode = add(1, 2)"
    const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { env: {} })
    assert.equal(status, 3)
  })
  test('adds in a thread', async () => {
    const code = "import('./runtime/add.ts').then(({ add }) => process.exit(add(1, 2)))"
    const worker = new Worker(code, { eval: true, env: {}, execArgv: [] })
    assert.equal(await new Promise((resolve) => worker.on('exit', resolve)), 3)
  })
  test('reads', () => assert.equal(readFileSync('runtime/data.txt', 'utf8'), 'hello\\n'))
  //- /test/open.test.ts
  import { test } from 'node:test'
  import { add } from '../runtime/add.ts'
  test('goes on', () => { setInterval(() => {}, 1000); if (add(1, 2) !== 3) throw new Error() })
`
const minus = { file: 'runtime/add.ts', from: 'one + two', to: 'one - two', test: 'test/add.test.ts' }
const check: readonly (readonly [string, Omit<Mutation, 'behaviour'>, RegExp | undefined])[] = [
  ['what is caught', { ...minus, name: 'adds #1' }, undefined],
  ['what is caught in another process', { ...minus, name: 'adds in a process' }, undefined],
  ['what is caught in a thread', { ...minus, name: 'adds in a thread' }, undefined],
  [
    'what is caught in a file that is no code',
    { ...minus, file: 'runtime/data.txt', from: 'hello', to: 'bye', name: 'reads' },
    undefined,
  ],
  [
    'a mutation that survives',
    { ...minus, name: 'adds nothing' },
    /› adds nothing passes with the mutation$/,
  ],
  ['a test that fails anyway', { ...minus, name: 'is wrong' }, /› is wrong fails without the mutation$/],
  ['a test that is skipped', { ...minus, name: 'is put aside' }, /› is put aside skipped without/],
  ['a test that is not there', { ...minus, name: 'adds' }, /› adds does not run: /],
  [
    'a text that is gone',
    { ...minus, from: 'one * two', name: 'adds #1' },
    /once, found it 0 times; the code/,
  ],
  [
    'a text that stands twice',
    { ...minus, from: "'one'", name: 'adds #1' },
    /found it 2 times; give a longer/,
  ],
  ['an edit that is none', { ...minus, to: 'one + two', name: 'adds #1' }, /the mutation changes nothing/],
  [
    'a file that is gone',
    { ...minus, file: 'runtime/sum.ts', name: 'adds #1' },
    /^there is no runtime\/sum\.ts$/,
  ],
  [
    'code that does not load',
    { ...minus, to: 'one +', name: 'adds #1' },
    /› adds #1 does not run with the mutation: ./,
  ],
  [
    'a test that leaves something running',
    { ...minus, test: 'test/open.test.ts', name: 'goes on' },
    /^test\/open\.test\.ts does not end: /,
  ],
  [
    'a mutation that leaves something running',
    {
      ...minus,
      from: 'wait = () => {}',
      to: 'wait = () => { setInterval(() => {}, 9); throw 1 }',
      name: 'waits',
    },
    /› waits fails with the mutation, but leaves something running$/,
  ],
]

test('a mutation is caught when its test passes without it, fails with it, and ends', async (t) => {
  const tree = writeTree(FILES)
  t.after(tree.remove)
  const mutations = check.map(([behaviour, mutation]) => ({ ...mutation, behaviour }))
  const checked = await checkMutations(mutations, { root: tree.folder, jobs: 2, graceMs: 4000 })
  for (const [behaviour, , complaint] of check) {
    const found = checked.find(({ mutation }) => mutation.behaviour === behaviour)
    assert.ok(found !== undefined, behaviour)
    if (complaint === undefined) assert.equal(found.complaint, undefined, behaviour)
    else assert.match(found.complaint ?? '', complaint, behaviour)
  }
  assert.equal(readFileSync(tree.at('/runtime/add.ts'), 'utf8').includes('one + two'), true)
})

// ---- Randomly drawn slips

const slips: readonly (readonly [code: string, ...becomes: string[]])[] = [
  ['if (a === b) c()', 'if (a !== b) c()'],
  ['for (let i = a; i < b; i++) c()', 'for (let i = a; i >= b; i++) c()'],
  ['const a = !b', 'const a = b'],
  ['const a = b && !c()', 'const a = b || !c()', 'const a = b && c()'],
  ['const a = { 1: b[0] }', 'const a = { 1: b[1] }'],
  ['function a() {\n b()\n c()\n}', 'function a() { return undefined as never;\n b()\n c()\n}'],
  ['function a() {\n b()\n}'],
  ['a.sort((b, c) => (d(b, c) ? -1 : 1))'],
  ["type A = 1 | 2; const a: A[] = []; const b = '1 < 2 && !c'"],
]

test('slips are made where code says something, and nowhere in types and texts', () => {
  for (const [code, ...becomes] of slips)
    assert.deepEqual(
      slipsIn(code).map(({ start, end, to }) => code.slice(0, start) + to + code.slice(end)),
      becomes,
    )
})

test('a seed draws the same slips again, each in a line of its own', () => {
  const drawn = (seed: number) =>
    drawnSlips(root, 'runtime/checks', { count: 10, seed }).map(({ file, line }) => `${file}:${line}`)
  assert.deepEqual(drawn(7), drawn(7))
  assert.notDeepEqual(drawn(7), drawn(8))
  assert.equal(new Set(drawn(7)).size, 10)
})

test('a slip is caught by a test that runs its code and fails then', async (t) => {
  const tree = writeTree(`
    //- /package.json
    { "type": "module" }
    //- /runtime/own/add.ts
    export const isOne = (one: number) => one === 1
    export const isTwo = (one: number) => one === 2
    export const isTen = (one: number) => one === 10
    //- /test/own/add.test.ts
    import assert from 'node:assert/strict'
    import { test } from 'node:test'
    import { isOne, isTwo } from '../../runtime/own/add.ts'
    test('is one', () => assert.ok(isOne(1)))
    test('says something', () => assert.equal(typeof isTwo(1), 'boolean'))
    //- /test/own/broken.test.ts
    import { isTen } from '../../runtime/own/add.ts'
    throw new Error(String(isTen(10)))
  `)
  t.after(tree.remove)
  const all = ['isOne', 'isTwo', 'isTen'].map((name) => {
    const source = readFileSync(tree.at('/runtime/own/add.ts'), 'utf8')
    const start = source.indexOf('===', source.indexOf(name))
    const line = source.slice(0, start).split('\n').length
    return {
      operator: 'comparison',
      start,
      end: start + 3,
      to: '!==',
      file: 'runtime/own/add.ts',
      line,
      code: name,
    } as const
  })
  const checked = await checkSlips(all, { root: tree.folder, jobs: 1 })
  assert.deepEqual(
    checked.map(({ slip, caughtBy, tried }) => [slip.code, caughtBy, tried]),
    [
      ['isOne', 'test/own/add.test.ts', 1],
      ['isTwo', undefined, 1],
      ['isTen', undefined, 0],
    ],
  )
})

test('a slip that is listed as one that changes nothing can still be drawn', () => {
  const wrong = survivors.filter(({ file, code, to }) => {
    const text = sourceOf(file)
    return !slipsIn(text).some((slip) => slip.to === to && lineAt(text, slip.start).code === code)
  })
  assert.deepEqual(wrong, [])
})
