// Asks a client to ask again when what it was told no longer holds. It asks for what the client said it can ask again,
// at most a few times a second.

import {
  type ClientCapabilities,
  CodeLensRefreshRequest,
  type Connection,
  DiagnosticRefreshRequest,
  InlayHintRefreshRequest,
} from 'vscode-languageserver'

export type Refreshing = { soon(): void; close(): void }

const PAUSE_MS = 100

/** Refreshing of lenses, hints and diagnostics, as far as the client goes along. */
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
        // A client that changes its mind, or is gone, is none of our business.
        for (const request of requests) connection.sendRequest(request.method).catch(() => {})
      }, PAUSE_MS)
    },
    close() {
      clearTimeout(waiting)
    },
  }
}
