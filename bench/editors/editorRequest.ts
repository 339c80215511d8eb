// What the stopwatch needs of an editor's server, whatever protocol it speaks. Lines and characters count from 0.

export type RequestPosition = { readonly line: number; readonly character: number }

export type EditorRequest = {
  /** Puts `written` in the place of the next `erased` characters of the open file. */
  type(at: RequestPosition, written: string, erased: number): Promise<void>
  /** How many completions there are. */
  complete(at: RequestPosition): Promise<number>
  /** How many findings there are. */
  diagnose(): Promise<number>
  readonly pid: number
  close(): Promise<void>
}
