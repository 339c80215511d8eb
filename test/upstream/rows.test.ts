// The rows of what the systems' own code did: each agrees, or is listed with its reason in docs/upstream.md.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import type { UpstreamComparison } from '../../scripts/upstream/compare.ts'
import { compareText } from '../../scripts/upstream.ts'

const root = join(import.meta.dirname, '..', '..')
const markdown = readFileSync(join(root, 'docs', 'upstream.md'), 'utf8')
const documented = new Set(
  [...markdown.matchAll(/^```jsonl\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
    block
      .trim()
      .split('\n')
      .map((line) => JSON.stringify(JSON.parse(line))),
  ),
)

let comparison: UpstreamComparison
before(async () => {
  comparison = await compareText(readFileSync(join(import.meta.dirname, 'cases.jsonl'), 'utf8'), assert.fail)
})

test('a row differs exactly where docs/upstream.md says why', () => {
  const differing = comparison.differences.map(({ input }) => JSON.stringify(input))
  assert.deepEqual(new Set(differing), documented)
})

for (const system of ['kodelet', 'kaizen', 'compilr', 'secureyeoman']) {
  test(`every row of ${system} is predicted`, () => {
    assert.equal(comparison.systems[system]?.unpredicted, 0)
  })
}
