// Describes a hook that is an entry of a host's configuration, for a row, a tooltip and a question. Pure: does not use
// the editor.

import { isAbsolute, relative } from 'node:path'
import { commandLine, oneLineOf } from '../../runtime/contract/entry.ts'
import { uncoveredTexts } from '../../runtime/contract/uncovered.ts'
import { l10n } from '../l10n.ts'
import type { HookRow } from '../protocol.ts'

/**
 * What distinguishes an entry from its neighbors in a row: its matcher, and the scope of its file unless that is the
 * project.
 */
export function entryDescription({ entry }: HookRow): readonly string[] {
  if (entry === undefined) return []
  const { matcher, scope, owner } = entry
  const on = matcher === undefined || matcher === '' || matcher === '*' ? [] : [oneLineOf(matcher, 40)]
  return [...on, ...(scope === 'project' ? [] : [owner === undefined ? scope : `${scope} ${owner}`])]
}

/** Which other agents read the entry. */
export function alsoReadBy(
  { readers = [] }: HookRow,
  titleOf: (dialect: string) => string,
): readonly string[] {
  return readers.length === 0 ? [] : [l10n.t('also {0}', readers.map(titleOf).join(', '))]
}

/** Why no payload makes it run, in a few words; undefined if one may. */
export function neverRuns({ entry }: HookRow): string | undefined {
  return entry?.never === true ? entry.fires : undefined
}

/** Whether it is a configuration entry that may run, so that what agents do with it can be compared. */
export function isHost(hook: HookRow): boolean {
  return hook.entry !== undefined && canReplay(hook)
}

/** Whether it can be replayed: it may fire, and it is of a kind that Hookbench can run. */
export function canReplay(hook: HookRow): boolean {
  const { entry } = hook
  if (entry === undefined) return true
  return (entry.kind === 'command' || entry.kind === 'http') && neverRuns(hook) === undefined
}

/** Whether a debugger or a trace can be attached to what it runs. */
export function canDebug(hook: HookRow): boolean {
  return hook.entry === undefined || (canReplay(hook) && hook.entry.debuggable === true)
}

/** Whether a file contains the hook or is a script that its entry runs. */
export function belongsTo({ path: own, entry }: HookRow, path: string | undefined): boolean {
  return own === path || (path !== undefined && entry?.scripts.includes(path) === true)
}

/** The file to open for the hook; for an entry, the script that it runs, if any. */
export function ownFile({ path: own, entry }: HookRow): string {
  return entry?.scripts[0] ?? own
}

/** The files that determine what it does; for an entry, the scripts that it runs. */
export function textsOf({ path: own, entry }: HookRow): readonly string[] {
  if (entry !== undefined && entry.scripts.length > 0) return entry.scripts
  return own === '' ? [] : [own]
}

/** Lines that explain what running it does, for a confirmation. Paths are relative to the folder. */
export function entryDetail(hook: HookRow, folder: string): readonly string[] {
  return detailOf(hook, folder, [...sendsText(hook), ...uncoveredTexts(hook)], LITTLE)
}

/** The same for a question of trust: nothing is left out. `remarks`: what the runtime has to say about trust in it. */
export function wholeDetail(hook: HookRow, folder: string, remarks: readonly string[]): readonly string[] {
  return detailOf(hook, folder, remarks, {
    characters: Number.POSITIVE_INFINITY,
    files: Number.POSITIVE_INFINITY,
  })
}

type Most = { readonly characters: number; readonly files: number }

const LITTLE: Most = { characters: 600, files: 10 }

function detailOf(
  { entry }: HookRow,
  folder: string,
  remarks: readonly string[],
  most: Most,
): readonly string[] {
  if (entry === undefined) return []
  const { runs, kind, scripts } = entry
  const left = scripts.length - most.files
  const files = [
    ...scripts.slice(0, most.files).map((path) => shortened(path, folder)),
    ...(left > 0 ? [l10n.t('and {0} more', left)] : []),
  ]
  return [
    kind === 'command'
      ? l10n.t('Command: {0}', shownCommand(runs, most.characters))
      : shownCommand(runs, most.characters),
    ...(scripts.length === 0 ? [] : [l10n.t('Files that it runs: {0}', files.join(', '))]),
    ...remarks,
    l10n.t(
      'A replay runs the program with all its effects, such as formatting files, committing, or sending data.',
    ),
  ]
}

function sendsText({ entry }: HookRow): readonly string[] {
  const { sends = [] } = entry ?? {}
  return sends.length === 0 ? [] : [l10n.t('Variables that it sends: {0}', sends.join(', '))]
}

// The user must not approve a command whose cut-off part is not mentioned.
function shownCommand(runs: string, most: number): string {
  const { line, left } = commandLine(runs, most)
  return left === 0 ? line : l10n.t('{0}… and {1} characters more', line, left)
}

function shortened(path: string, folder: string): string {
  const short = relative(folder, path)
  return short === '' || short.startsWith('..') || isAbsolute(short) ? path : short
}
