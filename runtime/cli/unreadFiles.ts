// Reports configuration files that do not parse when hooks of the agents that read them are requested: one line each,
// with file, line and column. Problems in files that parse are reported by `list` and `check`.

import { relative, sep } from 'node:path'
import { dialectIds } from '../contract/dialects/index.ts'
import { printable } from '../contract/printable.ts'
import type { Problem } from '../contract/problems.ts'
import { readText } from '../files/read.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { linesOf, placeAt } from './finding.ts'
import { printError } from './print.ts'

type Looked = Pick<Workspace, 'refusedBy' | 'list' | 'root'>

/**
 * One line per such file that one of these dialects reads; of every dialect where none is given. A file of another host
 * is reported only for the dialect in `named`.
 */
export function unreadFiles(
  { refusedBy, list, root }: Looked,
  paths: readonly string[] = dialectIds,
  named?: string,
): readonly string[] {
  const placeOf = placesIn(root)
  const hooks = list()
  const lines = paths.flatMap((dialect) =>
    refusedBy(dialect)
      .filter(({ code, severity, path }) => {
        if (code !== 'configuration.rejected' || (severity === 'info' && dialect !== named)) return false
        // Where the entries of a rejected file are known, each of them is reported.
        return !hooks.some((hook) => hook.dialect === dialect && hook.path === path)
      })
      .map((one) => `${placeOf(one)}: ${one.message}`),
  )
  return [...new Set(lines)]
}

/** Why a host ignores a file, with its place; undefined where it reads the file. */
export function refusalsIn({ refusedBy, root }: Pick<Looked, 'refusedBy' | 'root'>) {
  const placeOf = placesIn(root)
  return ({ id }: { readonly id: string }, path: string): string | undefined => {
    const found = refusedBy(id).find((one) => one.path === path)
    return found && `${placeOf(found)}: ${found.message}`
  }
}

/** Prints these lines on standard error. */
export function printUnreadFiles(lines: readonly string[]): void {
  for (const line of lines) printError(line)
}

/** Formats the place of a problem: its file, relative to the workspace, with line and column where known. */
export function placesIn(root: string): (problem: Pick<Problem, 'path' | 'range'>) => string {
  const lines = new Map<string, readonly number[] | undefined>()
  return ({ path, range }) => {
    const shown = printable(path.startsWith(`${root}${sep}`) ? relative(root, path) : path)
    if (range === undefined) return shown
    if (!lines.has(path)) lines.set(path, linesIn(path))
    const known = lines.get(path)
    if (known === undefined) return shown
    const { line, column } = placeAt(known, range.start)
    return `${shown}:${line}:${column}`
  }
}

function linesIn(path: string): readonly number[] | undefined {
  try {
    return linesOf(readText(path))
  } catch {
    return undefined
  }
}
