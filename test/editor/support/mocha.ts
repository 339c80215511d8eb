// The entry of the suites inside the editor: passes them to mocha, runs them and writes the report. It imports neither
// a browser nor an editor, so the same suites run in any editor that loads this file.

import { renameSync, writeFileSync } from 'node:fs'
import Mocha from 'mocha'
import { defined } from '../../../runtime/contract/defined.ts'
import { type SuiteReport, soFar, type TestResult, VARIABLES } from '../../../scripts/editor/report.ts'

/** Measurements of the suites, by name. */
export const measured: Record<string, number> = {}

type Load = readonly [name: string, load: () => Promise<unknown>]

/** Runs the suites selected by the environment; throws if a test failed, for editors that check this. */
export async function runSuites(all: Readonly<Record<string, readonly Load[]>>): Promise<void> {
  const [kind = 'suite', only = ''] = (process.env[VARIABLES.only] ?? 'suite/').split('/')
  const path = process.env[VARIABLES.report]
  const tests: TestResult[] = []
  let fault: string | undefined
  try {
    const mocha = new Mocha({ ui: 'tdd', timeout: 180_000, slow: 60_000, reporter: Mocha.reporters.Base })
    // Binds the package's `suite` and `test` to this instance.
    mocha.suite.emit('pre-require', {}, '', mocha)
    for (const [, load] of (all[kind] ?? []).filter(([name]) => name.includes(only))) await load()
    await new Promise<void>((resolve) => {
      const runner = mocha.run(() => resolve())
      const recordAs = (state: TestResult['state']) => (test: Mocha.Test, error?: Error) => {
        tests.push({
          title: test.fullTitle(),
          state,
          ms: test.duration ?? 0,
          ...(error === undefined ? {} : { error: error.stack ?? String(error) }),
        })
        if (path !== undefined) write(soFar(path), { tests })
      }
      runner.on('pass', recordAs('passed')).on('fail', recordAs('failed')).on('pending', recordAs('skipped'))
    })
  } catch (error) {
    fault = error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
  const report: SuiteReport = { tests, measured, ...defined({ fault }) }
  if (path !== undefined) write(path, report)
  const failed = tests.filter(({ state }) => state === 'failed').length
  if (failed > 0 || fault !== undefined) throw new Error(fault ?? `${failed} tests failed`)
}

// Written to a temporary name first, so that a reader that waits for the file finds it complete.
function write(path: string, report: SuiteReport): void {
  writeFileSync(`${path}.part`, JSON.stringify(report))
  renameSync(`${path}.part`, path)
}
