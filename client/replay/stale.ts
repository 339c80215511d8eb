// Determines whether a hook's texts have changed since its last run, which makes its result stale.

import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import * as vscode from 'vscode'
import { readText } from '../../runtime/files/read.ts'
import type { LastRun } from './lastRun.ts'

/** Largest file that is hashed, in bytes; for larger ones only the modification time is compared. */
const MOST_BYTES = 1024 * 1024
/** Tolerance in milliseconds: file systems round times, and a file may be run immediately after it is written. */
const ROUNDED_MS = 50

/** Digest of the texts as open in the editor or on disk; undefined if one of them cannot be read. */
export function digestOf(paths: readonly string[]): string | undefined {
  const hash = createHash('sha1')
  for (const path of paths) {
    const text = textNow(path)
    if (text === undefined) return undefined
    hash.update(`${text.length} `).update(text)
  }
  return paths.length === 0 ? undefined : hash.digest('base64')
}

/** True if one of the files has changed since the run. */
export function editedSince(
  paths: readonly string[],
  { at, digest }: Pick<LastRun, 'at' | 'digest'>,
): boolean {
  if (digest !== undefined) return digestOf(paths) !== digest
  return paths.some((path) => opened(path)?.isDirty === true || writtenAt(path) > at + ROUNDED_MS)
}

// The editor strips the byte order mark and normalizes line endings.
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
