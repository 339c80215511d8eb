// What the stopwatch needs of an editor's server, whatever protocol it speaks. Lines and characters count from 0.

export type At = { readonly line: number; readonly character: number }

export type Asked = {
  /** Puts `written` in the place of the next `erased` characters of the open file. */
  type(at: At, written: string, erased: number): Promise<void>
  /** How many completions there are. */
  complete(at: At): Promise<number>
  /** How many findings there are. */
  diagnose(): Promise<number>
  readonly pid: number
  close(): Promise<void>
}
