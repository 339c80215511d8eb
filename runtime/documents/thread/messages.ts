// The messages between a reader and its thread, as plain data.

import type { CalledInput, ScriptCaller } from '../../contract/called.ts'
import type { DocumentInput, HookDocument } from '../document.ts'

export type ThreadData = {
  /** Where compiled code of the product's own is kept, if anywhere. */
  readonly cache: string | undefined
}

export type ThreadRequest = Omit<DocumentInput, 'called'> & {
  readonly id: number
  readonly kind: 'read' | 'understand'
  /** A contract has functions, so it is made again from what it was made of. */
  readonly called:
    | (Pick<CalledInput, 'language' | 'byNode'> & {
        readonly callers: readonly (Pick<ScriptCaller, 'entry'> & { readonly host: string })[]
      })
    | undefined
}

/** The document has spots where it was to be understood. */
export type ThreadAnswer =
  | { readonly id: number; readonly document: HookDocument; readonly error?: undefined }
  | { readonly id: number; readonly document?: undefined; readonly error: string }
