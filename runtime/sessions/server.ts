// The hook server: any number of clients over one set of open workspaces. It knows neither sockets nor the terminal;
// whoever has a pair of streams attaches it.

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
  /** The workspace folder, absolute. */
  readonly root: string
  readonly open: (root: string) => Promise<Workspace>
  /** The verbs of the command line, as methods. */
  readonly verbs: Methods
  /** Whether sessions are recorded that do not say. */
  readonly records: boolean
  readonly isRefusal: IsRefusal
  /** Hears, in one line each, what a person should know: our faults, recordings that ended early. */
  readonly say: (line: string) => void
}

export type Server = {
  /** Serves a client until it goes. `accepts` knows the session token; without it the client is known. */
  attach(input: Readable, output: Writable, accepts?: (token: string) => boolean): Client
  /** What there is now: for tests, and for whoever waits for the server to be idle. */
  readonly counts: { readonly clients: number; readonly sessions: number }
  /** Settles when the last client has gone and what it left has ended. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** Opens a server; its own workspace is opened at once, so that the first firing need not wait. */
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
      fault: (error) => options.say(`a fault of the server: ${error instanceof Error ? error.stack : error}`),
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
