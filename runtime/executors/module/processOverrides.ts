// Replaces process-wide functions for the hooks in a worker: the working directory, exit, and handlers for uncaught
// errors. guard.ts blocks the other process-wide functions.

export type ProcessOverrides = {
  /** The working directory of the current call. */
  readonly cwd: () => string
  /** Called when a hook calls `process.exit`; the thread ends right after. */
  readonly exiting: (code: string) => void
  readonly uncaught: (error: unknown) => void
}

/** Installs the replacements for all hooks of this thread. */
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
