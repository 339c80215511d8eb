// What a look at the hooks made of each open file, so that typing that changes nothing of it costs no further look: most
// keystrokes stand inside a handler, and which code answers which event stays as it was.

import { LARGEST } from '../discovery/cachedRead.ts'
import type { DocumentInput, HookDocument } from '../documents/document.ts'
import { readDocument } from '../documents/read.ts'
import type { OpenTexts } from './texts.ts'
import type { Role } from './view.ts'

/** Hears what a look reads. */
export type DocumentListener = (input: DocumentInput, document: HookDocument) => void

type Readings = Map<string, Pick<DocumentInput, 'exports' | 'events'> & { readonly meaning: string }>

export type SiteFingerprints = {
  /** A look begins: what those before have read, or read from now on, counts no longer. */
  begin(): DocumentListener
  /** True where the open text of a file may mean something else to a look than what the last one read. */
  differs(path: string, role: Role | undefined): Promise<boolean>
}

/** Remembers what was read of files that are open. */
export function openSiteFingerprints(texts: OpenTexts): SiteFingerprints {
  let known = new Map<string, Readings>()
  return {
    begin() {
      const own = new Map<string, Readings>()
      known = own
      return (input, document) => {
        if (texts.get(input.path)?.text !== input.text) return
        const readings = own.get(input.path) ?? new Map()
        own.set(input.path, readings)
        // Every host that calls a script reads it, as its own files are read.
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
        if (meaningOf(input, await readDocument(input)) !== meaning) return true
      }
      return false
    },
  }
}

// Where something stands is the view's to say; a look tells what there is. A first line names what runs the file.
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
