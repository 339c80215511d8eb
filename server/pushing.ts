// Pushes findings of open files to a client that cannot request them, always for the newest text, and clears them when
// a file is closed.

import { setImmediate } from 'node:timers/promises'
import type { Connection } from 'vscode-languageserver'
import { diagnosticOf, findingsInTime } from './diagnostics.ts'
import type { ServerContext } from './feature.ts'
import { positionsOf } from './positions.ts'

export type Pushing = {
  /** The text of a file changed, or something that its findings depend on. */
  changed(uri: string): void
  /** The file was closed: clears its findings. */
  closed(uri: string): void
  close(): void
}

/** Debounce after a keystroke, in milliseconds. */
const PAUSE_MS = 120

/** Starts pushing findings of open files. */
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
          // One file after the other: if thousands are opened at once, requests are still answered in between.
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
    // Most files are not ours and have no findings to send.
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
