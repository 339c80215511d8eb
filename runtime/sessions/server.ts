// The hook server: any number of clients on one set of open workspaces. It opens no socket
// and no terminal; the caller attaches pairs of streams.

import type { Readable, Writable } from 'node:stream'
import type { Step } from '../contract/outcome.ts'
import { version } from '../version.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { type Client, PROTOCOL_VERSION, serveClient } from './client.ts'
import type { IsRefusal } from './errors.ts'
import type { Caller, Methods } from './method.ts'
import { sessionMethods } from './sessionMethods.ts'
import { openSessions } from './sessions.ts'
import { openWorkspaces } from './workspaces.ts'

export type HookServerOptions = {
  /** The workspace folder; an absolute path. */
  readonly root: string
  readonly open: (root: string) => Promise<Workspace>
  /** The verbs of the command line as methods. */
  readonly verbs: Methods
  /** Whether sessions are recorded unless their start says otherwise. */
  readonly records: boolean
  readonly isRefusal: IsRefusal
  /** Receives one-line messages for the user: internal errors, recordings that ended early. */
  readonly say: (line: string) => void
}

export type Server = {
  /** Serves a client until it disconnects. `accepts` checks the session token; without it the client is trusted. */
  attach(input: Readable, output: Writable, accepts?: (token: string) => boolean): Client
  /** Current numbers, for tests and for callers that wait for the server to become idle. */
  readonly counts: { readonly clients: number; readonly sessions: number }
  /** Settles when the last client has disconnected and its sessions have ended. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** Opens a server and its own workspace, so that the first firing need not wait for it. */
export async function openServer(options: HookServerOptions): Promise<Server> {
  const clients = new Set<Client>()
  const leaving = new Set<Promise<void>>()
  let waiting: (() => void)[] = []
  const sessions = openSessions({ onStep, say: options.say })
  const workspaces = openWorkspaces({ root: options.root, open: options.open, opened })
  const methods: Methods = {
    ...options.verbs,
    ...sessionMethods({ sessions, workspaces, records: options.records }),
  }
  const own = await workspaces.take(undefined)

  return {
    attach,
    get counts() {
      return { clients: clients.size, sessions: sessions.count }
    },
    idle,
    async close() {
      for (const client of clients) client.close()
      await idle()
      await own.release()
      await workspaces.close()
    },
  }

  function attach(input: Readable, output: Writable, accepts?: (token: string) => boolean): Client {
    const client = serveClient({
      input,
      output,
      methods,
      accepts,
      caller,
      greeting: {
        protocolVersion: PROTOCOL_VERSION,
        hookbench: version,
        workspace: options.root,
        methods: Object.keys(methods).sort(),
      },
      isRefusal: options.isRefusal,
      fault: (error) =>
        options.say(`internal error of the server: ${error instanceof Error ? error.stack : error}`),
      gone: (left) => {
        clients.delete(left)
        const ending = sessions.endAll(left).finally(() => {
          leaving.delete(ending)
          if (!isIdle()) return
          for (const go of waiting) go()
          waiting = []
        })
        leaving.add(ending)
      },
    })
    clients.add(client)
    return client
  }

  function opened(workspace: Workspace): void {
    sessions.hear(workspace)
    workspace.onReload(() => {
      const { root, problems } = workspace
      for (const client of clients) {
        client.news('reloaded', { workspace: root, hooks: workspace.list().length, problems })
      }
    })
  }

  function caller(client: Client, signal: AbortSignal): Caller {
    return {
      connection: client,
      signal,
      gone: client.gone,
      notify: client.notify,
      root: workspaces.root,
      async within(named, use) {
        const { workspace, release } = await workspaces.take(named)
        try {
          return await use(workspace)
        } finally {
          await release()
        }
      },
    }
  }

  function isIdle(): boolean {
    return clients.size === 0 && leaving.size === 0
  }

  async function idle(): Promise<void> {
    if (!isIdle()) await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function onStep(session: string | undefined, step: Step): void {
    for (const client of clients) client.step(session, step)
  }
}
