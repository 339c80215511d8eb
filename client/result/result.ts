// What the result panel shows, and what the rest of the extension may ask of it.

import type * as vscode from 'vscode'
import type { Shown } from '../replay/result.ts'
import type { Act, Button, ResultPage } from './messages.ts'

/** A result, and what tells it from those of other hooks and events. */
export type Result = {
  readonly key: string
  readonly heading: string
  readonly event: string
  /** The page, for the buttons it is to have. */
  page(buttons: readonly Button[]): ResultPage
  /** Absent where there are no two sides. */
  readonly shown?: Shown
  /** What is compared from run to run. */
  readonly essence: unknown
  /** What can be done besides comparing. */
  readonly acts: Readonly<Partial<Record<Exclude<Act, 'last' | 'difference'>, () => unknown>>>
  /** Follows a cell that leads somewhere. */
  readonly go?: (to: string) => unknown
}

/** The panel. */
export type Results = vscode.Disposable & {
  /** Shows it; quietly, it changes only a panel that shows the same. */
  show(result: Result, openly: boolean): void
  /** Brings the panel to the front, and the keys with it. */
  reveal(): void
  /** What the panel shows: for tests. */
  readonly page: ResultPage | undefined
}
