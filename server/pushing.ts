// Findings sent unasked, to a client that cannot ask for them: of open files, always of their newest text, and taken
// back when a file is closed.

import { setImmediate } from 'node:timers/promises'
import type { Connection } from 'vscode-languageserver'
import { diagnosticOf, findingsInTime } from './diagnostics.ts'
import type { ServerContext } from './feature.ts'
import { positionsOf } from './positions.ts'

export type Pushing = {
  /** The text of a file changed, or everything around it. */
  changed(uri: string): void
  /** The file is closed: what was said about it is taken back. */
  closed(uri: string): void
  close(): void
}

/** So long after a keystroke findings are sent to a client that does not ask. */
const PAUSE_MS = 120

/** Sends findings of open files, always of their newest text. */
export function openPushing(connection: Connection, context: ServerContext): Pushing {
  const waiting = new Map<string, NodeJS.Timeout>()
  let turn = Promise.resolve()
  const published = new Set<string>()
  return {
    changed(uri) {
      clearTimeout(waiting.get(uri))
      waiting.set(
        uri,
        setTimeout(() => {
          const mine = waiting.get(uri)
          // One file after the other: of thousands that are opened at once none keeps a request waiting.
          turn = turn.then(() => setImmediate())
          const sent = turn.then(() => send(uri, () => waiting.get(uri) === mine))
          sent.catch((error: unknown) =>
            context.say('error', `diagnostics of ${uri} failed: ${(error as Error).stack ?? error}`),
          )
        }, PAUSE_MS),
      )
    },
    closed(uri) {
      clearTimeout(waiting.get(uri))
      waiting.delete(uri)
      if (published.delete(uri)) void connection.sendDiagnostics({ uri, diagnostics: [] })
    },
    close() {
      for (const timer of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }

  async function send(uri: string, isNewest: () => boolean): Promise<void> {
    const project = context.projectOf(uri)
    const path = context.pathOf(uri)
    const view = path === undefined ? undefined : await project?.view(path)
    const isOurs = path !== undefined && (view !== undefined || project?.isAmongHooks(path) === true)
    // Most files are none of ours, and nobody needs to hear of them.
    if (!isOurs && !published.has(uri)) return
    const found = isOurs && project !== undefined ? await findingsInTime(path, view, project, context) : []
    if (!isNewest() || (view === undefined && found.length === 0 && !published.has(uri))) return
    published.add(uri)
    const positions = positionsOf(view ?? { text: '' })
    await connection.sendDiagnostics({
      uri,
      diagnostics: found.map((one) => diagnosticOf(one, positions)),
      ...(view === undefined ? {} : { version: view.version }),
    })
  }
}
