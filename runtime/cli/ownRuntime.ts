// A hook server in this process with one client: requests of an agent take the same path as those of any other client,
// with the same checks and messages.

import { PassThrough } from 'node:stream'
import {
  CancellationTokenSource,
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node'
import { BadRequest } from '../replay/set.ts'
import { openServer } from '../sessions/server.ts'
import type { ToolRuntime } from '../tools/tool.ts'
import { openWorkspace } from '../workspace/open.ts'
import type { OpenOptions } from '../workspace/workspace.ts'
import { verbMethods } from './methods.ts'
import { printError } from './print.ts'
import { UsageError } from './usage.ts'

export type OwnRuntime = {
  /** The runtime of the folder. Aborting `signal` cancels its requests. */
  asking(signal: AbortSignal): ToolRuntime
  close(): Promise<void>
}

/** Opens the server; it reads the disk on each request, so edits are always included. */
export async function openOwnRuntime(open: OpenOptions): Promise<OwnRuntime> {
  const server = await openServer({
    root: open.root,
    open: (root) => openWorkspace({ ...open, root, watch: false }),
    verbs: verbMethods(open),
    records: false,
    isRefusal: (error) => error instanceof UsageError || error instanceof BadRequest,
    say: printError,
  })
  const [to, from] = [new PassThrough(), new PassThrough()]
  server.attach(to, from)
  const connection = createMessageConnection(new StreamMessageReader(from), new StreamMessageWriter(to))
  connection.listen()

  return {
    asking: (signal) => ({
      root: open.root,
      async ask(method, params) {
        if (method === 'list' || method === 'explain') await request('reload', {}, signal)
        return request(method, params, signal)
      },
    }),
    async close() {
      connection.dispose()
      to.end()
      await server.close()
    },
  }

  async function request<T>(method: string, params: object, signal: AbortSignal): Promise<T> {
    const source = new CancellationTokenSource()
    const cancel = () => source.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    if (signal.aborted) cancel()
    try {
      return await connection.sendRequest<T>(method, params, source.token)
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }
}
