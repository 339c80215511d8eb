// What a worker lends a hook in place of what only a process has: its working directory, its exit, and somebody who
// hears the errors that nobody caught. What else is the process's own is kept from it (guard.ts).

export type ProcessOverrides = {
  /** The working directory of the call that asks. */
  readonly cwd: () => string
  /** Hears that a hook has called `process.exit`; the thread ends right after. */
  readonly exiting: (code: string) => void
  readonly uncaught: (error: unknown) => void
}

/** From now on hooks of this thread get these instead of the process's own. */
export function overrideProcess({ cwd, exiting, uncaught }: ProcessOverrides): void {
  process.on('uncaughtException', uncaught)
  process.on('unhandledRejection', uncaught)
  process.cwd = cwd
  const { exit } = process
  process.exit = (code) => {
    exiting(code === undefined || code === null ? '' : String(code))
    return exit(code)
  }
}
