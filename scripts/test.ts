// Runs the tests: all of `test/`, or the files named; every other argument goes to Node's test runner as it is.

import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** The arguments for `node` that run these tests. */
export function testArguments(given: readonly string[], found: readonly string[]): readonly string[] {
  const named = given.some((argument) => /\.test\.ts$/.test(argument))
  // Half of a big machine: many tests start processes and workers of their own.
  const width = Math.max(2, Math.floor(availableParallelism() / 2))
  const options = [
    `--test-concurrency=${width}`,
    '--test-timeout=300000',
    '--disable-warning=ExperimentalWarning',
  ]
  return ['--test', ...options, ...given, ...(named ? [] : found)]
}

/** Every test file, sorted. */
export function testFiles(): readonly string[] {
  return globSync('test/**/*.test.ts', { cwd: root }).sort()
}

if (import.meta.main) {
  const argv = testArguments(process.argv.slice(2), testFiles())
  const child = spawn(process.execPath, argv, { cwd: root, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
}
