// Reads from a hook's entry whether the host waits for it (`"async": true` means not), and for how long. Entries are
// found by their command, in JSON and TOML.

import type { ConfigFile } from './case.ts'

export type EntryWaiting = { readonly background: boolean; readonly timeout?: number }

export function waitingOf(files: readonly ConfigFile[], hook: string): EntryWaiting {
  for (const file of files) {
    const found = 'text' in file ? inText(file.text, hook) : inValue(file.json, hook)
    if (found !== undefined) return found
  }
  return { background: false }
}

function inValue(value: unknown, hook: string): EntryWaiting | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const entry = value as Readonly<Record<string, unknown>>
  if (entry.command !== hook && entry.bash !== hook)
    return Object.values(entry)
      .map((one) => inValue(one, hook))
      .find((one) => one !== undefined)
  const timeout = entry.timeout ?? entry.timeoutSec
  return { background: entry.async === true, ...(typeof timeout === 'number' ? { timeout } : {}) }
}

/** The keys of an entry are adjacent: within one pair of braces, or in the lines below one heading. */
function inText(text: string, hook: string): EntryWaiting | undefined {
  const entry = text.split(/[{}]|^\[\[.*\]\]$/m).find((part) => part.includes(`"${hook}"`))
  if (entry === undefined) return undefined
  const timeout = /\btimeout(?:Sec)?"?\s*[:=]\s*([\d.]+)/.exec(entry)?.[1]
  return {
    background: /\basync"?\s*[:=]\s*true\b/.test(entry),
    ...(timeout === undefined ? {} : { timeout: Number(timeout) }),
  }
}
