// Counters in memory shared by a worker and its parent, readable while the worker's event loop is blocked.

/** 1 once the worker receives messages. */
export const READY = 0
/** How many messages the worker has received. */
export const RECEIVED = 1
/** Id of the call whose code ran last (0 = none); to blame while the event loop is blocked. */
export const RUNNING = 2
/** Number of the file that contains this code (0 = none). */
export const RUNNING_FILE = 3
/** How many calls have begun; `-1 - begun` while the gate is closed, when waiting calls must not begin. */
export const GATE = 4
/** How often the gate was closed. Only the message with the latest number opens it. */
export const CLOSINGS = 5

/** 1 once a hook has started a program. */
export const PROGRAMS = 6

export type Cells = Int32Array<SharedArrayBuffer>

export function newCells(): Cells {
  return new Int32Array(new SharedArrayBuffer(7 * Int32Array.BYTES_PER_ELEMENT))
}
