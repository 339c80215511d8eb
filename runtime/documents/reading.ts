// The interface through which callers read hook files: on the calling thread here, or on another thread while the
// caller serves other requests.

import type { DocumentInput, HookDocument } from './document.ts'
import { readDocument } from './read.ts'
import type { SpottedDocument } from './spots.ts'
import { followDocument, understandDocument } from './understand.ts'

/** A later text of the file was passed on before this one had its turn, so nobody needs its analysis. */
export class Superseded extends Error {
  override readonly name = 'Superseded'

  constructor(path: string) {
    super(`${path} has a later text`)
  }
}

export type TextReader = {
  /** Same contract as `readDocument`. */
  read(input: DocumentInput): Promise<HookDocument>
  /** Same contract as `understandDocument`, except that it may reject with a Superseded. */
  understand(input: DocumentInput): Promise<SpottedDocument>
  /** Same contract as `followDocument`. */
  follow(input: DocumentInput, document: SpottedDocument): Promise<SpottedDocument>
}

/** Reads every text on the calling thread, for processes that have no other requests to serve. */
export const readAtOnce: TextReader = {
  read: (input) => readDocument(input),
  understand: (input) => understandDocument(input),
  follow: (input, document) => followDocument(input, document),
}
