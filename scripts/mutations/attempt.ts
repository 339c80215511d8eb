// Runs tests of one file in a separate process and reports the result of each.

import { spawn } from 'node:child_process'
import { join } from 'node:path'

export type MutationVerdict = 'passes' | 'fails' | 'skipped'

export type MutationAttempt = {
  /** By test name; a test that did not run is missing. */
  readonly verdicts: ReadonlyMap<string, MutationVerdict>
  /** The process did not exit in time. */
  readonly stuck: boolean
  /** The end of its standard error output. */
  readonly stderr: string
}

/** Longest run of a test process in total, and after its tests have ended, in milliseconds. */
const LIMIT_MS = 60_000
const GRACE_MS = 10_000
const CACHE = '.compiled'

/** Runs the named tests of a file in this folder. */
export function attempt(
  folder: string,
  file: string,
  names: readonly string[],
  graceMs = GRACE_MS,
): Promise<MutationAttempt> {
  const { promise, resolve } = Promise.withResolvers<MutationAttempt>()
  const argv = [
    '--disable-warning=ExperimentalWarning',
    '--test-reporter=tap',
    ...names.map((name) => `--test-name-pattern=^${escapedPattern(name)}$`),
    file,
  ]
  const child = spawn(process.execPath, argv, {
    cwd: folder,
    env: testEnvironment(folder),
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, so that everything a test started ends with it.
    detached: process.platform !== 'win32',
  })
  let tap = ''
  let stderr = ''
  let stuck = false
  const giveUp = () => {
    stuck = true
    kill(child.pid)
  }
  let timer = setTimeout(giveUp, LIMIT_MS)
  // The group would otherwise outlive this process.
  process.once('exit', giveUp)
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    tap += text
    if (verdictsIn(tap).size < names.length) return
    clearTimeout(timer)
    timer = setTimeout(giveUp, graceMs)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-2000)
  })
  child.on('error', (error) => {
    stderr += error.message
  })
  child.on('close', () => {
    clearTimeout(timer)
    process.off('exit', giveUp)
    resolve({ verdicts: verdictsIn(tap), stuck, stderr })
  })
  return promise
}

// TAP escapes backslashes and hashes in names and indents nested tests.
function verdictsIn(tap: string): ReadonlyMap<string, MutationVerdict> {
  const lines = [...tap.matchAll(/^(not )?ok \d+ - (.*?)( # (?:SKIP|TODO).*)?$/gm)]
  return new Map(
    lines.map(([, not, name = '', skip]) => {
      const verdict = skip !== undefined ? 'skipped' : not === undefined ? 'passes' : 'fails'
      return [name.replaceAll(/\\([\\#])/g, '$1'), verdict]
    }),
  )
}

/** The environment of tests in this folder. */
export function testEnvironment(folder: string): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT, ...rest } = process.env
  // Most modules are the same for all tests, so the compile cache is shared.
  return { ...rest, NODE_COMPILE_CACHE: join(folder, CACHE) }
}

/** Kills a process and everything it has started. */
export function kill(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // The process has ended in the meantime.
  }
}

function escapedPattern(name: string): string {
  return name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
