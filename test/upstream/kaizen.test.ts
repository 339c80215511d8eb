// The Kaizen rows whose hook files were run upstream, fired at a workspace: the results through discovery, trust,
// interpreter and engine. Where ADR-010 promises more than the released package does, the case is in PROMISED.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { isObject, type Json } from '../../runtime/contract/json.ts'
import { HookManager, KaizenOptions } from '../../runtime/managers/kaizen.ts'
import { LIFE } from '../../scripts/upstream/kaizen.ts'
import { readRows } from '../../scripts/upstream/rows.ts'
import { writeTree } from '../support/tree.ts'

const { rows } = readRows(readFileSync(join(import.meta.dirname, 'cases.jsonl'), 'utf8'))

const ran = [{ success: true, data: { ran: true }, error: null }]
const duck = [{ success: true, data: { duck: 1 }, error: null }]

/** Where the runtime differs from upstream: the reason, and the results by event; events not listed have upstream's. */
const PROMISED: Readonly<
  Record<string, { readonly why: string; readonly results: Readonly<Record<string, Json>> }>
> = {
  noevents: {
    why: 'ADR-010 finds classes by their handle: one without events answers all of them',
    results: { pre_tool_use: ran, post_tool_use: ran, pre_agent_loop: ran, post_agent_loop: ran },
  },
  duck: {
    why: 'ADR-010 finds whatever implements HookHandler, with BaseHook as its base or without',
    results: { pre_tool_use: duck },
  },
  tupleevents: {
    why: 'a tuple names its events as well as a list does; kaizen.unregistered tells of it',
    results: { pre_tool_use: ran, post_tool_use: ran },
  },
  imported: {
    why: 'CostTrackingHook answers with the data of ADR-010, after tools alone',
    results: {
      post_tool_use: [
        { success: true, data: { total: 0.5 }, error: null },
        {
          success: true,
          data: { total_cost_usd: 0.5, tool_cost_usd: 0.5, tool_name: 'search' },
          error: null,
        },
      ],
      post_agent_loop: [{ success: true, data: null, error: null }],
    },
  },
  none: {
    why: 'ADR-010 has handlers "sync or async"; a dict is checked as a result, and what is none is told in words of its own',
    results: {
      pre_tool_use: [
        {
          success: false,
          data: null,
          error: 'Hook error: answered with a wrong shape: expected object, got null',
        },
        { success: true, data: { dict: 1 }, error: null },
        { success: true, data: { sync: 1 }, error: null },
      ],
    },
  },
}

type Case = { readonly input: Readonly<Record<string, Json>>; readonly expected: Json }

const cases = Map.groupBy(
  rows.flatMap(({ system, input, expected }): Case[] =>
    system === 'kaizen' && isObject(input) && typeof input.case === 'string'
      ? [{ input: input as Case['input'], expected }]
      : [],
  ),
  ({ input }) => `${input.case}`,
)
const trees: ReturnType<typeof writeTree>[] = []
after(() => {
  for (const tree of trees) tree.remove()
})

for (const [name, members] of cases) {
  const promised = PROMISED[name]
  test(`case ${name}${promised === undefined ? '' : `: ${promised.why}`}`, async () => {
    const results = await fired(name, members[0]?.input.files as Readonly<Record<string, string>>)
    for (const { input, expected } of members) {
      const event = `${input.event}`
      assert.deepEqual(results.get(event), promised?.results[event] ?? expected, event)
    }
  })
}

test('a case that is promised otherwise is a case, and there are rows at all', () => {
  assert.ok(cases.size > 15)
  assert.deepEqual(
    Object.keys(PROMISED).filter((name) => !cases.has(name)),
    [],
  )
})

// The results of every event, fired one after the other like the rows.
async function fired(
  name: string,
  files: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, Json>> {
  const tree = writeTree('//- /home/\n')
  trees.push(tree)
  for (const [file, content] of Object.entries(files)) tree.write(`//- /ws/.kaizen/hooks/${file}\n${content}`)
  const options = new KaizenOptions({
    settingSources: ['project'],
    workspace: tree.at('/ws'),
    home: tree.at('/home'),
    trust: 'workspace',
    log: () => {},
  })
  await using manager = await HookManager.fromOptions(options)
  const results = new Map<string, Json>()
  for (const { event, data } of LIFE) {
    // The first firing starts an interpreter, so only the slow hook gets a short timeout.
    const found = await manager.trigger(event, 'agent-1', data, name === 'slow' ? 0.5 : 20)
    const answers = found.map(({ success, data: given = null, error = null }) => ({
      success,
      data: given as Json,
      error,
    }))
    results.set(event, answers)
  }
  return results
}
