// A row of the recall table, as far as a real program can be put to it, and the files it has on a disk.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type RowFiles = Readonly<Record<string, string | { readonly text: string; readonly mode: string }>>

export type RecallRow = {
  readonly id: string
  readonly rule: string
  readonly host: string
  readonly files: RowFiles
  /** What has to be found, in which file, and on the line of which text; absent in a clean row. */
  readonly finds?: { readonly code: string; readonly in: string; readonly at: string }
  readonly cites: string
}

/** All rows of the table in this folder. */
export function readRows(folder: string): readonly RecallRow[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as RecallRow)
}

export const textOf = (file: RowFiles[string]) => (typeof file === 'string' ? file : file.text)
