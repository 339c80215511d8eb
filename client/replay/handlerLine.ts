// Finds the line of a hook's handler: from the language server's code lenses, or else by searching the text for the
// names that the handler must have.

import * as vscode from 'vscode'
import type { EntryInfo } from '../api.ts'
import type { HookTarget } from '../commandArgument.ts'
import { partOf } from '../hooks/tree.ts'
import type { HookRow } from '../protocol.ts'
import { searchedLine } from './searchedLine.ts'

/** The line, from 0; undefined if it is unknown. */
export async function handlerLine(
  document: vscode.TextDocument,
  hook: HookRow,
  event: string | undefined,
): Promise<number | undefined> {
  if (hook.entry !== undefined && document.uri.fsPath === hook.path) return entryLineIn(document, hook.entry)
  const lenses = await lensesOf(document.uri)
  const part = partOf(hook)
  const own = lenses.filter(({ target }) => target.part === undefined || target.part === part)
  const exact = own.find(({ target }) => event !== undefined && target.event === event)
  const line = (exact ?? own[0])?.line
  // A script that an entry runs does not name its event.
  return line ?? (hook.entry === undefined ? searchedLine(document.getText(), part, event) : undefined)
}

async function lensesOf(
  uri: vscode.Uri,
): Promise<readonly { readonly target: HookTarget; readonly line: number }[]> {
  try {
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      uri,
      100,
    )
    return lenses.flatMap(({ command, range }) =>
      command?.command === 'hookbench.replay'
        ? [{ target: command.arguments?.[0] as HookTarget, line: range.start.line }]
        : [],
    )
  } catch {
    return []
  }
}

// The entry's line in its file. Frontmatter is not JSON; there the entry's command is searched for.
async function entryLineIn(document: vscode.TextDocument, { at, runs }: EntryInfo): Promise<number> {
  const { findNodeAtLocation, parseTree } = await import('jsonc-parser')
  const text = document.getText()
  const root = text.trimStart().startsWith('{') ? parseTree(text) : undefined
  const node = root === undefined ? undefined : findNodeAtLocation(root, [...at])
  if (node !== undefined) return document.positionAt(node.offset).line
  const line = text.split('\n').findIndex((one) => one.includes(runs))
  return Math.max(line, 0)
}
