// Scenarios, drawn from each host's grammar or kept in files: the same seed draws the same scenarios, and every
// scenario can be played.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { drawScenarios } from '../../scripts/agents/observe/grammar.ts'
import { claudeCode } from '../../scripts/agents/observe/hosts/claudeCode.ts'
import { codex } from '../../scripts/agents/observe/hosts/codex.ts'
import { copilot } from '../../scripts/agents/observe/hosts/copilot.ts'
import { gemini } from '../../scripts/agents/observe/hosts/gemini.ts'
import { vscode } from '../../scripts/agents/observe/hosts/vscode.ts'
import { readScenarios } from '../../scripts/agents/observe/scenarioFile.ts'

for (const host of [claudeCode, codex, vscode]) {
  const drawn = drawScenarios(host.grammar, 300, 7)

  test(`${host.name}: the same seed draws the same scenarios, another seed others`, () => {
    assert.deepEqual(drawScenarios(host.grammar, 300, 7), drawn)
    assert.notDeepEqual(drawScenarios(host.grammar, 300, 8), drawn)
  })

  test(`${host.name}: every drawn hook stands in a file and its event can be recorded`, () => {
    for (const { name, event, files, answers } of drawn) {
      assert.ok(host.events.includes(event), `${name}: ${event}`)
      for (const hook of Object.keys(answers)) {
        const places = files.filter((file) => JSON.stringify(file).includes(hook))
        assert.equal(places.length, 1, `${name}: ${hook} stands in ${places.length} files`)
      }
      assert.equal(new Set(files.map(({ path }) => path)).size, files.length, `${name}: a path twice`)
    }
  })

  test(`${host.name}: answers of several hooks come apart in time, so that none is a race`, () => {
    for (const { name, answers } of drawn) {
      const delays = Object.values(answers).map(([first]) => first?.ms ?? 0)
      const quick = delays.filter((ms) => ms < 3000)
      assert.equal(new Set(quick).size, quick.length, name)
    }
  })

  test(`${host.name}: every event of the grammar is drawn, and broken answers beside tidy ones`, () => {
    assert.deepEqual(new Set(drawn.map(({ event }) => event)), new Set(Object.keys(host.grammar.events)))
    const prints = drawn.flatMap(({ answers }) =>
      Object.values(answers).map(([first]) => first?.stdout ?? ''),
    )
    const tidy = prints.filter((text) => text.startsWith('{') && isJson(text))
    assert.ok(tidy.length > prints.length / 2, `${tidy.length} of ${prints.length} are JSON objects`)
    assert.ok(prints.some((text) => text.startsWith('{') && !isJson(text)))
    assert.ok(prints.some((text) => text.startsWith('\uFEFF')))
  })
}

for (const [host, count] of [
  [claudeCode, 10],
  [codex, 7],
  [copilot, 26],
  [gemini, 31],
  [vscode, 23],
] as const) {
  test(`${host.name}: the kept scenarios are of its situations and events, and each hook has an answer`, () => {
    const kept = readScenarios(host, join(import.meta.dirname, 'scenarios', `${host.name}.jsonl`))
    assert.equal(kept.length, count)
    for (const { name, event, files, answers } of kept) {
      assert.ok(host.events.includes(event), `${name}: ${event}`)
      const named = new Set(JSON.stringify(files).match(/\bhook-\d+/g))
      assert.deepEqual(named, new Set(Object.keys(answers)), name)
    }
  })
}

test('a scenario of a situation that the host does not have is refused by its name', () => {
  const path = join(import.meta.dirname, 'scenarios', 'claude-code.jsonl')
  assert.throws(() => readScenarios(codex, path), /codex has no situation "ungranted"/)
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
