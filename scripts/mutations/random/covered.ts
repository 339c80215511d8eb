// Runs a test file and records which code it executed; a test cannot detect a slip in code that it does not execute.

import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { kill, testEnvironment } from '../attempt.ts'

export type TestRun = {
  readonly passes: boolean
  readonly milliseconds: number
  /** Whether the code at an offset of a file was executed, by the test or by a process it started. */
  readonly ran: (file: string, offset: number) => boolean
}

type Counted = { readonly startOffset: number; readonly endOffset: number; readonly count: number }

/** Runs a test file of this folder; it fails if it exceeds the limit in milliseconds. */
export async function runTest(folder: string, test: string, limitMs: number): Promise<TestRun> {
  const reports = mkdtempSync(join(tmpdir(), 'hookbench-covered-'))
  const started = performance.now()
  try {
    const passes = await exits(folder, test, limitMs, reports)
    const counted = countedIn(reports, folder)
    return {
      passes,
      milliseconds: performance.now() - started,
      ran: (file, offset) => (counted.get(file) ?? []).some((ranges) => innermost(ranges, offset) > 0),
    }
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

function exits(folder: string, test: string, limitMs: number, reports: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', test], {
    cwd: folder,
    env: { ...testEnvironment(folder), NODE_V8_COVERAGE: reports },
    stdio: 'ignore',
    detached: process.platform !== 'win32',
  })
  const end = () => kill(child.pid)
  const timer = setTimeout(end, limitMs)
  process.once('exit', end)
  child.on('close', (code) => {
    clearTimeout(timer)
    process.off('exit', end)
    // Kills what the test has left running.
    end()
    resolve(code === 0)
  })
  return promise
}

// Coverage counts by file, one list per process.
function countedIn(reports: string, folder: string): ReadonlyMap<string, readonly (readonly Counted[])[]> {
  const found = new Map<string, (readonly Counted[])[]>()
  const root = `${pathToFileURL(folder)}/`
  for (const name of readdirSync(reports)) {
    for (const { url, functions } of reportIn(join(reports, name))) {
      if (!url.startsWith(root) || url.includes('/node_modules/')) continue
      const file = url.slice(root.length).replace(/\?.*$/, '')
      const ranges = functions.flatMap((one) => one.ranges)
      found.set(file, [...(found.get(file) ?? []), ranges])
    }
  }
  return found
}

type Report = readonly {
  readonly url: string
  readonly functions: readonly { readonly ranges: readonly Counted[] }[]
}[]

// A process that was killed leaves an incomplete report.
function reportIn(path: string): Report {
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) as { readonly result?: Report }).result ?? []
  } catch {
    return []
  }
}

function innermost(ranges: readonly Counted[], offset: number): number {
  let best: Counted | undefined
  for (const one of ranges) {
    if (one.startOffset > offset || offset >= one.endOffset) continue
    if (best === undefined || one.endOffset - one.startOffset <= best.endOffset - best.startOffset) best = one
  }
  return best?.count ?? 0
}
