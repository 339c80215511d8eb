// What a run of the suite inside the editor says: one entry per test, written to a file by the suite and read by
// whoever started the editor.

export type TestResult = {
  readonly title: string
  readonly state: 'passed' | 'failed' | 'skipped'
  readonly ms: number
  /** Why it failed, with its stack. */
  readonly error?: string
}

export type SuiteReport = {
  readonly tests: readonly TestResult[]
  /** Figures that a suite took, in milliseconds. */
  readonly measured?: Readonly<Record<string, number>>
  /** Set when the suite itself broke. */
  readonly fault?: string
}

/** How the suite is told what to run and where to write; environment variables, because it runs in another process. */
export const VARIABLES = {
  report: 'HOOKBENCH_EDITOR_REPORT',
  driver: 'HOOKBENCH_EDITOR_DRIVER',
  only: 'HOOKBENCH_EDITOR_ONLY',
} as const

/** Where the report stands while the suite runs: the tests that have ended. */
export const soFar = (report: string): string => `${report}.so-far`

/** How many tests passed and failed; a suite that broke is one failure. */
export function counts({ tests, fault }: SuiteReport): { readonly passed: number; readonly failed: number } {
  const of = (state: TestResult['state']) => tests.filter((one) => one.state === state).length
  return { passed: of('passed'), failed: of('failed') + (fault === undefined ? 0 : 1) }
}

/** The report in lines for a terminal. */
export function reportLines({ tests, fault }: SuiteReport): readonly string[] {
  const signs = { passed: '✓', failed: '✗', skipped: '-' } as const
  return [
    ...tests.flatMap(({ title, state, ms, error }) => [
      `  ${signs[state]} ${title} (${Math.round(ms)} ms)`,
      ...(error === undefined ? [] : error.split('\n').map((line) => `      ${line}`)),
    ]),
    ...(fault === undefined ? [] : [`  ✗ ${fault}`]),
  ]
}
