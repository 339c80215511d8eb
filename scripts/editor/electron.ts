// `npm run test:electron`: runs the same suites in a downloaded VS Code, on machines that can reach its update server.
// On Linux it requires a display (`xvfb-run`). The last line gives the numbers of passed and failed tests.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTests } from '@vscode/test-electron'
import { makeProduct, type Product, type SuiteName } from './product.ts'
import { counts, reportLines, type SuiteReport, VARIABLES } from './report.ts'
import { editorSettings } from './settings.ts'
import { type EditorStage, opened, prepare, setStage } from './stage.ts'

/** Editor versions to test. */
const VERSIONS = ['stable'] as const

const TITLES = { suite: 'trusted workspace', restricted: 'Restricted Mode', folders: 'several folders' }

/** Command-line arguments of the editor, except for the extension and the suite. */
export function launchArguments(
  stage: Pick<EditorStage, 'folder' | 'workspace' | 'data' | 'extensions'>,
  suite: SuiteName,
): readonly string[] {
  return [
    opened(stage, suite),
    ...['--user-data-dir', stage.data, '--extensions-dir', stage.extensions],
    ...['--disable-extensions', '--disable-telemetry', '--disable-updates', '--disable-crash-reporter'],
    ...['--skip-welcome', '--skip-release-notes', '--disable-gpu'],
    ...(suite === 'restricted' ? [] : ['--disable-workspace-trust']),
  ]
}

/** Options of one run for the test library. */
export function testOptions(product: Product, stage: EditorStage, suite: SuiteName, report: string) {
  return {
    extensionDevelopmentPath: [
      product.extension,
      ...(product.consumer === undefined ? [] : [product.consumer]),
    ],
    extensionTestsPath: product.suite,
    launchArgs: [...launchArguments(stage, suite)],
    extensionTestsEnv: { ...stage.env, [VARIABLES.report]: report, [VARIABLES.only]: `${suite}/` },
  }
}

async function run(product: Product, suite: SuiteName, version: string): Promise<SuiteReport> {
  const stage = setStage(editorSettings('dark', suite))
  const report = join(stage.folder, 'report.json')
  try {
    prepare(stage, suite)
    // A failing suite makes the editor exit with an error; the report has the details.
    const ended = await runTests({ version, ...testOptions(product, stage, suite, report) }).catch(
      (error: Error) => error.message,
    )
    try {
      return JSON.parse(readFileSync(report, 'utf8')) as SuiteReport
    } catch {
      return { tests: [], fault: `the editor ended (${ended}) and the suite gave no report` }
    }
  } finally {
    stage.remove()
  }
}

if (import.meta.main) {
  const product = await makeProduct()
  process.once('exit', product.remove)
  const sum = { passed: 0, failed: 0 }
  for (const version of VERSIONS) {
    for (const suite of ['suite', 'restricted', 'folders'] as const) {
      const report = await run(product, suite, version)
      console.log(`VS Code ${version}, ${TITLES[suite]}:`)
      for (const line of reportLines(report)) console.log(line)
      const { passed, failed } = counts(report)
      sum.passed += passed
      sum.failed += failed
    }
  }
  console.log(`${sum.passed} passed, ${sum.failed} failed`)
  process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1
}
