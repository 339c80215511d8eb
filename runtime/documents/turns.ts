// Lets others have their turn while a large text is understood, so that nobody who asks about another file waits for
// all of it. A text of usual size is understood at once.

import { setImmediate } from 'node:timers/promises'

/** Longer than this, one step takes long enough to be noticed. */
const LARGE = 32 * 1024

/** To be awaited between two steps. */
export async function giveWay(text: string): Promise<void> {
  if (text.length > LARGE) await setImmediate()
}
