// textDocument/completion and its resolve request; documentation is added when an item is resolved. Items have no
// commit characters, so that typing on never inserts another name.

import type {
  ClientCapabilities,
  CompletionItem,
  CompletionList,
  CompletionParams,
  InsertReplaceEdit,
  TextEdit,
} from 'vscode-languageserver'
import { CompletionItemKind, InsertTextFormat } from 'vscode-languageserver'
import { defined } from '../../runtime/contract/defined.ts'
import { disk, failed } from '../../runtime/discovery/disk.ts'
import type { Feature, FeaturePlace, ServerContext } from '../feature.ts'
import { complete } from './completion/complete.ts'
import type { FolderItem, Item } from './completion/item.ts'
import { shown } from './text.ts'

/** Completion at spots, by types, and of whole hooks. */
export const completion: Feature = {
  capabilities: () => ({
    completionProvider: {
      triggerCharacters: ['.', '"', "'", '`', '[', '{', ':', ' ', '|', '$', '/'],
      resolveProvider: true,
    },
  }),
  register(connection, context) {
    let list = 0
    let latest: readonly Item[] = []
    connection.onCompletion(
      context.answers('completion', async ({ textDocument, position }: CompletionParams, token) => {
        const place = await context.placeOf(textDocument.uri, token)
        if (place === undefined) return null
        const offset = place.positions.offset(position)
        const items = await complete(place.view, offset, {
          hooks: () => place.project.hooks(),
          settings: place.project.settings,
          variables: Object.keys(process.env),
          root: place.project.root,
          home: place.project.home,
          list: folderItems,
          schemas: context.options?.schemas === true,
        })
        if (token.isCancellationRequested) return null
        list++
        latest = items
        context.completions.emit('answered', textDocument.uri)
        return listOf(items, place, offset, abilitiesOf(context.client), list)
      }),
    )
    connection.onCompletionResolve(
      context.answers('completion resolve', (item: CompletionItem) => {
        const { data } = item
        const known = isData(data) && data.list === list ? latest[data.at] : undefined
        const documentation = known?.documentation?.()
        if (documentation === undefined) return item
        return { ...item, documentation: shown(documentation, formatsOf(context)) }
      }),
    )
  },
}

/** Most names listed per folder. */
const MOST_NAMES = 500

function folderItems(folder: string): readonly FolderItem[] {
  const found = disk.list(folder)
  if (failed(found)) return []
  return found
    .flatMap(({ name, kind }): readonly FolderItem[] =>
      kind === 'file' || kind === 'folder' ? [{ name, kind }] : [],
    )
    .slice(0, MOST_NAMES)
}

/** The client's support for item features. */
type Abilities = {
  readonly snippets: boolean
  readonly insertReplace: boolean
  readonly defaults: readonly string[]
}

function listOf(
  items: readonly Item[],
  { positions }: FeaturePlace,
  offset: number,
  can: Abilities,
  list: number,
): CompletionList {
  const [first] = items
  const shared =
    first !== undefined &&
    items.every(({ range }) => range.start === first.range.start && range.end === first.range.end)
  const byDefault = shared && can.defaults.includes('editRange')
  return {
    isIncomplete: false,
    ...(byDefault ? { itemDefaults: { editRange: editRange(first) } } : {}),
    items: items.map((item, at) => itemOf(item, at)),
  }

  function itemOf(item: Item, at: number): CompletionItem {
    const isSnippet = item.snippet !== undefined && can.snippets
    const text = isSnippet ? (item.snippet as string) : item.insert
    return {
      label: item.label,
      kind: KINDS[item.kind],
      ...defined({ detail: item.detail }),
      ...(item.filter === item.label ? {} : { filterText: item.filter }),
      // Keeps the contract's order, which is more useful than the alphabetical one.
      sortText: `${item.rank}${String(at).padStart(4, '0')}`,
      ...(isSnippet ? { insertTextFormat: InsertTextFormat.Snippet } : {}),
      ...(byDefault ? (text === item.label ? {} : { textEditText: text }) : { textEdit: edit(item, text) }),
      ...(item.clears === undefined
        ? {}
        : { additionalTextEdits: [{ range: positions.range(item.clears), newText: '' }] }),
      data: { list, at },
    }
  }

  function edit(item: Item, newText: string): TextEdit | InsertReplaceEdit {
    const range = editRange(item)
    return 'insert' in range ? { newText, ...range } : { newText, range }
  }

  // Insert mode keeps the text after the cursor; if there is none, both ranges are equal.
  function editRange({ range, insert }: Item) {
    const whole = positions.range(range)
    if (!can.insertReplace || offset <= range.start || offset >= range.end || insert.includes('\n'))
      return whole
    return { insert: positions.range({ start: range.start, end: offset }), replace: whole }
  }
}

function abilitiesOf({ textDocument }: ClientCapabilities): Abilities {
  const item = textDocument?.completion?.completionItem
  return {
    snippets: item?.snippetSupport === true,
    insertReplace: item?.insertReplaceSupport === true,
    defaults: textDocument?.completion?.completionList?.itemDefaults ?? [],
  }
}

function formatsOf({ client }: ServerContext) {
  return client.textDocument?.completion?.completionItem?.documentationFormat
}

function isData(data: unknown): data is { readonly list: number; readonly at: number } {
  return typeof data === 'object' && data !== null && 'list' in data && 'at' in data
}

const KINDS: Readonly<Record<Item['kind'], CompletionItemKind>> = {
  event: CompletionItemKind.Event,
  field: CompletionItemKind.Field,
  method: CompletionItemKind.Method,
  value: CompletionItemKind.Value,
  hook: CompletionItemKind.Reference,
  variable: CompletionItemKind.Variable,
  file: CompletionItemKind.File,
  folder: CompletionItemKind.Folder,
  'whole-hook': CompletionItemKind.Snippet,
}
