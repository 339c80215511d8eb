// Whether what a hook came to is still said of the text that stands there: an edit makes it history.

import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import * as vscode from 'vscode'
import { readText } from '../../runtime/files/read.ts'
import type { LastRun } from './lastRun.ts'

/** What is larger is known by the time it was written alone. */
const MOST_BYTES = 1024 * 1024
/** File systems round times, and what wrote a file may have run it at once. */
const ROUNDED_MS = 50

/** What tells these texts from any others, as they are in the editor or on disk; undefined where one cannot be read. */
export function digestOf(paths: readonly string[]): string | undefined {
  const hash = createHash('sha1')
  for (const path of paths) {
    const text = textNow(path)
    if (text === undefined) return undefined
    hash.update(`${text.length} `).update(text)
  }
  return paths.length === 0 ? undefined : hash.digest('base64')
}

/** True where a file says something else than it did when it ran. */
export function editedSince(
  paths: readonly string[],
  { at, digest }: Pick<LastRun, 'at' | 'digest'>,
): boolean {
  if (digest !== undefined) return digestOf(paths) !== digest
  return paths.some((path) => opened(path)?.isDirty === true || writtenAt(path) > at + ROUNDED_MS)
}

// An editor knows no mark at the beginning, and one kind of line end.
function textNow(path: string): string | undefined {
  try {
    const text = opened(path)?.getText() ?? readText(path, MOST_BYTES)
    return text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  } catch {
    return undefined
  }
}

function opened(path: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'file' && uri.fsPath === path)
}

function writtenAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
