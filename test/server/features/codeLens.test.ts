// Lenses above handlers and hints after their names: replay, debug, the last outcome, order, and why a hook does not
// run.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Outcome } from '../../../runtime/contract/outcome.ts'
import { lastText, lensesOf } from '../../../server/features/codeLens.ts'
import { ordinal } from '../../../server/features/hookSpots.ts'
import { hintsOf } from '../../../server/features/inlayHint.ts'
import { type InMemoryOptions, inMemory } from '../../support/project.ts'

const FILES = {
  'extensions/10_one.ts': 'export async function before_llm_call(ctx) { return ctx }\n',
  'extensions/20_two.ts':
    'export async function before_llm_call(ctx) { return ctx }\nexport async function agent_init(ctx) {}\n',
  '.compilr/hooks/all.ts': 'export default { beforeTool: [async (ctx) => {}, async (ctx) => {}] }\n',
}

async function lenses(
  path: keyof typeof FILES,
  can: { replay: boolean; debug: boolean },
  options?: InMemoryOptions,
) {
  const { project, view } = inMemory(FILES, options)
  const found = lensesOf(await view(path), await project.hooks(), can)
  return found.map(({ kind, title, part }) => [part, title ?? kind].filter(Boolean).join(' '))
}

const all = { replay: true, debug: true }

test('above each handler stand replay, debug, the last outcome and its order', async () => {
  assert.deepEqual(await lenses('extensions/20_two.ts', all), [
    '▶ Replay',
    'Debug',
    'last',
    '2nd of 2 for before_llm_call',
    '▶ Replay',
    'Debug',
    'last',
    '1st of 1 for agent_init',
  ])
})

test('a lens and a hint stand by the head of a handler without a name', async () => {
  const text = 'export default { beforeTool: [\n  async ({\n    toolName,\n  }) => {\n  },\n] }\n'
  const { project, view } = inMemory({ '.compilr/hooks/all.ts': text })
  const one = await view('.compilr/hooks/all.ts')
  const hooks = await project.hooks()
  assert.deepEqual(
    new Set(lensesOf(one, hooks, all).map(({ range }) => text.slice(range.start, range.end))),
    new Set(['async ({']),
  )
  const [hint] = hintsOf(one, hooks, { start: 0, end: text.length })
  assert.equal(text.slice(0, hint?.at).endsWith('=>'), true)
})

test('each function of a list is a handler of its own', async () => {
  assert.deepEqual(await lenses('.compilr/hooks/all.ts', { replay: true, debug: false }), [
    'beforeTool[0] ▶ Replay',
    'beforeTool[0] last',
    'beforeTool[0] 1st of 2 for beforeTool',
    'beforeTool[1] ▶ Replay',
    'beforeTool[1] last',
    'beforeTool[1] 2nd of 2 for beforeTool',
  ])
})

test('where nothing can run, nothing that runs is offered', async () => {
  assert.deepEqual(await lenses('extensions/10_one.ts', { replay: false, debug: false }), [
    '1st of 2 for before_llm_call',
  ])
})

test('a hook that does not run says why, and does not count in the order of the others', async () => {
  const options = { hooks: { '10_one.ts': { state: 'shadowed', why: 'hidden by another' } } } as const
  assert.deepEqual(await lenses('extensions/10_one.ts', all, options), ['shadowed: hidden by another'])
  assert.deepEqual((await lenses('extensions/20_two.ts', all, options)).at(3), '1st of 1 for before_llm_call')
})

for (const [state, replayed] of [
  ['untrusted', true],
  ['disabled', true],
  ['broken', false],
  ['unknown', false],
] as const) {
  test(`a hook that is ${state} ${replayed ? 'may be replayed: the runtime asks' : 'cannot be replayed'}`, async () => {
    const options = { hooks: { '10_one.ts': { state } } }
    assert.deepEqual(await lenses('extensions/10_one.ts', { replay: true, debug: false }, options), [
      ...(replayed ? ['▶ Replay', 'last'] : []),
      `does not run: ${state}`,
    ])
  })
}

const outcome = (run: object) => ({ hooks: [{ id: 'x', durationMs: 12.4, ...run }] }) as unknown as Outcome

const LAST: readonly (readonly [object, number, string])[] = [
  [{ status: 'returned', verdict: { decision: 'deny' } }, 90_000, 'last: deny in 12 ms, 1 minute ago'],
  [{ status: 'returned', verdict: {} }, 200, 'last: pass in 12 ms, just now'],
  [{ status: 'returned', verdict: { payload: {} } }, 7_200_000, 'last: changed in 12 ms, 2 hours ago'],
  [{ status: 'returned', verdict: {}, durationMs: 0.2 }, 1000, 'last: pass in 1 ms, 1 second ago'],
  [{ status: 'skipped' }, 200, 'last: skipped in 12 ms, just now'],
  [{ status: 'failed', failure: 'timeout' }, 3 * 86_400_000, 'last: failed (timeout) in 12 ms, 3 days ago'],
]

for (const [run, ago, text] of LAST) {
  test(`the last outcome reads "${text}"`, () => {
    assert.equal(lastText({ at: 1_000_000_000 - ago, outcome: outcome(run) }, 'x', 1_000_000_000), text)
  })
}

test('a hook that was never seen says so', () => {
  assert.equal(lastText(undefined, 'x', 0), 'not seen yet')
})

const PROGRAMS: readonly (readonly [what: string, text: string, line: string])[] = [
  [
    'the function that is given the payload',
    '#!/usr/bin/env python3\nimport json, sys\n\ndef run():\n    p = json.load(sys.stdin)\n    if p["tool_name"] == "bash":\n        print(json.dumps({"blocked": True}))\n\nif sys.argv[1] == "hook":\n    print("before_tool_call")\nelse:\n    run()\n',
    'def run():',
  ],
  [
    'the branch that answers',
    '#!/usr/bin/env python3\nimport json, sys\nif sys.argv[1] == "hook":\n    print("before_tool_call")\nelif sys.argv[1] == "run":\n    if json.load(sys.stdin)["tool_name"] == "bash":\n        print(json.dumps({"blocked": True}))\n',
    'elif sys.argv[1] == "run":',
  ],
  [
    'the branch of a case, of one that says nothing',
    '#!/bin/sh\ncase "$1" in\n  hook) echo after_tool_call ;;\n  run)\n    cat >/dev/null\n    ;;\nesac\n',
    'run)',
  ],
  [
    'the name where the text shows no such place',
    '#!/bin/sh\nif [ "$1" = hook ]; then echo before_tool_call; exit 0; fi\ncat\n',
    'before_tool_call',
  ],
]

for (const [what, text, line] of PROGRAMS)
  test(`lenses of a program stand on ${what}, and no hint stands in what it prints`, async () => {
    const { project, view } = inMemory({ '.kodelet/hooks/guard': text })
    const one = await view('.kodelet/hooks/guard')
    const hooks = await project.hooks()
    assert.deepEqual(
      new Set(lensesOf(one, hooks, all).map(({ range }) => text.slice(range.start, range.end))),
      new Set([line]),
    )
    assert.deepEqual(hintsOf(one, hooks, { start: 0, end: text.length }), [])
  })

test('behind a handler’s name stands what hooks of its event may do, and not the order, which stands above it', async () => {
  const { project, view } = inMemory(FILES)
  const hints = async (path: string) => {
    const one = await view(path)
    const found = hintsOf(one, await project.hooks(), { start: 0, end: one.text.length })
    return found.map(({ at, label }) => `${one.text.slice(0, at).match(/\w+$/)?.[0]} ${label}`)
  }
  assert.deepEqual(await hints('extensions/20_two.ts'), ['before_llm_call transform', 'agent_init observe'])
})

test('a hint outside of what is shown is not made', async () => {
  const { project, view } = inMemory(FILES)
  const one = await view('extensions/20_two.ts')
  assert.deepEqual(hintsOf(one, await project.hooks(), { start: 0, end: 5 }), [])
})

test('ordinals are English', () => {
  assert.deepEqual([1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(ordinal), [
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '102nd',
    '111th',
  ])
})
