// A hook server in this process on a socket in a temporary folder, and clients connected to it.

import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node'
import { verbMethods } from '../../runtime/cli/methods.ts'
import { UsageError } from '../../runtime/cli/usage.ts'
import { BadRequest } from '../../runtime/replay/set.ts'
import { openServer, type Server } from '../../runtime/sessions/server.ts'
import { type Listening, listen } from '../../runtime/sessions/socket.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import type { OpenOptions, Workspace } from '../../runtime/workspace/workspace.ts'
import { type Tree, writeTree } from './tree.ts'

export type HookServer = {
  readonly tree: Tree
  readonly root: string
  readonly socket: string
  readonly token: string
  readonly server: Server
  readonly listening: Listening
  readonly workspaces: readonly Workspace[]
  /** The messages that the server logged for a person. */
  readonly logged: readonly string[]
  /** A client that has presented the token. */
  dial(): Promise<RpcClient>
}

export type RpcClient = {
  readonly socket: Socket
  readonly connection: MessageConnection
  call<T = Record<string, unknown>>(method: string, params?: object): Promise<T>
  /** The error of a request that is expected to fail. */
  fails(method: string, params?: object): Promise<{ readonly code: number; readonly message: string }>
  close(): Promise<void>
}

export type HookServerOptions = Partial<OpenOptions> & { readonly records?: boolean }

/** Serves a workspace made of these files (`/ws`, `/home`); everything is removed when the test ends. */
export async function startServer(
  t: Pick<TestContext, 'after'>,
  files: string,
  { records = false, ...options }: HookServerOptions = {},
): Promise<HookServer> {
  const tree = writeTree(`//- /ws/\n//- /home/\n${files}`)
  const root = tree.at('ws')
  const open: OpenOptions = { root, home: tree.at('home'), trust: 'workspace', ...options }
  const workspaces: Workspace[] = []
  const logged: string[] = []
  const server = await openServer({
    root,
    async open(folder) {
      const workspace = await openWorkspace({ ...open, root: folder })
      workspaces.push(workspace)
      return workspace
    },
    verbs: verbMethods(open),
    records,
    isRefusal: (error) => error instanceof UsageError || error instanceof BadRequest,
    say: (line) => logged.push(line),
  })
  const socket = join(tree.folder, 'run', 's')
  const listening = await listen(server, { socket })
  const token = readFileSync(listening.tokenFile, 'utf8').trim()
  const clients: RpcClient[] = []
  t.after(async () => {
    await Promise.all(clients.map((client) => client.close()))
    listening.stop()
    await server.close()
    tree.remove()
  })
  return {
    tree,
    root,
    socket,
    token,
    server,
    listening,
    workspaces,
    logged,
    async dial() {
      const client = await dialRaw(socket)
      clients.push(client)
      await client.call('initialize', { token, protocolVersion: 1 })
      return client
    },
  }
}

/** A client that has not sent anything yet. */
export async function dialRaw(path: string): Promise<RpcClient> {
  const socket = connect(path)
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  const connection = createMessageConnection(new StreamMessageReader(socket), new StreamMessageWriter(socket))
  connection.onError(() => {})
  connection.listen()
  socket.on('error', () => {})
  return {
    socket,
    connection,
    call: (method, params = {}) => connection.sendRequest(method, params),
    async fails(method, params = {}) {
      try {
        await connection.sendRequest(method, params)
      } catch (error) {
        return error as { code: number; message: string }
      }
      throw new Error(`${method} did not fail`)
    },
    async close() {
      connection.dispose()
      if (socket.destroyed) return
      const closed = new Promise((resolve) => socket.once('close', resolve))
      socket.destroy()
      await closed
    },
  }
}
