// The rows of Kaizen whose hook files were run, fired at a workspace: what discovery, trust, interpreter and engine
// make of them. Where ADR-010 promises more than the released package keeps, the case stands in PROMISED.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { isObject, type Json } from '../../runtime/contract/json.ts'
import { HookManager, KaizenOptions } from '../../runtime/managers/kaizen.ts'
import { rowOf } from '../../scripts/upstream/kaizen.ts'
import { readRows } from '../../scripts/upstream/rows.ts'
import { writeTree } from '../support/tree.ts'

const { rows } = readRows(readFileSync(join(import.meta.dirname, 'cases.jsonl'), 'utf8'))

/** What the runtime answers otherwise, and why. */
const PROMISED: Readonly<Record<string, string>> = {
  noevents: 'ADR-010 finds classes by their handle: one without events answers all of them',
  duck: 'ADR-010 finds whatever implements HookHandler, with BaseHook as its base or without',
  tupleevents: 'a tuple names its events as well as a list; kaizen.unregistered tells of it',
  imported: 'CostTrackingHook answers with the data of ADR-010',
  none: 'ADR-010 has handlers "sync or async"; results are checked by their schema, with words of its own',
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
  test(`case ${name}`, { skip: PROMISED[name] === undefined ? false : PROMISED[name] }, async () => {
    for (const { input, expected } of members) {
      assert.deepEqual(await fired(input), expected, `${input.event}`)
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

// What the released package would return for the last of the row's firings, each with its half second.
async function fired(input: Case['input']): Promise<Json> {
  const row = rowOf(input)
  assert.ok(row)
  const tree = writeTree('//- /home/\n')
  trees.push(tree)
  for (const [file, content] of Object.entries(row.files)) {
    tree.write(`//- /ws/.kaizen/hooks/${file}\n${content}`)
  }
  const options = new KaizenOptions({
    settingSources: ['project'],
    workspace: tree.at('/ws'),
    home: tree.at('/home'),
    trust: 'workspace',
    log: () => {},
  })
  await using manager = await HookManager.fromOptions(options)
  let results: Json = []
  for (const { event, data } of row.firings) {
    const limit = input.case === 'slow' ? 0.5 : 20
    const found = await manager.trigger(event, 'agent-1', data as object, limit)
    results = found.map(({ success, data: told = null, error = null }) => ({
      success,
      data: told as Json,
      error,
    }))
  }
  return results
}
