// Lets others have their turn while a large text is understood, so that nobody who asks about another file waits for
// all of it. A text of usual size is understood at once.

import { setImmediate } from 'node:timers/promises'

/** Longer than this, one step takes long enough to be noticed. */
const LARGE = 32 * 1024

/** Whether a text takes long enough for others to have their turn meanwhile. */
export function isLong({ length }: { readonly length: number }): boolean {
  return length > LARGE
}

/** To be awaited between two steps. */
export async function yieldTurn(text: string): Promise<void> {
  if (isLong(text)) await setImmediate()
}
