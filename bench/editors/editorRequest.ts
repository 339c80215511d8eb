// The requests the benchmarks send to an editor's server, whatever its protocol. Lines and characters count from 0.

export type RequestPosition = { readonly line: number; readonly character: number }

export type EditorRequest = {
  /** Replaces the next `erased` characters of the open file by `written`. */
  type(at: RequestPosition, written: string, erased: number): Promise<void>
  /** The number of completions. */
  complete(at: RequestPosition): Promise<number>
  /** The number of findings. */
  diagnose(): Promise<number>
  readonly pid: number
  close(): Promise<void>
}
