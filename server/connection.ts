// Connects the server process to an editor: over standard streams, a socket, a pipe or Node IPC. The process exits on
// the editor's `exit`, when the streams close, or when the editor is gone; it survives uncaught errors.

import { setFlagsFromString } from 'node:v8'
import { type Connection, createConnection as connect, ProposedFeatures } from 'vscode-languageserver/node'
import { wholeMessages } from './wholeMessages.ts'

// V8 allocates in the old generation what outlived a few minor collections. The view of a version, which is replaced with
// the next keystroke, then keeps later views alive until a full collection, and each minor one takes twenty times as long.
const KEEP_YOUNG = '--no-allocation-site-pretenuring'

/** Connects over the given streams, or as the process's arguments specify. */
export function createConnection(input?: NodeJS.ReadableStream, output?: NodeJS.WritableStream): Connection {
  setFlagsFromString(KEEP_YOUNG)
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

// Uncaught errors become a line in the client's log: a single bug must not cost the editor its server.
function surviving(connection: Connection): void {
  const say = (error: unknown) => {
    // The client is gone.
    if ((error as NodeJS.ErrnoException | undefined)?.code === 'EPIPE') process.exit(1)
    const what = (error instanceof Error && error.stack) || String(error)
    connection.console.error(`internal error of Hookbench: ${what}`)
  }
  process.on('unhandledRejection', say)
  process.on('uncaughtException', say)
}
