// A row of the recall table, as far as it can be played to a real program, and the files it consists of.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type RowFiles = Readonly<Record<string, string | { readonly text: string; readonly mode: string }>>

export type RecallRow = {
  readonly id: string
  readonly rule: string
  readonly host: string
  readonly files: RowFiles
  /** The finding expected, the file, and the text of its line; absent in a clean row. */
  readonly finds?: { readonly code: string; readonly in: string; readonly at: string }
  readonly cites: string
}

/** All rows of the table in a folder. */
export function readRows(folder: string): readonly RecallRow[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as RecallRow)
}

export const textOf = (file: RowFiles[string]) => (typeof file === 'string' ? file : file.text)
