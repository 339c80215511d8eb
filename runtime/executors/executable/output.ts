// Collects a process's output as bytes up to a limit; beyond it, bytes are only counted.

export type ExecutableOutput = {
  /** Adds a chunk; returns false if the process should be stopped for printing too much. */
  add(chunk: Buffer): boolean
  bytes(): Buffer
  /** Whether bytes were discarded. */
  cut(): boolean
}

/** Multiple of the limit at which a process is stopped; below it, excess output is only cut off. */
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
