// The file of observed rows beside the recall table, one line each: the row and its digest, the version of the program,
// and a summary of what the run showed.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type RecallRow, readRows } from './row.ts'

export type SeenRow = {
  readonly row: string
  /** Digest of the row's files and finding. */
  readonly of: string
  /** Name and version of the program: `codex 0.169.0`. */
  readonly by: string
  readonly shows: string
}

export const digestOf = ({ files, finds }: RecallRow): string =>
  createHash('sha256')
    .update(JSON.stringify([files, finds?.code, finds?.at]))
    .digest('hex')
    .slice(0, 8)

export const readSeen = (path: string): readonly SeenRow[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as SeenRow)
    : []

/** Sorted as in the table, without rows that were removed or changed. */
export function writeSeen(path: string, table: string, seen: ReadonlyMap<string, SeenRow>): void {
  const lines = readRows(table).flatMap((row) => {
    const one = seen.get(row.id)
    return one?.of === digestOf(row) ? [`${JSON.stringify(one)}\n`] : []
  })
  writeFileSync(path, lines.join(''))
}
