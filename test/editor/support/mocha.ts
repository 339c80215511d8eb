// The entry of the suite inside the editor: hands the suites to mocha, runs them and writes the report. It knows no
// browser and no editor, so the same suites run in whichever of them loads this file.

import { renameSync, writeFileSync } from 'node:fs'
import Mocha from 'mocha'
import { defined } from '../../../runtime/contract/defined.ts'
import { type SuiteReport, soFar, type TestResult, VARIABLES } from '../../../scripts/editor/report.ts'

/** What a suite measures, it puts here. */
export const measured: Record<string, number> = {}

type Load = readonly [name: string, load: () => Promise<unknown>]

/** Runs the suites that the environment asks for; throws when a test failed, for editors that look at that. */
export async function runSuites(all: Readonly<Record<string, readonly Load[]>>): Promise<void> {
  const [kind = 'suite', only = ''] = (process.env[VARIABLES.only] ?? 'suite/').split('/')
  const path = process.env[VARIABLES.report]
  const tests: TestResult[] = []
  let fault: string | undefined
  try {
    const mocha = new Mocha({ ui: 'tdd', timeout: 180_000, slow: 60_000, reporter: Mocha.reporters.Base })
    // Makes `suite` and `test` of the package mean this instance.
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

// Written aside first: whoever waits for the file must find it whole.
function write(path: string, report: SuiteReport): void {
  writeFileSync(`${path}.part`, JSON.stringify(report))
  renameSync(`${path}.part`, path)
}
