// A connection to an editor as a process has it: over standard streams, a socket, a pipe or Node's own channel.
// It ends the process when the editor says so, closes the streams or is gone, and outlives our mistakes.

import { type Connection, createConnection as connect, ProposedFeatures } from 'vscode-languageserver/node'
import { wholeMessages } from './wholeMessages.ts'

/** Connects over these streams, or as the process's own arguments say. */
export function createConnection(input?: NodeJS.ReadableStream, output?: NodeJS.WritableStream): Connection {
  const byStreams = process.argv.includes('--stdio')
  const from = input ?? (byStreams ? process.stdin : undefined)
  const to = output ?? (byStreams ? process.stdout : undefined)
  const connection =
    from === undefined || to === undefined
      ? connect(ProposedFeatures.all)
      : connect(ProposedFeatures.all, from, wholeMessages(to))
  surviving(connection)
  return connection
}

// What no request has caught becomes a line in the client's log: an editor must not lose its server to one mistake.
function surviving(connection: Connection): void {
  const say = (error: unknown) => {
    // Nobody is there to tell.
    if ((error as NodeJS.ErrnoException | undefined)?.code === 'EPIPE') process.exit(1)
    const what = (error instanceof Error && error.stack) || String(error)
    connection.console.error(`a fault of Hookbench: ${what}`)
  }
  process.on('unhandledRejection', say)
  process.on('uncaughtException', say)
}
