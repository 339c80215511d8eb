// Typed views, for languages that have types of their own. The compiler is loaded when the first typed view is asked
// for.

import type { Dialect } from '../contract/dialect.ts'
import type { DocumentInput, HookDocument } from './document.ts'
import type { Typed } from './typed.ts'

export type TypedInput = DocumentInput & { readonly dialect: Dialect; readonly version: number }

/** Typed views, kept warm from version to version. One per workspace folder. */
export type Typing = {
  /** The typed view of a document's version; undefined where its language has no types. */
  view(input: TypedInput, document: HookDocument): Promise<Typed | undefined>
  /** The document is closed, and what was kept for it can go. */
  forget(path: string): void
  close(): void
}

export type TypingOptions = {
  readonly root: string
  /**
   * Whoever asks has a TypeScript of its own at work, as an editor has: what that reports of types that an author has
   * installed and imported is not said twice.
   */
  readonly compiler?: boolean
}

/** Opens typed views. `root` is the folder whose files imports may reach; nothing is read outside of it and node_modules above it. */
export async function openTyping(options: TypingOptions): Promise<Typing> {
  return (await import('./typescript/typed/open.ts')).openTypedModules(options)
}
