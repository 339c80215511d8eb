// Yields to other work while a large text, or thousands of hooks, are processed, so that nothing else waits for all of
// it. A text of usual size is processed without a pause.

import { setImmediate } from 'node:timers/promises'

/** Beyond this length, in UTF-16 units, a single step takes noticeably long. */
const LARGE = 32 * 1024

/** Whether processing a text takes so long that other work should get a turn in between. */
export function isLong({ length }: { readonly length: number }): boolean {
  return length > LARGE
}

/** Await this between two steps. */
export async function yieldTurn(text: string): Promise<void> {
  if (isLong(text)) await setImmediate()
}

const STRETCH_MS = 4

/** A function to await between steps; it yields to the event loop every few milliseconds. */
export function yieldsWhenDue(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < STRETCH_MS) return
    await setImmediate()
    since = performance.now()
  }
}
