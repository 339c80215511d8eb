// What rows of the recall table were seen to do, one line each, beside the table: which row, as it stood then, in which
// version of the program, and what the run showed in a few words.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type RecallRow, readRows } from './row.ts'

export type SeenRow = {
  readonly row: string
  /** The row's files and finding as they were, in short. */
  readonly of: string
  /** The program: `codex 0.169.0`. */
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

/** In the order of the table, without what is no row of it any more. */
export function writeSeen(path: string, table: string, seen: ReadonlyMap<string, SeenRow>): void {
  const lines = readRows(table).flatMap((row) => {
    const one = seen.get(row.id)
    return one?.of === digestOf(row) ? [`${JSON.stringify(one)}\n`] : []
  })
  writeFileSync(path, lines.join(''))
}
