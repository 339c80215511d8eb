// `npm run check`: format and lint, types, generated files, architecture and tests, with one summary. By default runs
// the tests that fit into the minute a check may take; `--all` runs every test, as `npm test` does, and `--no-tests`
// only what `npm test` leaves out.

import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { testArguments, testFiles } from './test.ts'

const root = join(import.meta.dirname, '..')
const bin = (path: string) => join(root, 'node_modules', path)

type Step = { readonly name: string; readonly argv: readonly string[]; readonly remedy: string }

const OWN = [
  'test/generated.test.ts',
  'test/architecture.test.ts',
  'test/types.test.ts',
  'test/seeds/table.test.ts',
]
/** Folders whose tests start dozens of processes or wait for time-outs on purpose. */
const LONG_ROOMS =
  /^test\/(hostile|executors|sessions|cli|examples|plugins|webhooks|telemetry|managers|upstream|workspace|replay|docs)\//
/** Files that take seconds each: large tables of texts, generated texts, servers. */
const LONG_FILES =
  /\/(bulk|verbatim|build|hotReload|observe|observing|fixtures|recall|diagnosticsDocs|templateAnswers|convert|templates|any|hostileData|pythonHalfTyped|typedRobust|typedStanding|hosts|mutations|scripts|project|read|redact|shapes|check|connection|neovim|random|stdio|anywhere|everyEvent|protocol|called|shellAnswers|recorder|ledger|predict|promises|npmInstall|reported)\.test\.ts$/
const REPORT = '--test-reporter=dot'

/** The steps, cheapest first. */
function steps(tests: 'quick' | 'all' | 'none'): readonly Step[] {
  const alone = (file: string) => testArguments([REPORT], [file])
  const rest = testFiles().filter((file) => !OWN.includes(file) && (tests === 'all' || !isLong(file)))
  const untested = [
    {
      name: 'format and lint',
      argv: [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'],
      remedy: 'npm run format',
    },
    { name: 'types', argv: [bin('@typescript/native/bin/tsc'), '--noEmit'], remedy: 'npm run types' },
    {
      name: 'types of the pages',
      argv: [bin('@typescript/native/bin/tsc'), '--noEmit', '-p', 'client/web'],
      remedy: 'npm run types',
    },
  ]
  if (tests === 'none') return untested
  return [
    ...untested,
    { name: 'generated files', argv: alone('test/generated.test.ts'), remedy: 'npm run generate' },
    {
      name: 'architecture',
      argv: alone('test/architecture.test.ts'),
      remedy: 'the messages say what to do instead',
    },
    {
      name: 'seeds',
      argv: alone('test/seeds/table.test.ts'),
      remedy: 'node scripts/seeds.ts says what is missing',
    },
    { name: 'published types', argv: alone('test/types.test.ts'), remedy: 'npm test -- test/types.test.ts' },
    { name: `${tests} tests`, argv: testArguments([REPORT, ...shared(tests)], rest), remedy: 'npm test' },
  ]
}

// In one process, the product is loaded once instead of once for each of 150 files. Tests that start processes are run
// in isolation.
function shared(tests: 'quick' | 'all'): readonly string[] {
  return tests === 'quick' ? ['--test-isolation=none'] : []
}

function isLong(file: string): boolean {
  return LONG_ROOMS.test(file) || LONG_FILES.test(file)
}

function extent(): 'quick' | 'all' | 'none' {
  if (process.argv.includes('--all')) return 'all'
  return process.argv.includes('--no-tests') ? 'none' : 'quick'
}

if (import.meta.main) {
  const all = steps(extent())
  // Started in reverse order, because the last step takes longest.
  const waiting = all.toReversed()
  const results = new Map<Step, { readonly fine: boolean; readonly seconds: string }>()
  const oneByOne = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const started = performance.now()
      const { fine, output } = await run(step.argv)
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      results.set(step, { fine, seconds })
      console.log(`${fine ? 'ok    ' : 'failed'}  ${step.name.padEnd(18)} ${seconds.padStart(5)} s`)
      if (!fine) console.log(output)
    }
  }
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, oneByOne))
  const failed = all.filter((step) => results.get(step)?.fine !== true)
  for (const step of failed) console.log(`${step.name} failed: ${step.remedy}`)
  console.log(`${all.length - failed.length} passed, ${failed.length} failed`)
  process.exitCode = failed.length === 0 ? 0 : 1
}

function run(argv: readonly string[]): Promise<{ fine: boolean; output: string }> {
  const { promise, resolve } = Promise.withResolvers<{ fine: boolean; output: string }>()
  const child = spawn(process.execPath, argv, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const take = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  child.on('error', (error) => resolve({ fine: false, output: error.message }))
  child.on('close', (code) => resolve({ fine: code === 0, output }))
  return promise
}
