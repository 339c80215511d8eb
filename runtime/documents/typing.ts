// Typed views, for languages with types. The compiler is loaded when the first typed view is requested.

import type { Dialect } from '../contract/dialect.ts'
import type { DocumentInput, HookDocument } from './document.ts'
import type { Typed } from './typed.ts'

export type TypedInput = DocumentInput & { readonly dialect: Dialect; readonly version: number }

/** Typed views, cached from version to version. One per workspace folder. */
export type Typing = {
  /** The typed view of a document's version; undefined where its language has no types. */
  view(input: TypedInput, document: HookDocument): Promise<Typed | undefined>
  /** Releases what was cached for a closed document. */
  forget(path: string): void
  close(): void
}

export type TypingOptions = {
  readonly root: string
  /**
   * The caller also runs a TypeScript of its own, as an editor does: what that reports about types that an author has
   * installed and imported is not reported again.
   */
  readonly compiler?: boolean
}

/**
 * Opens typed views. `root` is the folder whose files imports may reach; nothing is read outside of it and node_modules
 * above it.
 */
export async function openTyping(options: TypingOptions): Promise<Typing> {
  return (await import('./typescript/typed/open.ts')).openTypedModules(options)
}
