// Typed views of unusual texts: half typed, cut, shuffled, huge. They always answer, and every range lies in the text.

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { DialectId } from '../../runtime/contract/dialectId.ts'
import { copyOf } from '../../runtime/documents/typescript/typed/copy.ts'
import { openTyping } from '../../runtime/documents/typing.ts'
import { fc } from '../support/property.ts'
import { typedIfAny, typedOf } from './typedView.ts'

const SEEDS: readonly (readonly [DialectId, string, string])[] = [
  [
    'secureyeoman',
    'extensions/a.ts',
    "export default { name: 'a', hooks: { tool_execute_before: async (ctx) => { if (ctx.toolName === 'x') return null\n return { ...ctx, input: { \u{1F600}: 1 } } }, agent_init({ agentId, ...rest }) { rest.model } } }",
  ],
  [
    'kaizen',
    '.kaizen/hooks/a.js',
    "export class A extends BaseHook { events = ['pre_tool_use']\n async handle(context) { return { success: context.data.tool_name !== '' } } }",
  ],
  [
    'kodelet',
    '.kodelet/hooks/a',
    "#!/usr/bin/env node\nif (process.argv[2] === 'hook') { console.log('turn_end'); process.exit() }\nconst p = JSON.parse(require('fs').readFileSync(0, 'utf8'))\nconsole.log(JSON.stringify({ a: p.response }))\n",
  ],
]

const PIECES = [
  '.',
  '{',
  '}',
  '(',
  ')',
  "'",
  '`${',
  '/**',
  '*/',
  '\n',
  '=>',
  'ctx',
  'return ',
  '\u{1F600}',
  '@type',
  '<',
  '...',
  ' async ',
  'null',
  ';',
]

test('any text gets answers, and every range lies in it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...SEEDS),
      fc.array(fc.record({ at: fc.nat(), cut: fc.nat({ max: 12 }), put: fc.constantFrom(...PIECES, '') }), {
        maxLength: 4,
      }),
      fc.nat(),
      async ([dialect, path, seed], edits, place) => {
        let text = seed
        for (const { at, cut, put } of edits) {
          const start = at % (text.length + 1)
          text = text.slice(0, start) + put + text.slice(start + cut)
        }
        const typed = await typedIfAny(dialect, path, text)
        if (typed === undefined) return
        const offset = place % (text.length + 1)
        const ranges = [
          ...typed.problems().map(({ range }) => range),
          ...typed
            .problems()
            .flatMap(({ repairs = [] }) =>
              repairs.flatMap((one) => (one.kind === 'edit' ? one.edits.map(({ range }) => range) : [])),
            ),
          ...typed.entries(offset).map(({ range }) => range),
          ...typed.fields().map(({ range }) => range),
          typed.about(offset)?.range,
          typed.spot(offset)?.range,
        ]
        for (const range of ranges) {
          if (range === undefined) continue
          assert.ok(0 <= range.start && range.start <= range.end && range.end <= text.length)
        }
      },
    ),
    { numRuns: 120, seed: 4 },
  )
})

test('every prefix of a hook completes without a fault, and a dot behind the payload completes always', async () => {
  const text = SEEDS[0]?.[2] ?? ''
  const at = text.indexOf('ctx.toolName') + 4
  for (const rest of ['', ' }', '\n return ctx } } }', '\n const a = {', "toolName === 'x'"]) {
    const typed = await typedOf('secureyeoman', 'extensions/a.ts', text.slice(0, at) + rest)
    assert.ok(
      typed.entries(at).some(({ name }) => name === 'toolCallId'),
      rest,
    )
  }
})

test('a copy maps every place there and back', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 30 }),
      fc.array(fc.record({ at: fc.nat({ max: 30 }), text: fc.string({ minLength: 1, maxLength: 5 }) }), {
        maxLength: 6,
      }),
      (author, found) => {
        const insertions = found.map(({ at, text }) => ({ at: at % (author.length + 1), text }))
        const copy = copyOf(author, insertions)
        for (let offset = 0; offset <= author.length; offset++) {
          assert.equal(copy.toAuthor(copy.toCopy(offset)), offset)
          if (offset < author.length) {
            assert.equal(copy.text[copy.toCopy(offset)], author[offset])
            assert.ok(copy.isAuthors(copy.toCopy(offset)))
          }
        }
        assert.equal([...copy.text].length > 0, author.length + insertions.length > 0)
      },
    ),
  )
})

test('two megabytes, on many lines and on one', async () => {
  const body = "if (ctx.toolName === 'a') console.log(ctx.input.b)"
  for (const glue of ['\n', '; ']) {
    const line = `export const a = { b: 1, c: '${'d'.repeat(1000)}' }`
    const filler = Array.from({ length: 2000 }, (_, at) => line.replace('a =', `a${at} =`)).join(glue)
    const text = `${filler}${glue}export default { name: 'a', hooks: { async tool_execute_before(ctx) { ${body}; ctx.toolNam; return ctx } } }`
    const typed = await typedOf('secureyeoman', 'extensions/big.js', text)
    assert.deepEqual(
      typed.problems().map(({ code, range }) => [code, range && text.slice(range.start, range.end)]),
      [['field.unknown', 'toolNam']],
    )
    assert.ok(typed.entries(text.indexOf('toolNam;')).length > 0)
  }
})

test('nesting deeper than the stack is silent', async () => {
  const text = `export default { name: 'a', hooks: { async agent_init(ctx) { return ${'('.repeat(20_000)}ctx.a${')'.repeat(20_000)} } } }`
  const typed = await typedIfAny('secureyeoman', 'extensions/deep.js', text)
  assert.deepEqual(typed?.problems() ?? [], [])
})

test('local imports are followed inside the folder, and nowhere else', async (t) => {
  const outer = mkdtempSync(join(tmpdir(), 'hookbench-typed-'))
  t.after(() => rmSync(outer, { recursive: true }))
  const root = join(outer, 'workspace')
  mkdirSync(join(root, 'extensions/lib'), { recursive: true })
  writeFileSync(
    join(root, 'extensions/lib/inside.ts'),
    'export type Ctx = { own: string }\nexport const nothing = null',
  )
  writeFileSync(join(outer, 'outside.ts'), 'export const nothing = null')
  const typing = await openTyping({ root })
  const path = join(root, 'extensions/a.ts')
  const text = (from: string): string =>
    `import { nothing } from '${from}'\nexport default { name: 'a', hooks: { stream_chunk: async (ctx) => nothing } }`
  const found = async (from: string): Promise<readonly string[]> =>
    (await typedOf('secureyeoman', path, text(from), typing)).problems().map(({ code }) => code)
  assert.deepEqual(await found('./lib/inside.ts'), ['result.null'])
  assert.deepEqual(await found('../../outside.ts'), [])
  assert.deepEqual(await found('./lib/missing.ts'), [])
  writeFileSync(
    join(root, 'extensions/lib/inside.ts'),
    'export const nothing: any = null // now it may be anything',
  )
  assert.deepEqual((await typedOf('secureyeoman', path, text('./lib/inside.ts'), typing)).problems(), [])
  typing.close()
})

const EXECUTABLE = `#!/usr/bin/env node
if (process.argv[2] === 'hook') { console.log('turn_end'); process.exit() }
const p0 = JSON.parse(require('fs').readFileSync(0, 'utf8'))
`
const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n')

for (const [what, text] of [
  [
    'thousands of calls of one function',
    `const run = (x) => x.response\n${lines(2500, (at) => `const v${at} = run(p0)`)}`,
  ],
  ['names that stand for names, each twice', lines(60, (at) => `const p${at + 1} = p${at} || p${at}`)],
  [
    'functions that hand on what they are given',
    `${lines(800, (at) => `function f${at}(x) { return f${at + 1}(x) }`)}\nf0(p0)`,
  ],
  [
    'a name that is given the payload over and over',
    `let q\n${lines(3000, (at) => `if (p0.a${at}) q = p0`)}`,
  ],
] as const) {
  test(`a payload is not followed for ever: ${what}`, async () => {
    const before = performance.now()
    const view = await typedOf(
      'kodelet',
      '.kodelet/hooks/a',
      `${EXECUTABLE}${text}\nconsole.log(JSON.stringify({ a: p0.respnse }))\n`,
    )
    const problems = view.problems()
    assert.ok(performance.now() - before < 20_000)
    // If the analysis gives up half-way, only certain findings are reported.
    assert.ok(problems.every(({ code }) => code === 'field.unknown'))
  })
}
