// The hooks that trust would allow to run, one row per file: its path, whether it is new or what has changed, and what
// else the user should know.

import { existsSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { sentVariables, trustText } from '../contract/entry.ts'
import type { Hook } from '../contract/hook.ts'
import { uncoveredTexts } from '../contract/uncovered.ts'
import type { Changes } from '../trust/decide.ts'
import { shownUrl } from '../webhooks/address.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { paint, plural } from './print.ts'

type Here = Pick<Workspace, 'root' | 'home' | 'extensions' | 'settingsNeed'>

/** Rows for `table`. Without `changes`, the rows do not state what is new. */
export function trustRows(
  hooks: readonly Hook[],
  here: Here,
  changes?: (hook: Hook) => Changes | undefined,
): readonly (readonly string[])[] {
  // Entries are trusted individually, whatever else is in their file.
  const rows = Map.groupBy(hooks, (hook) => (hook.entry === undefined ? hook.path : hook.id))
  return [...rows.values()].map(([hook, ...more]) => {
    const first = hook as Hook
    const state = changes === undefined ? [] : [paint('yellow', since(changes(first)))]
    return [shownPath(first.path, here), ...entryCells(first), ...state, about(first, more.length + 1, here)]
  })
}

// The full text of what would run, because all of it is trusted.
function entryCells({ entry }: Hook): readonly string[] {
  return entry === undefined ? [] : [`${entry.event} ${trustText(entry)}`]
}

/** A path for display: relative to the workspace, or to `~`. */
export function shownPath(path: string, { root, home }: Pick<Here, 'root' | 'home'>): string {
  const here = relative(root, path)
  if (!here.startsWith('..')) return here
  const there = relative(home, path)
  return there.startsWith('..') ? path : `~${sep}${there}`
}

function about(hook: Hook, hooks: number, here: Here): string {
  const { files, settings, sends, missing, uncovered } = remarks(hook, here)
  const parts = [...(hooks > 1 ? [plural(hooks, 'hook')] : []), ...files]
  const lines = [
    ...[parts, settings].filter((texts) => texts.length > 0).map((texts) => paint('dim', texts.join(', '))),
    ...[sends, missing, uncovered]
      .filter((texts) => texts.length > 0)
      .map((texts) => paint('yellow', texts.join('; '))),
  ]
  return lines.join('  ')
}

/** What else the user should know before trusting a hook or a file of configuration, without its command. */
export function remarkTexts(hook: Hook, here: Here): readonly string[] {
  return Object.values(remarks(hook, here)).flat()
}

function remarks(hook: Hook, here: Here) {
  return {
    files: filesText(hook),
    settings: settingsText(hook, here),
    sends: sendsText(hook),
    missing: missingText(hook, here),
    uncovered: uncoveredTexts(hook),
  }
}

// What a file of configuration would be allowed to set.
function settingsText({ id }: Hook, { extensions, settingsNeed }: Here): readonly string[] {
  if (id === settingsNeed?.hook.id) return settingsNeed.sets.map((text) => `sets ${text}`)
  const targets = extensions.webhooks.filter(({ file }) => file === id)
  if (targets.length === 0) return []
  const addresses = targets.map(({ hook, url, shown = shownUrl(url) }) => `${hook} to ${shown}`)
  const names = [...new Set(targets.flatMap(({ variables = [] }) => variables))]
  return [`tells ${addresses.join(', ')}`, ...(names.length === 0 ? [] : [`sends ${names.join(', ')}`])]
}

// Trust in an entry with a missing script does not cover the script, which needs trust once it exists.
function missingText({ entry }: Hook, here: Here): readonly string[] {
  const missing = (entry?.scripts ?? []).filter((script) => !existsSync(script))
  return missing.length === 0 ? [] : [`missing: ${missing.map((one) => shownPath(one, here)).join(', ')}`]
}

/** The environment variables that the entry sends to another machine. */
export function sendsText({ entry }: Hook): readonly string[] {
  const names = entry === undefined ? [] : sentVariables(entry)
  return names.length === 0 ? [] : [`sends ${names.join(', ')}`]
}

function filesText({ id, path, entry, files }: Hook): readonly string[] {
  // The other files of a configuration are those of its variables, which `settingsText` names.
  if (id === path) return []
  if (entry !== undefined) return files.length === 0 ? [] : [`with ${plural(files.length, 'file')} it runs`]
  return files.length > 1 ? [`with ${plural(files.length - 1, 'file')} it imports`] : []
}

function since(changes: Changes | undefined): string {
  if (changes === undefined) return 'new'
  const parts = (['changed', 'added', 'removed'] as const).flatMap((kind) =>
    changes[kind].length === 0 ? [] : [`${kind}: ${changes[kind].join(', ')}`],
  )
  return parts.join('; ')
}
