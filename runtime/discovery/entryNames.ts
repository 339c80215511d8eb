// Names and sources of entries, and the problems of files with more entries than are analyzed.

import { basename } from 'node:path'
import { oneLineOf, runLine } from '../contract/entry.ts'
import type { Hook } from '../contract/hook.ts'
import type { FoundEntry, Host } from '../contract/host.ts'
import { printable } from '../contract/printable.ts'
import { type Problem, problem } from '../contract/problems.ts'
import type { FoundConfiguration } from './configurationFiles.ts'
import { within } from './places.ts'

type IdGround = { readonly root: string; readonly home: string; shown(path: string): string }

/** The source of the hooks of a file. */
export function sourceOf({ place: { base, scope } }: FoundConfiguration): Hook['source'] {
  if (scope === 'plugin') return 'plugin'
  return scope === 'user' || base === 'home' || scope === 'managed' || scope === 'flag' ? 'user' : 'workspace'
}

/** The path of a file in the ids of its entries. */
export function pathInId(file: FoundConfiguration, { root, home, shown }: IdGround): string {
  // The source of a plugin does not tell the user's from the workspace's, so its path does.
  const isUsers = file.place.base === 'home' && sourceOf(file) === 'user'
  return within(file.path, isUsers ? home : root) ?? shown(file.path)
}

/** The display name of an entry: the script that it runs, otherwise the first words of its command. */
export function nameOf(entry: FoundEntry, scripts: readonly string[]): string {
  // A program that a package manager installed runs the script: `node_modules/.bin/tsx guard.ts`.
  const written = scripts.filter((path) => !/\/(?:node_modules\/\.bin|\.?venv\/bin)\/[^/]+$/.test(path))
  const [only, ...more] = written.length === 0 ? scripts : written
  if (only !== undefined && more.length === 0) return printable(basename(only))
  return oneLineOf(runLine(entry), 40) || '(empty command)'
}

/** Most entries of one file that are analyzed; more than anyone writes by hand. */
export const MOST_LOOKED_INTO = 1000

/** The number of entries of a file that an editor keeps: a few of one with so many that a program wrote it. */
export function keptOf(count: number): number {
  return count > MOST_LOOKED_INTO ? 100 : count
}

/** The problem of a file with more entries than that. */
export function tooMany({ path }: FoundConfiguration, count: number): Problem {
  const message = `It holds ${count} entries; only the first ${MOST_LOOKED_INTO} are analyzed. Of the others, only the scripts they name are known.`
  return problem('file.too-large', path, message, { fix: 'Replace entries with one script.' })
}

/** The same where the further entries are not listed as hooks. */
export function tooManyEntries({ path }: FoundConfiguration, count: number): Problem {
  const message = `It holds ${count} entries; only the first ${keptOf(count)} are analyzed.`
  return problem('file.too-large', path, message, { fix: 'Replace entries with one script.' })
}

/** The problem of a file with more rejections than are listed. */
export function tooManyRejections({ path }: FoundConfiguration, count: number): Problem {
  const message = `${count} parts of it are rejected; only the first ${MOST_LOOKED_INTO} are listed.`
  return problem('file.too-large', path, message)
}

/** Makes problems infos where the text is meant for another host that shares the file. */
export function leftTo(
  { rules }: Host,
  { at, scope }: Parameters<NonNullable<Host['rules']['leaves']>>[0],
  found: readonly Problem[],
): readonly Problem[] {
  if (rules.leaves?.({ at, scope }) !== true) return found
  return found.map((one) => ({ ...one, severity: 'info' }))
}
