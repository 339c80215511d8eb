// What no request has caught becomes a line in the client's log: an editor must not lose its server to one mistake.

import type { Connection } from 'vscode-languageserver'

/** Says faults that nobody caught, and goes on. */
export function surviving(connection: Connection): void {
  const say = (error: unknown) => {
    // Nobody is there to tell.
    if ((error as NodeJS.ErrnoException | undefined)?.code === 'EPIPE') process.exit(1)
    const what = (error instanceof Error && error.stack) || String(error)
    connection.console.error(`a fault of Hookbench: ${what}`)
  }
  process.on('unhandledRejection', say)
  process.on('uncaughtException', say)
}
