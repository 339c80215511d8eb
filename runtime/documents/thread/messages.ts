// The messages between a reader and its thread, as plain data.

import type { CalledInput, ScriptCaller } from '../../contract/called.ts'
import type { DocumentInput, HookDocument } from '../document.ts'

export type ThreadData = {
  /** The folder that caches compiled code of the product, if any. */
  readonly cache: string | undefined
}

export type ThreadRequest = Omit<DocumentInput, 'called'> & {
  readonly id: number
  readonly kind: 'read' | 'understand'
  /** A contract contains functions, so the thread builds it again from its source. */
  readonly called:
    | (Pick<CalledInput, 'language' | 'byNode'> & {
        readonly callers: readonly (Pick<ScriptCaller, 'entry'> & { readonly host: string })[]
      })
    | undefined
}

/** The document has spots if `understand` was requested. */
export type ThreadAnswer =
  | { readonly id: number; readonly document: HookDocument; readonly error?: undefined }
  | { readonly id: number; readonly document?: undefined; readonly error: string }
