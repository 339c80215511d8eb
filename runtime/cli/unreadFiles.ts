// Configuration files that do not parse: whoever asks for the hooks of the agents that read them is told, one line each
// with file, line and column. What is wrong with files that parse, `list` and `check` tell.

import { relative, sep } from 'node:path'
import { dialectIds } from '../contract/dialects/index.ts'
import type { Problem } from '../contract/problems.ts'
import { readText } from '../files/read.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { linesOf, placeAt } from './finding.ts'
import { printError } from './print.ts'

type Looked = Pick<Workspace, 'refusedBy' | 'list' | 'root'>

/**
 * A line for each such file that one of these dialects reads; of every dialect where none is named. What belongs to
 * another host counts for the one that is `named` only.
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
        // Where the entries of a rejected file are known, each of them says so.
        return !hooks.some((hook) => hook.dialect === dialect && hook.path === path)
      })
      .map((one) => `${placeOf(one)}: ${one.message}`),
  )
  return [...new Set(lines)]
}

/** Why a host takes nothing of a file, with the place; undefined where it does. */
export function refusalsIn({ refusedBy, root }: Pick<Looked, 'refusedBy' | 'root'>) {
  const placeOf = placesIn(root)
  return ({ id }: { readonly id: string }, path: string): string | undefined => {
    const found = refusedBy(id).find((one) => one.path === path)
    return found && `${placeOf(found)}: ${found.message}`
  }
}

/** The same on standard error. */
export function printUnreadFiles(lines: readonly string[]): void {
  for (const line of lines) printError(line)
}

/** Says where a problem is: its file from the workspace, with line and column where it has them. */
export function placesIn(root: string): (problem: Pick<Problem, 'path' | 'range'>) => string {
  const lines = new Map<string, readonly number[] | undefined>()
  return ({ path, range }) => {
    const shown = path.startsWith(`${root}${sep}`) ? relative(root, path) : path
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
