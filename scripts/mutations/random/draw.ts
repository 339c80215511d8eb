// Draws slips from a room for a seed: files are weighted by their number of possible slips, at most one slip per line.
// The same seed and text yield the same slips. Code that runs only in an editor or in one of its pages is left out: the
// tests that execute it start an editor, which is too slow for each slip.

import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { randomOf } from '../../chaos/random.ts'
import { type Slip, slipsIn } from './operators.ts'

export type DrawnSlip = Slip & {
  /** Relative to the repository. */
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  /** The original line, without its indentation. */
  readonly code: string
}

/** Draws slips from the files of a folder. */
export function drawnSlips(
  root: string,
  room: string,
  { count, seed }: { readonly count: number; readonly seed: number },
): readonly DrawnSlip[] {
  const files = globSync(`${room}/**/*.ts`, { cwd: root }).map((file) => file.replaceAll(sep, '/'))
  const all = files.sort().flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    if (/ from 'vscode'$/m.test(text) || file.includes('/web/')) return []
    return slipsIn(text).map((slip) => ({ ...slip, file, ...lineAt(text, slip.start) }))
  })
  const random = randomOf(seed)
  const drawn = new Map<string, DrawnSlip>()
  for (let tries = 0; drawn.size < count && tries < 20 * count && all.length > 0; tries++) {
    const slip = random.pick(all)
    const place = `${slip.file}:${slip.line}`
    if (!drawn.has(place)) drawn.set(place, slip)
  }
  return [...drawn.values()]
}

/** The line at an offset, without its indentation. */
export function lineAt(text: string, offset: number): { readonly line: number; readonly code: string } {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, code: (text.split('\n')[before.length - 1] ?? '').trim() }
}
