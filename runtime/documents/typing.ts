// Typed views, for languages with types. The compiler is loaded when the first typed view is requested.

import type { Typing, TypingOptions } from './typed.ts'

/**
 * Opens typed views. `root` is the folder whose files imports may reach; nothing is read outside of it and node_modules
 * above it.
 */
export async function openTyping(options: TypingOptions): Promise<Typing> {
  return (await import('./typescript/typed/open.ts')).openTypedModules(options)
}
