// What an entry is called, whose it is, and where the looking into entries of one file ends.

import { basename } from 'node:path'
import { oneLineOf, whatRuns } from '../contract/entry.ts'
import type { Hook } from '../contract/hook.ts'
import type { FoundEntry, Host } from '../contract/host.ts'
import { printable } from '../contract/printable.ts'
import { type Problem, problem } from '../contract/problems.ts'
import type { FoundConfiguration } from './configurationFiles.ts'

/** The source of the hooks of a file. */
export function sourceOf({ place: { scope } }: FoundConfiguration): Hook['source'] {
  if (scope === 'plugin') return 'plugin'
  return scope === 'user' || scope === 'managed' || scope === 'flag' ? 'user' : 'workspace'
}

/** What a person calls an entry: the script that it runs, else the first words of its command. */
export function nameOf(entry: FoundEntry, scripts: readonly string[]): string {
  const [only, ...more] = scripts
  if (only !== undefined && more.length === 0) return printable(basename(only))
  return oneLineOf(whatRuns(entry), 40) || '(empty command)'
}

/** So many entries of one file are looked into; no person writes as many. */
export const MOST_LOOKED_INTO = 1000

/** That there are more. */
export function tooMany({ path }: FoundConfiguration, count: number): Problem {
  const message = `It holds ${count} entries; only the first ${MOST_LOOKED_INTO} are analyzed. Of the others, only the scripts they name are known.`
  return problem('file.too-large', path, message, { fix: 'Replace entries with one script.' })
}

/** The same where the others are not listed. */
export function tooManyEntries({ path }: FoundConfiguration, count: number): Problem {
  const message = `It holds ${count} entries; only the first ${MOST_LOOKED_INTO} are analyzed.`
  return problem('file.too-large', path, message, { fix: 'Replace entries with one script.' })
}

/** That more of a file is not taken than is listed. */
export function tooManyRejections({ path }: FoundConfiguration, count: number): Problem {
  const message = `${count} parts of it are rejected; only the first ${MOST_LOOKED_INTO} are listed.`
  return problem('file.too-large', path, message)
}

/** What is written for another host that has the file in common is no mistake for what only this one does with it. */
export function leftTo(
  { rules }: Host,
  { at, scope }: Parameters<NonNullable<Host['rules']['leaves']>>[0],
  found: readonly Problem[],
): readonly Problem[] {
  if (rules.leaves?.({ at, scope }) !== true) return found
  return found.map((one) => ({ ...one, severity: 'info' }))
}
