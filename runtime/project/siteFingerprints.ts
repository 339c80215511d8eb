// Fingerprints of what discovery read from each open file, so that edits without effect on it cause no new snapshot:
// most keystrokes are inside a handler and do not change which code handles which event.

import { LARGEST } from '../discovery/cachedRead.ts'
import type { DocumentInput, HookDocument } from '../documents/document.ts'
import { readAtOnce } from '../documents/reading.ts'
import type { OpenTexts } from './texts.ts'
import type { Role } from './view.ts'

/** Receives the documents that a snapshot reads. */
export type DocumentListener = (input: DocumentInput, document: HookDocument) => void

type Readings = Map<string, Pick<DocumentInput, 'exports' | 'events'> & { readonly meaning: string }>

export type SiteFingerprints = {
  /** Starts a snapshot: fingerprints of earlier ones no longer count, even if they are still being read. */
  begin(): DocumentListener
  /** Whether discovery may read something different from a file's open text than the latest snapshot did. */
  differs(path: string, role: Role | undefined): Promise<boolean>
}

/** Keeps fingerprints of open files. */
export function openSiteFingerprints(texts: OpenTexts, reading = readAtOnce): SiteFingerprints {
  let known = new Map<string, Readings>()
  return {
    begin() {
      const own = new Map<string, Readings>()
      known = own
      return (input, document) => {
        if (texts.get(input.path)?.text !== input.text) return
        const readings = own.get(input.path) ?? new Map()
        own.set(input.path, readings)
        // A script is read once for each way in which its callers read it.
        const { exports, events } = input
        readings.set(`${exports} ${events}`, { exports, events, meaning: meaningOf(input, document) })
      }
    },
    async differs(path, role) {
      const text = texts.get(path)?.text
      const before = known.get(path)
      if (role?.kind !== 'hook' || text === undefined || before === undefined) return true
      for (const { exports, events, meaning } of before.values()) {
        const input = { path, text, exports, events }
        if (meaningOf(input, await reading.read(input)) !== meaning) return true
      }
      return false
    },
  }
}

// Positions are excluded, because views provide them. Includes the first line, which determines the interpreter.
function meaningOf(
  { text }: DocumentInput,
  { sites, problems, required, comments, ...rest }: HookDocument,
): string {
  return JSON.stringify([
    rest,
    required?.modules.map(({ name }) => name),
    required?.folders,
    sites.map(({ events, part, name }) => [events, part, name]),
    problems.map(({ code, severity, message, fix }) => [code, severity, message, fix]),
    /^#!.*/.exec(text)?.[0],
    Buffer.byteLength(text) > LARGEST,
  ])
}
