// A hook that is an entry of a host's configuration, in words for a row, a tooltip and a question. Pure: knows no editor.

import { isAbsolute, relative } from 'node:path'
import { commandLine, oneLineOf } from '../../runtime/contract/entry.ts'
import { l10n } from '../l10n.ts'
import type { HookRow } from '../protocol.ts'

/** What tells an entry from its neighbours in a row: its matcher, and whose file it stands in where that is no project. */
export function entryDescription({ entry }: HookRow): readonly string[] {
  if (entry === undefined) return []
  const { matcher, scope, owner } = entry
  const on = matcher === undefined || matcher === '' || matcher === '*' ? [] : [oneLineOf(matcher, 40)]
  return [...on, ...(scope === 'project' ? [] : [owner === undefined ? scope : `${scope} ${owner}`])]
}

/** Which further agents read the entry. */
export function alsoReadBy(
  { readers = [] }: HookRow,
  titleOf: (dialect: string) => string,
): readonly string[] {
  return readers.length === 0 ? [] : [l10n.t('also {0}', readers.map(titleOf).join(', '))]
}

/** Why no payload makes it run, in a few words; undefined where one may. */
export function neverRuns({ entry }: HookRow): string | undefined {
  return entry?.never === true ? entry.fires : undefined
}

/** Whether it is an entry of an agent's configuration that may run: what agents make of it can be compared. */
export function isHost(hook: HookRow): boolean {
  return hook.entry !== undefined && canReplay(hook)
}

/** Whether there is anything to replay it with, and it is for us to run. */
export function canReplay(hook: HookRow): boolean {
  const { entry } = hook
  if (entry === undefined) return true
  return (entry.kind === 'command' || entry.kind === 'http') && neverRuns(hook) === undefined
}

/** Whether a debugger or a trace reaches what it runs. */
export function canDebug(hook: HookRow): boolean {
  return hook.entry === undefined || (canReplay(hook) && hook.entry.debuggable === true)
}

/** Whether a hook stands in a file, or is a script that its entry runs. */
export function belongsTo({ path: own, entry }: HookRow, path: string | undefined): boolean {
  return own === path || (path !== undefined && entry?.scripts.includes(path) === true)
}

/** The file that somebody wants to see who opens the hook: of an entry the script that it runs, by which it is called. */
export function ownFile({ path: own, entry }: HookRow): string {
  return entry?.scripts[0] ?? own
}

/** The files whose text says what it does; of an entry the scripts that it runs. */
export function textsOf({ path: own, entry }: HookRow): readonly string[] {
  if (entry !== undefined && entry.scripts.length > 0) return entry.scripts
  return own === '' ? [] : [own]
}

/** What letting it run means, for whoever is asked: lines. Paths are said from the folder. */
export function entryDetail({ entry }: HookRow, folder: string): readonly string[] {
  if (entry === undefined) return []
  const { runs, kind, scripts, sends = [] } = entry
  const left = scripts.length - MOST_FILES
  const files = [
    ...scripts.slice(0, MOST_FILES).map((path) => shortened(path, folder)),
    ...(left > 0 ? [l10n.t('and {0} more', left)] : []),
  ]
  return [
    kind === 'command' ? l10n.t('Command: {0}', shownCommand(runs)) : shownCommand(runs),
    ...(scripts.length === 0 ? [] : [l10n.t('Files that it runs: {0}', files.join(', '))]),
    ...(sends.length === 0 ? [] : [l10n.t('Variables that it sends: {0}', sends.join(', '))]),
    l10n.t(
      'A replay runs the program with all its effects, such as formatting files, committing, or sending data.',
    ),
  ]
}

const MOST_FILES = 10

// Nobody is to let run what was left out without a word.
function shownCommand(runs: string): string {
  const { line, left } = commandLine(runs, 600)
  return left === 0 ? line : l10n.t('{0}… and {1} characters more', line, left)
}

function shortened(path: string, folder: string): string {
  const short = relative(folder, path)
  return short === '' || short.startsWith('..') || isAbsolute(short) ? path : short
}
