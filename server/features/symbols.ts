// textDocument/documentSymbol and workspace/symbol: hooks, their handlers and events; cases; the events of recordings.

import { basename } from 'node:path'
import {
  type DocumentSymbol,
  type DocumentSymbolParams,
  SymbolKind,
  type WorkspaceSymbol,
  type WorkspaceSymbolParams,
} from 'vscode-languageserver'
import type { Range } from '../../runtime/contract/problems.ts'
import type { Feature } from '../feature.ts'
import type { View } from '../project/view.ts'
import { type FileSymbol, symbolsOf } from './symbolsOf.ts'

/** The outline of a file, and names across the workspace. */
export const symbols: Feature = {
  capabilities: () => ({ documentSymbolProvider: { label: 'Hookbench' }, workspaceSymbolProvider: true }),
  register(connection, context) {
    connection.onDocumentSymbol(
      context.answers('document symbols', async ({ textDocument }: DocumentSymbolParams, token) => {
        const place = await context.placeOf(textDocument.uri, token)
        if (place === undefined) return null
        return symbolsOf(place.view).map((symbol) => documentSymbol(symbol, place.positions.range))
      }),
    )
    connection.onWorkspaceSymbol(
      context.answers('workspace symbols', async ({ query }: WorkspaceSymbolParams, token) => {
        const found: WorkspaceSymbol[] = []
        for (const project of context.projects()) {
          for (const path of await project.files()) {
            if (token.isCancellationRequested) return null
            const view = await project.view(path)
            if (view !== undefined)
              found.push(...matching(view, query, context.uriOf(path), context.positions(view).range))
            if (found.length >= MOST) return found.slice(0, MOST)
          }
        }
        return found
      }),
    )
  },
}

const MOST = 500

type ToLines = (range: Range) => DocumentSymbol['range']

function documentSymbol(
  { name, detail, kind, range, selection, children }: FileSymbol,
  toLines: ToLines,
): DocumentSymbol {
  return {
    name,
    detail,
    kind: KINDS[kind],
    range: toLines(range),
    selectionRange: toLines(selection),
    children: children.map((child) => documentSymbol(child, toLines)),
  }
}

function matching(view: View, query: string, uri: string, toLines: ToLines): readonly WorkspaceSymbol[] {
  const all = symbolsOf(view).flatMap((symbol) => [symbol, ...symbol.children])
  return all
    .filter(({ name }) => isSubsequence(query.toLowerCase(), name.toLowerCase()))
    .map(({ name, kind, selection }) => ({
      name,
      kind: KINDS[kind],
      location: { uri, range: toLines(selection) },
      containerName: basename(view.path),
    }))
}

// As editors match: every letter of the query, in order.
function isSubsequence(query: string, name: string): boolean {
  let at = 0
  for (const letter of name) if (letter === query[at]) at++
  return at === query.length
}

const KINDS: Readonly<Record<FileSymbol['kind'], SymbolKind>> = {
  hook: SymbolKind.Class,
  handler: SymbolKind.Event,
  case: SymbolKind.Object,
  event: SymbolKind.Event,
}
