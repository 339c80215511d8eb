// A reporter for Node's test runner that writes a JSON line for each skipped test with its reason, and the summary of
// these lines. Results of other tests are left to other reporters.

import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

export type SkippedTest = { readonly file: string; readonly name: string; readonly reason: string }

async function* skippedTests(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const { file = '', name, skip } = data
    if (skip === undefined || skip === false) continue
    const reason = typeof skip === 'string' && skip !== '' ? skip : 'no reason given'
    const skipped: SkippedTest = { file: relative(process.cwd(), file), name, reason }
    yield `${JSON.stringify(skipped)}\n`
  }
}

/** Reads the lines that the reporter wrote. */
export function readSkipped(file: string): readonly SkippedTest[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as SkippedTest)
}

/** The summary: each reason once, with the tests skipped for it. */
export function skippedSummary(tests: readonly SkippedTest[]): readonly string[] {
  if (tests.length === 0) return ['No test was skipped.']
  const byReason = Map.groupBy(tests, ({ reason }) => reason)
  return [
    `${tests.length} ${tests.length === 1 ? 'test was' : 'tests were'} skipped:`,
    ...[...byReason].flatMap(([reason, those]) => [
      `  ${reason} (${those.length})`,
      ...those.map(({ file, name }) => `    ${file} › ${name}`),
    ]),
  ]
}

// biome-ignore lint/style/noDefaultExport: Node's test runner takes a reporter from the default export.
export { skippedTests as default }
