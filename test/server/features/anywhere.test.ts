// Whatever stands in a file and wherever the cursor is: every feature has an answer, and what it names stands in the
// text. Files are cut off, joined and scribbled in; the seeds of fast-check say which.

import assert from 'node:assert/strict'
import { test } from 'node:test'
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
import { findings } from '../../../server/findings/findings.ts'
import { inMemory, ROOT } from '../../support/project.ts'
import { fc } from '../../support/property.ts'

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

const scribble = fc.oneof(
  fc.constantFrom(
    '"',
    "'",
    '`',
    '{',
    '}',
    '(',
    ')',
    '\n',
    '\r\n',
    '.',
    ':',
    '#',
    '$',
    '\\',
    '<<EOF\n',
    '𝕏',
    '\t',
  ),
  fc.string({ maxLength: 4 }),
)

const mangled = fc.record({
  file: fc.nat(FILES.length - 1),
  cuts: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(12), scribble), {
    maxLength: 3,
  }),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
})

test('no feature fails on any text', async () => {
  await fc.assert(
    fc.asyncProperty(mangled, async ({ file, cuts, at }) => {
      const [path, whole] = FILES[file] as readonly [string, string]
      const text = cuts.reduce(
        (now, [where, length, put]) => {
          const start = Math.floor(where * now.length)
          return now.slice(0, start) + put + now.slice(start + length)
        },
        whole.replaceAll('$0', ''),
      )
      // The test's own cursor mark is no part of the game.
      if (text.includes('$0')) return
      const { project, view: viewAt } = inMemory({ [path]: text })
      const view = await viewAt(path)
      const offset = Math.floor(at * text.length)
      const isIn = ({ start, end }: Range) => assert.ok(0 <= start && start <= end && end <= text.length)
      const hooks = await project.hooks()
      const ground = { hooks: project.hooks, settings: project.settings, variables: ['HOME'] }
      for (const item of await complete(view, offset, ground)) {
        isIn(item.range)
        assert.ok(
          item.range.start <= offset && offset <= item.range.end,
          `${item.label} is written at the cursor`,
        )
        item.documentation?.()
      }
      const about = await aboutPlace(view, offset, project)
      if (about !== undefined) isIn(about.range)
      for (const one of await definitionsAt(view, offset, project))
        if (one.path === view.path) isIn(one.range)
      for (const one of await referencesAt(view, offset, project)) isIn(one.range)
      await renamingAt(view, offset, project)
      const everywhere = { start: 0, end: text.length }
      for (const { at: place } of hintsOf(view, hooks, everywhere)) isIn({ start: place, end: place })
      for (const lens of lensesOf(view, hooks, { replay: true, debug: true })) isIn(lens.range)
      for (const link of linksOf(view)) isIn(link.range)
      for (const symbol of symbolsOf(view)) isIn(symbol.range)
      const problems = await findings(view, project)
      for (const action of [...actionsFor(view, everywhere, problems), fixAll(problems)])
        for (const edit of action?.edits ?? []) isIn(edit.range)
      assert.ok(view.path.startsWith(ROOT))
    }),
    { numRuns: 400 },
  )
})
