// What a process prints, kept as bytes up to a cap. Beyond the cap it is counted and thrown away.

export type ExecutableOutput = {
  /** Adds a chunk; false when so much was printed that listening on makes no sense. */
  add(chunk: Buffer): boolean
  bytes(): Buffer
  /** Whether something was thrown away. */
  cut(): boolean
}

/** How many caps a process may print before it is ended: a little too much is cut, a flood is stopped. */
export const FLOOD = 2

/** Collects up to `cap` bytes. */
export function collect(cap: number): ExecutableOutput {
  const chunks: Buffer[] = []
  let kept = 0
  let seen = 0
  return {
    add(chunk) {
      seen += chunk.length
      if (kept < cap) {
        const taken = kept + chunk.length > cap ? chunk.subarray(0, cap - kept) : chunk
        kept += taken.length
        chunks.push(taken)
      }
      return seen <= cap * FLOOD
    },
    bytes: () => (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, kept)),
    cut: () => seen > kept,
  }
}
