// The report of a suite run inside the editor: one entry per test, written to a file by the suite and read by the
// script that started the editor.

export type TestResult = {
  readonly title: string
  readonly state: 'passed' | 'failed' | 'skipped'
  readonly ms: number
  /** Error message and stack. */
  readonly error?: string
}

export type SuiteReport = {
  readonly tests: readonly TestResult[]
  /** Durations measured by a suite, in milliseconds. */
  readonly measured?: Readonly<Record<string, number>>
  /** Set if the suite itself broke. */
  readonly fault?: string
}

/** Environment variables that tell the suite what to run and where to write; it runs in another process. */
export const VARIABLES = {
  report: 'HOOKBENCH_EDITOR_REPORT',
  driver: 'HOOKBENCH_EDITOR_DRIVER',
  only: 'HOOKBENCH_EDITOR_ONLY',
} as const

/** Path of the partial report while the suite runs, with the tests that have ended. */
export const soFar = (report: string): string => `${report}.so-far`

/** Numbers of passed and failed tests; a broken suite counts as one failure. */
export function counts({ tests, fault }: SuiteReport): { readonly passed: number; readonly failed: number } {
  const of = (state: TestResult['state']) => tests.filter((one) => one.state === state).length
  return { passed: of('passed'), failed: of('failed') + (fault === undefined ? 0 : 1) }
}

/** The report as lines for a terminal. */
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
