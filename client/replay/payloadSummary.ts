// Summarizes a payload in a few words, for rows, lists and timeline bars. Pure: does not use the editor.

import { clipped } from '../signs.ts'

/**
 * The first texts that distinguish a payload from others of its event; numbers and flags where it has no text. Fields
 * that agents add to every event are skipped: ids, times, the model, versions.
 */
export function payloadSummary(payload: unknown): string {
  if (typeof payload !== 'object' || payload === null) return clipped(String(payload), 80)
  // Most paths are below the working directory, so that prefix is cut off.
  const { cwd } = payload as { readonly cwd?: unknown }
  const near = (text: string) =>
    typeof cwd === 'string' && text.startsWith(`${cwd}/`) ? text.slice(cwd.length + 1) : text
  const own = Object.entries(payload).filter(([key, value]) => !COMMON.test(key) && (value ?? null) !== null)
  const texts = own.filter(([, value]) => !/^(boolean|number)$/.test(typeof value))
  const parts = (texts.length > 0 ? texts : own).flatMap(([, value]) => plainTexts(value))
  return clipped(parts.slice(0, 3).map(near).join(' · '), 80)
}

const COMMON =
  /^(event|hook_event_name|hookName|.*[iI]d|timestamp|cwd|invoked_by|recipe_name|session.*|.*transcript_?[pP]ath|permission_mode|model|.*_version|workspace_roots|user_email)$/

// For an object, its own plain values: `{"command":"ls"}` yields `ls`.
function plainTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value]
  if (typeof value !== 'object' || value === null) return [String(value)]
  const all = Object.entries(value)
  if (all.length === 0) return []
  // An edit is identified by its file, not by the text it writes.
  const texts = all.filter((one): one is [string, string] => typeof one[1] === 'string')
  const telling = texts.filter(([key]) => !WRITTEN.test(key))
  const shown = telling.length > 0 ? telling : texts
  return shown.length > 0 ? shown.slice(0, 2).map(([, text]) => text) : [JSON.stringify(value) ?? '']
}

const WRITTEN = /^((old|new)(_?str(ing)?|String)|content|patch)$/
