// Asks the client to refresh what has become stale, for the features it can refresh, at most a few times a second.

import {
  type ClientCapabilities,
  CodeLensRefreshRequest,
  type Connection,
  DiagnosticRefreshRequest,
  InlayHintRefreshRequest,
} from 'vscode-languageserver'

export type Refreshing = { soon(): void; close(): void }

const PAUSE_MS = 100

/** Refreshes lenses, hints and diagnostics, as far as the client supports it. */
export function openRefreshing(connection: Connection, { workspace }: ClientCapabilities): Refreshing {
  const requests = [
    ...(workspace?.diagnostics?.refreshSupport === true ? [DiagnosticRefreshRequest.type] : []),
    ...(workspace?.codeLens?.refreshSupport === true ? [CodeLensRefreshRequest.type] : []),
    ...(workspace?.inlayHint?.refreshSupport === true ? [InlayHintRefreshRequest.type] : []),
  ]
  let waiting: NodeJS.Timeout | undefined
  return {
    soon() {
      waiting ??= setTimeout(() => {
        waiting = undefined
        // A failed refresh is the client's concern, or the client is gone.
        for (const request of requests) connection.sendRequest(request.method).catch(() => {})
      }, PAUSE_MS)
    },
    close() {
      clearTimeout(waiting)
    },
  }
}
