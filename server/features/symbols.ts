// textDocument/documentSymbol and workspace/symbol: hooks with their handlers and events, cases, events of recordings.

import { basename } from 'node:path'
import {
  type DocumentSymbol,
  type DocumentSymbolParams,
  type SymbolInformation,
  SymbolKind,
  type WorkspaceSymbol,
  type WorkspaceSymbolParams,
} from 'vscode-languageserver'
import type { Range } from '../../runtime/contract/problems.ts'
import type { View } from '../../runtime/project/view.ts'
import type { Feature } from '../feature.ts'
import { configurationSymbols } from './configuration/outlineSymbols.ts'
import { type FileSymbol, symbolsOf } from './symbolsOf.ts'

/** The outline of a file, and symbols across the workspace. */
export const symbols: Feature = {
  capabilities: ({ textDocument }) => ({
    documentSymbolProvider:
      textDocument?.documentSymbol?.labelSupport === true ? { label: 'Hookbench' } : true,
    workspaceSymbolProvider: true,
  }),
  register(connection, context) {
    const nests = context.client.textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true
    connection.onDocumentSymbol(
      context.answers('document symbols', async ({ textDocument }: DocumentSymbolParams, token) => {
        const place = await context.placeOf(textDocument.uri, token)
        if (place === undefined) return null
        const found = await allSymbols(place.view)
        return nests
          ? found.map((symbol) => documentSymbol(symbol, place.positions.range))
          : found.flatMap((symbol) => flat(symbol, textDocument.uri, place.positions.range))
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
              found.push(
                ...matching(
                  await allSymbols(view),
                  view,
                  query,
                  context.uriOf(path),
                  context.positions(view).range,
                ),
              )
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

// For clients without hierarchical symbols: a list with the container of each.
function flat(
  { name, kind, range, children }: FileSymbol,
  uri: string,
  toLines: ToLines,
  containerName?: string,
): readonly SymbolInformation[] {
  const inner = containerName === undefined ? {} : { containerName }
  return [
    { name, kind: KINDS[kind], location: { uri, range: toLines(range) }, ...inner },
    ...children.flatMap((child) => flat(child, uri, toLines, name)),
  ]
}

async function allSymbols(view: View): Promise<readonly FileSymbol[]> {
  return view.role.kind === 'configuration' ? configurationSymbols(view) : symbolsOf(view)
}

function matching(
  symbols: readonly FileSymbol[],
  view: View,
  query: string,
  uri: string,
  toLines: ToLines,
): readonly WorkspaceSymbol[] {
  const all = symbols.flatMap((symbol) => [symbol, ...symbol.children])
  return all
    .filter(({ name }) => isSubsequence(query.toLowerCase(), name.toLowerCase()))
    .map(({ name, kind, selection }) => ({
      name,
      kind: KINDS[kind],
      location: { uri, range: toLines(selection) },
      containerName: basename(view.path),
    }))
}

// Matches as editors do: all letters of the query, in order.
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
