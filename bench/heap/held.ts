// The live heap of this thread after a garbage collection. Needs node --expose-gc.

/** Bytes of live objects and of the buffers they own. */
export function held(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
