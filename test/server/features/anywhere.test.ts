// Every feature answers for any file content and any cursor, and every range in an answer lies in the text. Files are
// cut off, joined and scrambled; the seeds of fast-check reproduce a failure.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findings } from '../../../runtime/checks/findings.ts'
import type { Dialect } from '../../../runtime/contract/dialect.ts'
import { dialects } from '../../../runtime/contract/dialects/index.ts'
import type { Range } from '../../../runtime/contract/problems.ts'
import { languagesOf, template } from '../../../runtime/contract/templates.ts'
import { actionsFor, fixAll } from '../../../server/features/codeAction/actionsFor.ts'
import { lensesOf } from '../../../server/features/codeLens.ts'
import { complete } from '../../../server/features/completion/complete.ts'
import { definitionsAt } from '../../../server/features/definition.ts'
import { linksOf } from '../../../server/features/documentLink.ts'
import { aboutPlace } from '../../../server/features/hover.ts'
import { hintsOf } from '../../../server/features/inlayHint.ts'
import { referencesAt } from '../../../server/features/references.ts'
import { renamingAt } from '../../../server/features/rename.ts'
import { symbolsOf } from '../../../server/features/symbolsOf.ts'
import { inMemory, ROOT } from '../../support/project.ts'
import { fc } from '../../support/property.ts'
import { assertStands } from '../../support/spots.ts'

const HOOKS: readonly (readonly [string, string])[] = Object.values<Dialect>(dialects).flatMap((dialect) =>
  languagesOf(dialect).flatMap((language) => {
    const [event = ''] = Object.keys(dialect.events).slice(-1)
    const { path, text } = template(dialect, event, language, `in_${language}`)
    return [[path, text]] as const
  }),
)

const DATA: readonly (readonly [string, string])[] = [
  [
    '.hookbench/settings.json',
    '{ "failOpen": true, "disabled": ["kodelet:workspace:guard"], "severities": {} }\n',
  ],
  ['secureyeoman.yaml', 'extensions:\n  webhooks:\n    - hook: agent_init\n      url: https://example.com\n'],
  [
    '.hookbench/cases/a.json',
    '{ "v": 1, "dialect": "kodelet", "event": "turn_end", "payload": { "cwd": "/" }, "expect": { "decision": "pass" } }\n',
  ],
  ['.hookbench/payloads/turn_end.json', '{ "event": "turn_end", "cwd": "/srv" }\n'],
]

const FILES = [...HOOKS, ...DATA]

// Characters that matter in some language: quotes, brackets, line endings, openings of embedded texts, and characters
// of more than one code unit.
const scribble = fc.oneof(
  fc.constantFrom(
    ...'"\'`{}()[].:,;#$\\<>|&=!?*-+@~',
    '\n',
    '\r\n',
    '\r',
    '\t',
    '\f',
    '\0',
    ' ',
    '\\\n',
    '\\\r\n',
  ),
  fc.constantFrom('\uFEFF', '𝕏', '\ud83d', '\ude00', '\u2028', '\u00a0', 'e\u0301', '__proto__', '1e999'),
  fc.constantFrom(
    '${',
    '$(',
    '`${',
    '}`',
    '=> ',
    '/**',
    '//',
    '/*',
    '...',
    'ctx.',
    'return ',
    'async ',
    'null',
  ),
  fc.constantFrom(
    '<<EOF\n',
    "<<-'E'\n",
    '$((',
    '[[ ',
    ' ]]',
    '. ./x\n',
    '| jq .a',
    'f() {',
    'fi\n',
    'case x in ',
  ),
  fc.constantFrom(
    '"""',
    "f'{",
    'class A:\n',
    'def f():\n',
    '\n    ',
    'lambda x: ',
    'match x:\n',
    'payload["',
    'None',
  ),
  fc.constantFrom(
    '&a ',
    '*a',
    '- ',
    '? ',
    '!!x ',
    '---\n',
    '|\n',
    '<<: ',
    '# ',
    '"event": ',
    '"$match": ',
    'true',
  ),
  fc.constantFrom('# hookbench-ignore-next-line field.unknown\n', '// hookbench-ignore-file event.unknwon\n'),
  fc.string({ maxLength: 4 }),
)

const mangled = fc.record({
  file: fc.nat(FILES.length - 1),
  cuts: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(12), scribble), {
    maxLength: 4,
  }),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  lines: fc.constantFrom('\n', '\n', '\n', '\r\n', '\r'),
})

const given = mangled.map(({ file, cuts, at, lines }) => {
  const [path, whole] = FILES[file] as readonly [string, string]
  const spliced = cuts.reduce(
    (now, [where, length, put]) => {
      const start = Math.floor(where * now.length)
      return now.slice(0, start) + put + now.slice(start + length)
    },
    whole.replaceAll('$0', ''),
  )
  // The test's own cursor mark must not appear in the text.
  const text = spliced.replaceAll('$0', '').replaceAll(/\r?\n/g, lines)
  return { path, text, offset: Math.floor(at * text.length) }
})

test('no feature fails on any text, and every place that one names stands in it', async () => {
  await fc.assert(
    fc.asyncProperty(given, async ({ path, text, offset }) => {
      const { project, view: viewAt } = inMemory({ [path]: text })
      const view = await viewAt(path)
      const stands = (range: Range, what: string) => assertStands(range, text, what)
      const meets = ({ start, end }: Range, what: string) =>
        assert.ok(start <= offset && offset <= end, `${what} is at the cursor`)
      const isOneLine = ({ start, end }: Range, what: string) =>
        assert.doesNotMatch(text.slice(start, end), /[\r\n]/, `${what} stands on one line`)
      const hooks = await project.hooks()
      const ground = { hooks: project.hooks, settings: project.settings, variables: ['HOME'] }
      for (const item of await complete(view, offset, ground)) {
        stands(item.range, item.label)
        meets(item.range, item.label)
        isOneLine(item.range, item.label)
        item.documentation?.()
      }
      const about = await aboutPlace(view, offset, project)
      if (about !== undefined) {
        stands(about.range, 'a hover')
        meets(about.range, 'a hover')
      }
      for (const one of await definitionsAt(view, offset, project))
        if (one.path === view.path) stands(one.range, 'a definition')
      for (const one of await referencesAt(view, offset, project)) stands(one.range, 'a reference')
      await renamingAt(view, offset, project)
      const everywhere = { start: 0, end: text.length }
      for (const { at } of hintsOf(view, hooks, everywhere)) stands({ start: at, end: at }, 'a hint')
      for (const { range } of lensesOf(view, hooks, { replay: true, debug: true })) {
        stands(range, 'a lens')
        isOneLine(range, 'a lens')
      }
      for (const { range } of linksOf(view)) stands(range, 'a link')
      const outline = symbolsOf(view)
      for (const { name, range, selection } of [...outline, ...outline.flatMap(({ children }) => children)]) {
        assert.notEqual(name, '', 'editors refuse a symbol without a name')
        stands(range, name)
        assert.ok(range.start <= selection.start && selection.end <= range.end, `${name} is in itself`)
      }
      const problems = await findings(view, project)
      for (const { message, fix = '' } of problems)
        assert.doesNotMatch(message + fix, /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u, 'a message is one line')
      for (const action of [...actionsFor(view, everywhere, problems), fixAll(problems)]) {
        const edits = (action?.edits ?? []).toSorted((one, two) => one.range.start - two.range.start)
        for (const [at, { range }] of edits.entries()) {
          stands(range, action?.title ?? '')
          assert.ok((edits[at - 1]?.range.end ?? 0) <= range.start, 'no edit touches another')
        }
      }
      assert.ok(view.path.startsWith(ROOT))
    }),
    { numRuns: 500 },
  )
})

test('what is read depends on the text alone, not on what was read before', async () => {
  const analysed = async ({ path, text }: { path: string; text: string }): Promise<string> => {
    const { project, view } = inMemory({ [path]: text })
    const one = await view(path)
    return JSON.stringify([one.document, await findings(one, project)])
  }
  await fc.assert(
    fc.asyncProperty(given, given, async (one, two) => {
      const first = await analysed(one)
      await analysed(two)
      assert.equal(await analysed(one), first)
    }),
    { numRuns: 60 },
  )
})
