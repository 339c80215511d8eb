// Registers requests for files that hooks use outside the places of hooks: scripts that entries run, and imports.
// Needed for clients that send only files in known places; repeated when a lookup finds other files. Lenses and
// diagnostics are not included: such a client requests those by other means.

import {
  BulkRegistration,
  type BulkUnregistration,
  type ClientCapabilities,
  CodeActionRequest,
  CompletionRequest,
  type Connection,
  DefinitionRequest,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  DocumentLinkRequest,
  DocumentSymbolRequest,
  HoverRequest,
  InlayHintRequest,
  ReferencesRequest,
  RegistrationType,
  RenameRequest,
  type ServerCapabilities,
  TextDocumentSyncKind,
} from 'vscode-languageserver'
import type { ClientOptions } from './feature.ts'
import { literal } from './watchingParts.ts'

/** Most files registered; more are unlikely to be edited. */
const MOST_FILES = 500

/** Returns a function to call with all such files, whenever they may have changed. */
export function openPartsRegistration(
  connection: Connection,
  client: ClientCapabilities,
  options: ClientOptions,
): (files: readonly string[], offered: ServerCapabilities) => Promise<void> {
  let registered = ''
  let before: Promise<BulkUnregistration> | undefined
  const able =
    options.placesOnly === true && client.textDocument?.synchronization?.dynamicRegistration === true
  return async (files, offered) => {
    const wanted = [...new Set(files)].sort().slice(0, MOST_FILES)
    if (!able || wanted.join('\n') === registered) return
    registered = wanted.join('\n')
    const last = before
    before = wanted.length === 0 ? undefined : connection.client.register(requestsFor(wanted, offered))
    await before
    ;(await last)?.dispose()
  }
}

function requestsFor(files: readonly string[], offered: ServerCapabilities): BulkRegistration {
  const documentSelector = files.map((path) => ({
    scheme: 'file',
    pattern: literal(path.replaceAll('\\', '/')),
  }))
  const all = BulkRegistration.create()
  const own = { documentSelector }
  all.add(DidOpenTextDocumentNotification.type, own)
  all.add(DidChangeTextDocumentNotification.type, { ...own, syncKind: TextDocumentSyncKind.Incremental })
  all.add(DidSaveTextDocumentNotification.type, { ...own, includeText: false })
  all.add(DidCloseTextDocumentNotification.type, own)
  for (const [type, provider] of [
    [CompletionRequest.type, offered.completionProvider],
    [HoverRequest.type, offered.hoverProvider],
    [CodeActionRequest.type, offered.codeActionProvider],
    [InlayHintRequest.type, offered.inlayHintProvider],
    [DefinitionRequest.type, offered.definitionProvider],
    [ReferencesRequest.type, offered.referencesProvider],
    [DocumentLinkRequest.type, offered.documentLinkProvider],
    [DocumentSymbolRequest.type, offered.documentSymbolProvider],
    [RenameRequest.type, offered.renameProvider],
  ] as const)
    if (provider !== undefined && provider !== false)
      all.add(new RegistrationType<object>(type.method), {
        ...(typeof provider === 'object' ? provider : {}),
        ...own,
      })
  return all
}
