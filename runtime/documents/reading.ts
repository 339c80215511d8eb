// Who reads hook files for somebody: at once here, or in another thread where others wait for answers meanwhile.

import type { DocumentInput, HookDocument } from './document.ts'
import { readDocument } from './read.ts'
import type { SpottedDocument } from './spots.ts'
import { understandDocument } from './understand.ts'

export type TextReader = {
  /** As `readDocument` does. */
  read(input: DocumentInput): Promise<HookDocument>
  /** As `understandDocument` does. */
  understand(input: DocumentInput): Promise<SpottedDocument>
}

/** Reads every text at once, for whoever has nobody else to answer. */
export const readAtOnce: TextReader = {
  read: (input) => readDocument(input),
  understand: (input) => understandDocument(input),
}
