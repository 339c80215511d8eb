// A checker reused from version to version reports what a new one would, whatever is typed, and sees newly imported
// files at once.

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import ts from 'typescript'
import type { DialectId } from '../../runtime/contract/dialectId.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import type { Typed } from '../../runtime/documents/typed.ts'
import { takeOver } from '../../runtime/documents/typescript/typed/checkerReuse.ts'
import type { ProgramCache } from '../../runtime/documents/typescript/typed/programCache.ts'
import { typedView } from '../../runtime/documents/typescript/typed/view.ts'
import { openTyping } from '../../runtime/documents/typing.ts'
import { understandDocument } from '../../runtime/documents/understand.ts'
import { fc } from '../support/property.ts'
import { ROOT, typedIfAny, typedOf } from './typedView.ts'

const SEEDS: readonly (readonly [DialectId, string, string])[] = [
  [
    'secureyeoman',
    'extensions/a.ts',
    `interface Note { at: number; text: string }
const notes: Note[] = []
export default { name: 'a', hooks: {
  async tool_execute_before(ctx) { if (ctx.toolName === 'x' && notes.length > 3) return null
    const { inputs, ...rest } = ctx
    return { ...rest, input: {} } },
  async before_llm_call(ctx) { return { ...ctx, messages: ctx.messages.filter(({ content, role }) => role === 'user') } },
  agent_init: ({ agentId }) => { notes.push({ at: 1, text: agentId }) },
} }
`,
  ],
  [
    'kaizen',
    '.kaizen/hooks/a.js',
    `/** @param {string} name */
function allows(name) { return name !== 'rm' }
export class A extends BaseHook {
  events = ['pre_tool_use']
  async handle(context) { return { success: allows(context.data.tool_name), modified_data: 1 } }
}
`,
  ],
  [
    'compilr',
    '.compilr/hooks/a.mjs',
    `export default { beforeTool: [async (context) => (context.toolName === 'x' ? { skip: 'yes' } : undefined)],
  onError: [(context) => ({ handled: context.error.message.includes('net') })] }
`,
  ],
]

const PIECES = [
  ...[
    '.',
    '{',
    '}',
    '(',
    ')',
    "'",
    '\n',
    ' => ',
    'ctx',
    'return ',
    'return ctx\n',
    ' async ',
    'null',
    ';',
    '?.',
  ],
  ...[
    "ctx.toolName === 'y'",
    "'user' | 'tool'",
    'ctx.messages.',
    'process.exit()',
    'throw new Error()',
    '/** @type {',
  ],
  ...[
    "import { b } from './b.ts'\n",
    "import('./b.ts')",
    'declare global { interface Array<T> { mine: T } }\n',
    'b.',
  ],
  ...[
    'globalThis.notes = 1\n',
    'export const other = 1\n',
    'const context = 1\n',
    'switch (ctx.role) { case "',
    '...rest',
  ],
]

test('a checker that goes on says what a new one says', async () => {
  const standing = await openTyping({ root: ROOT })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...SEEDS),
      fc.array(
        fc.record({
          at: fc.nat(),
          cut: fc.nat({ max: 6 }),
          put: fc.constantFrom(...PIECES, ''),
          back: fc.boolean(),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      fc.nat(),
      async ([dialect, path, seed], edits, place) => {
        let text = seed
        for (const { at, cut, put, back } of edits) {
          const start = at % (text.length + 1)
          text = back ? seed : text.slice(0, start) + put + text.slice(start + cut)
          const fresh = await openTyping({ root: ROOT })
          const one = await typedIfAny(dialect, path, text, standing)
          const other = await typedIfAny(dialect, path, text, fresh)
          const offsets = [place % (text.length + 1), start, start + put.length]
          assert.deepEqual(one && viewAt(one, offsets), other && viewAt(other, offsets), text)
          fresh.close()
        }
      },
    ),
    { numRuns: Number(process.env.STANDING_RUNS ?? 12) },
  )
  standing.close()
})

function viewAt(typed: Typed, offsets: readonly number[]): unknown {
  return {
    entries: offsets.map((offset) => typed.entries(offset)),
    about: offsets.map((offset) => typed.about(offset)),
    faults: typed.faults(),
    values: typed.values(),
    fields: typed.fields(),
  }
}

test('a file that a new import asks for is read, and read again when it is saved', async () => {
  const root = mkdtempSync(join(tmpdir(), 'hookbench-standing-'))
  const typing = await openTyping({ root })
  try {
    const path = join(root, 'extensions', 'a.ts')
    mkdirSync(join(root, 'extensions'))
    writeFileSync(join(root, 'names.ts'), 'export const answer = (): number => 1\n')
    const problems = async (head: string, result: string) => {
      const body = `${head}export default { name: 'a', hooks: { tool_execute_before: (ctx) => ${result} } }\n`
      return (await typedOf('secureyeoman', path, body, typing)).problems().map(({ code }) => code)
    }
    const head = "import { answer } from '../names.ts'\n"
    assert.deepEqual(await problems('', 'ctx'), [])
    assert.deepEqual(await problems('', 'answer()'), [])
    assert.deepEqual(await problems(head, 'answer()'), ['result.type'])
    assert.deepEqual(await problems(`${head}\n`, 'answer()'), ['result.type'])
    writeFileSync(join(root, 'names.ts'), 'export const answer = (): any => 1 + 1\n')
    assert.deepEqual(await problems(`${head}\n\n`, 'answer()'), [])
    rmSync(join(root, 'names.ts'))
    symlinkSync('names.ts', join(root, 'names.ts'))
    assert.deepEqual(await problems(head, '({ ...ctx, toolName: 3 })'), ['result.type'], 'it leads nowhere')
  } finally {
    typing.close()
    rmSync(root, { recursive: true, force: true })
  }
})

test('a checker that was torn out of its work is not gone on with', async () => {
  const forgotten: string[] = []
  const programs: ProgramCache = {
    check() {
      throw new RangeError('Maximum call stack size exceeded')
    },
    local: () => undefined,
    isSettled: () => false,
    places: () => new Map(),
    forget: (path) => forgotten.push(path),
    close() {},
  }
  const dialect = dialects.compilr
  const input = {
    path: '/ws/.compilr/hooks/a.mjs',
    text: 'export default { beforeTool: [(context) => context] }',
    ...{ exports: dialect.exports, events: Object.keys(dialect.events), dialect, version: 1 },
  }
  const view = typedView(input, await understandDocument(input), programs)
  assert.deepEqual([view.faults(), view.entries(3), view.about(3)], [[], [], undefined])
  assert.deepEqual(new Set(forgotten), new Set([input.path]))
})

test('a TypeScript that does not let a version take the place of another is not made to', () => {
  const parse = (text: string) => ts.createSourceFile('/ws/a.ts', text, ts.ScriptTarget.ESNext)
  const [before, after] = [parse('export const a = 1'), parse('export const a = 2')]
  const untouched = Object.keys(after)
  assert.equal(takeOver(before, after, {}, {}), false)
  assert.deepEqual(Object.keys(after), untouched)
  assert.equal(takeOver(before, after, {}), true)
})
