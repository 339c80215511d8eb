// Runs the tests: all of `test/`, or the files and folders given; other arguments are passed to Node's test runner.
// Ends with a list of skipped tests and their reasons.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, matchesGlob, relative, resolve, sep } from 'node:path'
import { preferInterpreter } from './test/python.ts'
import { readSkipped, skippedSummary } from './test/skipped.ts'

const root = join(import.meta.dirname, '..')

/** The arguments for `node` that run these tests; throws if a path contains no tests. */
export function testArguments(given: readonly string[], found: readonly string[]): readonly string[] {
  // Half of the processors: many tests start processes and workers of their own.
  const width = Math.max(2, Math.floor(availableParallelism() / 2))
  const options = [
    `--test-concurrency=${width}`,
    '--test-timeout=300000',
    '--disable-warning=ExperimentalWarning',
    // Each reporter adds a listener for the end of the run, besides several of Node's own.
    '--disable-warning=MaxListenersExceededWarning',
  ]
  const named: string[] = []
  for (const [index, argument] of given.entries()) {
    const files = argument.startsWith('-') ? [] : filesOf(argument, found)
    if (files.length > 0) named.push(...files)
    // An argument after an option without `=` may be its value.
    else if (argument.startsWith('-') || /^-[^=]*$/.test(given[index - 1] ?? '')) options.push(argument)
    else throw new Error(`${argument}: expected a test file, or a folder of tests, below test/`)
  }
  return ['--test', ...options, ...(named.length > 0 ? new Set(named) : found)]
}

/** Every test file, sorted. */
export function testFiles(): readonly string[] {
  return globSync('test/**/*.test.ts', { cwd: root })
    .map((path) => path.replaceAll(sep, '/'))
    .sort()
}

/** The test files that a path denotes: a file, those in a folder, or those matching a pattern. */
function filesOf(path: string, found: readonly string[]): readonly string[] {
  const named = relative(root, resolve(root, path)).replaceAll(sep, '/')
  return found.filter((file) => file.startsWith(`${named}/`) || matchesGlob(file, named))
}

/** Runs `node` with these arguments, then prints the skipped tests; returns its exit code. */
async function run(argv: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'hookbench-tests-'))
  const report = join(folder, 'skipped.ndjson')
  try {
    const child = spawn(
      process.execPath,
      [...cached(join(folder, 'compiled')), ...reporters(argv, report), ...argv],
      {
        cwd: root,
        stdio: 'inherit',
      },
    )
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
    const [code] = (await once(child, 'exit')) as [number | null]
    if (existsSync(report)) console.log(skippedSummary(readSkipped(report)).join('\n'))
    return code ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

// Every test file runs in a process of its own that loads much the same modules: what one compiled, the next one
// reads. Not by NODE_COMPILE_CACHE, which every program that a test starts would inherit.
function cached(folder: string): readonly string[] {
  const source = `import { enableCompileCache } from 'node:module'; enableCompileCache(${JSON.stringify(folder)})`
  return ['--import', `data:text/javascript,${encodeURIComponent(source)}`]
}

// Node pairs reporters with destinations in order.
function reporters(argv: readonly string[], report: string): readonly string[] {
  const gives = (option: string) => argv.some((one) => one === option || one.startsWith(`${option}=`))
  return [
    `--test-reporter=${join(import.meta.dirname, 'test', 'skipped.ts')}`,
    `--test-reporter-destination=${report}`,
    `--test-reporter=${join(import.meta.dirname, 'test', 'stalled.ts')}`,
    '--test-reporter-destination=stderr',
    ...(gives('--test-reporter') ? [] : ['--test-reporter=spec']),
    ...(gives('--test-reporter-destination') ? [] : ['--test-reporter-destination=stdout']),
  ]
}

if (import.meta.main) {
  try {
    preferInterpreter()
    process.exitCode = await run(testArguments(process.argv.slice(2), testFiles()))
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 2
  }
}
