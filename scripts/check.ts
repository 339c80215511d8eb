// Is everything in order? Format and lint, types, generated files, architecture, tests: one command, one summary.
// The tests are those that finish within the minute a check may take; `--all` runs every test, as `npm test` does, and
// `--no-tests` none, for whoever has just run them.

import { spawn } from 'node:child_process'
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
/** What starts processes by the dozen, or waits for time-outs on purpose. */
const LONG =
  /^test\/(hostile|executors|sessions|cli|examples|plugins|webhooks|telemetry)\/|\/(bulk|verbatim|build|hotReload)\.test\.ts$/
const REPORT = '--test-reporter=dot'

/** What is checked, cheap things first. */
function steps(tests: 'quick' | 'all' | 'none'): readonly Step[] {
  const alone = (file: string) => testArguments([REPORT], [file])
  const rest = testFiles().filter((file) => !OWN.includes(file) && (tests === 'all' || !LONG.test(file)))
  return [
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
    ...(tests === 'none'
      ? []
      : [{ name: `${tests} tests`, argv: testArguments([REPORT], rest), remedy: 'npm test' }]),
  ]
}

function extent(): 'quick' | 'all' | 'none' {
  if (process.argv.includes('--all')) return 'all'
  return process.argv.includes('--no-tests') ? 'none' : 'quick'
}

if (import.meta.main) {
  const results: { step: Step; fine: boolean; seconds: string }[] = []
  for (const step of steps(extent())) {
    const started = performance.now()
    const { fine, output } = await run(step.argv)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    results.push({ step, fine, seconds })
    console.log(`${fine ? 'ok    ' : 'failed'}  ${step.name.padEnd(16)} ${seconds.padStart(5)} s`)
    if (!fine) console.log(output)
  }
  const failed = results.filter(({ fine }) => !fine)
  for (const { step } of failed) console.log(`${step.name} failed: ${step.remedy}`)
  console.log(`${results.length - failed.length} passed, ${failed.length} failed`)
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
