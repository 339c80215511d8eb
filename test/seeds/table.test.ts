// docs/seeds.md is complete and names only existing tests; the check itself detects the faults that it is for.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blocksPage, codeBlocks } from '../../scripts/seeds/blocks.ts'
import { placesOf, readTable, written } from '../../scripts/seeds/table.ts'
import { placesOfDeclarations, placesOfLines, type SeedText, TEXTS } from '../../scripts/seeds/texts.ts'
import { readTitles, skipOf, type Titles } from '../../scripts/seeds/titles.ts'
import { checkSeeds, noted, realWorld } from '../../scripts/seeds.ts'
import { writeTree } from '../support/tree.ts'

const real = realWorld()

test('every line of the seeds has a row, and every named test exists', () => {
  assert.deepEqual(checkSeeds(real), [])
})

test('every line is known without the texts, too', () => {
  assert.deepEqual(checkSeeds({ ...real, text: () => undefined }), [])
})

// ---- What the check detects: a small table with one fault

const [FIRST] = TEXTS
const fine = TEXTS.map(
  (name) => `## \`${name}\`\n\n<!-- read abc: 1-3, 7 -->\n\n| Line | Promise | Proof |
|---|---|---|\n| 1-3 | something | \`a/b\` › it holds |\n| 7 | more | why not: nobody asked for it |\n`,
).join('\n')
const now: SeedText = { places: ['1', '2', '3', '7'], mark: 'abc', blocks: undefined }
const titles: Titles = new Map<string, string | false>([
  ['it holds', false],
  ['a cup is held', false],
  ['a 3 is held', 'there is no 3'],
  ['a two cups is held', false],
  ['a saucer is broken', 'there is no saucer'],
  ['a plate is broken', 'there is no plate'],
])

const spoiled: readonly (readonly [
  what: string,
  markdown: string,
  complaint: RegExp | undefined,
  text?: SeedText,
])[] = [
  ['nothing', fine, undefined],
  ['a line without a row', fine.replace('| 1-3 |', '| 1-2 |'), /^secureyeoman.*:3 has no row$/],
  ['a row beyond the text', fine.replace('| 7 |', '| 7-8 |'), /7 to 8 begins or ends where .* says nothing/],
  ['a test that does not exist', fine.replace('it holds', 'it held'), /has no test "it held"/],
  ['a file that does not exist', fine.replace('`a/b`', '`a/c`'), /there is no test\/a\/c\.test\.ts/],
  ['a row without a proof', fine.replace('why not: nobody asked for it', ''), /is neither/],
  ['a reason that is none', fine.replace('nobody asked for it', 'no'), /is neither/],
  ['a row without a promise', fine.replace('| something |', '| |'), /expected three cells/],
  ['a row for half the text', fine.replace('| 1-3 |', '| 1-99 |'), /more than 40 lines/],
  ['a text without a section', fine.replace(`## \`${FIRST}\``, '## Other'), /has no section `secureyeoman/],
  ['lines that are not noted', fine.replace('<!-- read abc: 1-3, 7 -->\n', ''), /no lines are noted/],
  ['a text that has changed', fine, /is another text/, { ...now, mark: 'def' }],
  ['a text that has grown', fine, /is another text/, { ...now, places: [...now.places, '8'] }],
  [
    'code blocks that are not the text’s',
    fine,
    /secureyeoman\S+ has not the code blocks/,
    { ...now, blocks: 'x' },
  ],
  [
    'a proof that this machine skips',
    fine.replace('it holds', 'a saucer is broken'),
    /:7: .*: there is no saucer$/,
  ],
  [
    'a proof of which it skips every row',
    fine.replace('it holds', 'a … is broken'),
    /skips them all: there is/,
  ],
  ['a row of which one test runs', fine.replace('it holds', 'a … is held'), undefined],
  [
    'a row that has a proof beside one that is skipped',
    fine.replace('it holds', 'a saucer is broken<br>`a/b` › it holds'),
    undefined,
  ],
]

for (const [what, markdown, complaint, text] of spoiled) {
  test(`the check notices ${what}`, () => {
    const world = {
      markdown,
      text: () => text,
      blocks: () => undefined,
      titles: (file: string) => (file.includes('/b.') ? titles : undefined),
    }
    const [first, ...rest] = checkSeeds(world)
    if (complaint === undefined) assert.equal(first, undefined)
    else assert.match([first, ...rest].join('\n'), complaint)
  })
}

test('noting the lines of a text anew changes nothing else', () => {
  const grown: SeedText = { places: [...now.places, '8'], mark: 'def', blocks: undefined }
  const again = noted(fine, (name) => (name === FIRST ? grown : undefined))
  assert.equal(again, fine.replace('<!-- read abc: 1-3, 7 -->', '<!-- read def: 1-3, 7-8 -->'))
})

test('a name with holes is that of a test when some test has words in their place', () => {
  for (const name of ['it holds', 'a … is held', 'a cup is held', 'a two … is held'])
    assert.equal(skipOf(titles, name), false, name)
  for (const name of ['it', 'a jug is held', 'a … is', 'it holds …', 'a cup is hel'])
    assert.equal(skipOf(titles, name), undefined, name)
})

test('the tests are those that the file makes, tables and helpers included, with why this machine skips them', (t) => {
  const tree = writeTree(`
    //- /test/a.test.ts
    import { test, after } from 'node:test'
    import { row } from './rows.ts'
    after(() => console.error('cleaned'))
    const rows = [['one', 'a word of a row'], ['two', 'another']] as const
    for (const [name, words] of rows) test(name + ' holds', () => { throw new Error(words) })
    test('written down', () => {})
    test.skip('put aside', () => {})
    test('put aside, too', { skip: true }, () => {})
    for (const name of ['not', 'yet']) test(name, { todo: true })
    test('only here', { skip: process.platform === 'sunos' ? 'no' : false }, () => {})
    test('only there', { skip: process.platform === 'sunos' ? false : 'this is not there' }, () => {})
    test('twice', { skip: 'not this one' }, () => {})
    test('twice', () => {})
    row('made elsewhere')
    //- /test/rows.ts
    import { test } from 'node:test'
    export const row = (name: string) => test(name)
    //- /test/b.test.ts
    import { test } from 'node:test'
    const missing = { skip: 'the tool is missing' }
    test('plain', { timeout: 5 }, async (t) => { await t.test('within', () => {}) })
    test('plain and put aside', { skip: 'for ever' }, () => {})
    test('without the tool', missing, () => {})
  `)
  t.after(tree.remove)
  const found = readTitles(tree.folder, ['test/a.test.ts', 'test/b.test.ts', 'test/none.test.ts'])
  assert.deepEqual(Object.fromEntries([...found].map(([file, tests]) => [file, Object.fromEntries(tests)])), {
    'test/a.test.ts': {
      'made elsewhere': false,
      not: 'no reason given',
      'one holds': false,
      'only here': false,
      'only there': 'this is not there',
      'put aside, too': 'no reason given',
      twice: false,
      'two holds': false,
      'written down': false,
      yet: 'no reason given',
    },
    'test/b.test.ts': {
      plain: false,
      'plain and put aside': 'for ever',
      within: false,
      'without the tool': 'the tool is missing',
    },
  })
})

test('the code blocks of a text are kept as they stand, with their lines and headings', () => {
  const text =
    '# A text\n\n```\nno language\n```\n\n## Hooks\n\n```sh\n#!/bin/sh\n# not a heading\n```\n\n```py\nx = 1\n```\n'
  const page = blocksPage('a.md', text) ?? ''
  assert.deepEqual(
    codeBlocks(text).map(({ heading, lines, language, code }) => [heading, lines, language, code]),
    [
      ['Hooks', [9, 12], 'sh', '#!/bin/sh\n# not a heading\n'],
      ['Hooks', [14, 16], 'py', 'x = 1\n'],
    ],
  )
  assert.deepEqual(
    codeBlocks(page).map(({ code }) => code),
    codeBlocks(text).map(({ code }) => code),
  )
  for (const part of ['# Code blocks of "A text"\n', 'Source: `a.md`', '\n## Lines 9-12: Hooks\n'])
    assert.ok(page.includes(part), part)
  assert.equal(blocksPage('a.md', '# A text\n'), undefined)
})

test('a line counts that has a letter or a digit and is neither heading nor fence', () => {
  const text = '# Title\n\nwords\n## Heading\n```ts\nconst a = 1\n}\n```\n---\n| 1 |\n# a comment\n'
  assert.deepEqual(placesOfLines(text), ['3', '6', '10', '11'])
})

test('where all is in one line, types and fields count by name, and what comments list', () => {
  const text =
    '/** File */ /** * Can be used for: * - This * @returns void */ export type A = (context: B) => { c?: string; }; ' +
    "export interface B { /** Says: x */ d: number; e?: Array<{ f: 'g' }>; }"
  assert.deepEqual(placesOfDeclarations(text), [
    'file',
    'A',
    'A:uses',
    'A:returns',
    'A.c',
    'B',
    'B.d',
    'B.e',
    'B.f',
  ])
})

test('places are written short and read back', () => {
  const places = ['1', '3', '4', '5', '9']
  assert.equal(written(places), '1, 3-5, 9')
  assert.deepEqual(placesOf(written(places)), places)
  assert.deepEqual(placesOf('A, .b, :uses, C.d'), ['A', 'A.b', 'A:uses', 'C.d'])
  assert.deepEqual(readTable('| a | b | c |').sections, [])
})
