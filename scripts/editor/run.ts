// `npm run test:editor`: runs the suites inside a real editor (code-server, without downloading VS Code): trusted
// workspace, Restricted Mode, several folders, one host's configuration, all hosts' configuration, the editor's own
// agent. The last line gives the numbers of passed and failed tests.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readOptions } from '../options.ts'
import { preferInterpreter } from '../test/python.ts'
import { runInCodeServer } from './inCodeServer.ts'
import { makeProduct, type SuiteName } from './product.ts'
import { counts, reportLines } from './report.ts'

const { values } = readOptions({
  options: {
    /** One of the suites. */
    suite: { type: 'string' },
    /** Only files whose name contains this. */
    only: { type: 'string' },
    theme: { type: 'string', default: 'dark' },
  },
})
const TITLES = {
  suite: 'Trusted workspace',
  restricted: 'Restricted Mode',
  folders: 'Several folders',
  entries: 'A folder of Claude Code',
  hosts: 'A folder of six agents',
  agent: "The editor's own agent",
} satisfies Partial<Record<SuiteName, string>>
const names = Object.keys(TITLES) as (keyof typeof TITLES)[]
const suites = names.filter((name) => values.suite === undefined || values.suite === name)
if (suites.length === 0) {
  console.error(`--suite expects one of ${names.join(', ')}, got "${values.suite}".`)
  process.exit(2)
}
const shots = process.env.HOOKBENCH_SHOTS || join(import.meta.dirname, '../../build/screenshots')

// Everything started ends with this process, also when it is interrupted.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

preferInterpreter()
const sum = { passed: 0, failed: 0 }
mkdirSync(shots, { recursive: true })
const product = await makeProduct()
process.once('exit', product.remove)
for (const suite of suites) {
  const began = performance.now()
  const theme = values.theme === 'light' ? 'light' : 'dark'
  const report = await runInCodeServer(product, { suite, theme, shots, only: values.only })
  console.log(`${TITLES[suite]}:`)
  for (const line of reportLines(report)) console.log(line)
  const { passed, failed } = counts(report)
  console.log(`  ${((performance.now() - began) / 1000).toFixed(1)} s\n`)
  sum.passed += passed
  sum.failed += failed
}
console.log(`${sum.passed} passed, ${sum.failed} failed`)
// A run without any test counts as failed.
process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1
