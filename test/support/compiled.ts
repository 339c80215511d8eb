// What lets a Node.js process that a test starts read compiled modules from the cache of this test run
// (`scripts/test.ts`). An option and no environment variable: the programs that this process starts inherit nothing.

/** Options for `node`; empty where the test was not started by `scripts/test.ts`. */
export const COMPILED: readonly string[] = process.execArgv.filter((one) =>
  one.startsWith('--import=data:text/javascript,'),
)
