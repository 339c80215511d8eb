// The few numbers that a worker and its parent share, readable while the worker's event loop is blocked.

/** 1 once the worker listens. */
export const READY = 0
/** How many messages the worker has taken up. */
export const RECEIVED = 1
/** Id of the call whose code ran last (0 = none): the one to blame while the loop is blocked. */
export const RUNNING = 2
/** Number of the file that code came from (0 = none). */
export const RUNNING_FILE = 3
/** How many calls were begun; `-1 - begun` while the gate is closed and waiting calls are not to begin. */
export const GATE = 4
/** How often the gate was closed. Only the message that carries the latest number opens it. */
export const CLOSINGS = 5

/** 1 once a hook has started a program. */
export const PROGRAMS = 6

export type Cells = Int32Array<SharedArrayBuffer>

export function newCells(): Cells {
  return new Int32Array(new SharedArrayBuffer(7 * Int32Array.BYTES_PER_ELEMENT))
}
