// The size of what a hook emits. Events wait in the memory of the runtime until it reads them, and no limit of the
// hook's own thread counts them there.

import { serialize } from 'node:v8'

/** Limit of bytes that one call may emit. */
export const MOST_EMITTED = 16 * 1024 * 1024

/** What an event takes besides its data, in bytes. */
const FRAME = 256

/** About how many bytes an event takes. What cannot be measured counts as large: it is refused when it is sent. */
export function emittedSize(event: string, data: unknown): number {
  try {
    return FRAME + event.length + serialize(data).byteLength
  } catch {
    return MOST_EMITTED / 16
  }
}
