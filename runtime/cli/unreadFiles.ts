// Configuration files that do not parse: whoever asks for the hooks of the agents that read them is told, one line each
// with file, line and column. What is wrong with files that parse, `list` and `check` tell.

import { relative, sep } from 'node:path'
import type { Problem } from '../contract/problems.ts'
import { disk } from '../discovery/disk.ts'
import { readersOf } from '../discovery/hostPlaces.ts'
import { repositoryOf } from '../discovery/repository.ts'
import { readText } from '../files/read.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { linesOf, placeAt } from './finding.ts'
import { complain } from './print.ts'

/** A line for each such file that one of these dialects reads; of every dialect where none is named. */
export function unreadFiles(
  { problems, list, root, home }: Pick<Workspace, 'problems' | 'list' | 'root' | 'home'>,
  asked?: readonly string[],
): readonly string[] {
  const placeOf = placesIn(root)
  const taken = new Set(list().map(({ path }) => path))
  const repository = repositoryOf(root, disk)
  const ground = { root, home, environment: process.env, ...(repository === undefined ? {} : { repository }) }
  const isAsked = (path: string) =>
    asked === undefined || readersOf(path, ground).some(({ dialect }) => asked.includes(dialect.id))
  return problems
    .filter(
      ({ code, severity, path }) =>
        code === 'configuration.rejected' && severity !== 'info' && !taken.has(path) && isAsked(path),
    )
    .map((one) => `${placeOf(one)}: ${one.message}`)
}

/** The same on standard error. */
export function complainOfFiles(lines: readonly string[]): void {
  for (const line of lines) complain(line)
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
