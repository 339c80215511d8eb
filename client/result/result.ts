// Types of the result panel: what it shows, and its interface for the rest of the extension.

import type * as vscode from 'vscode'
import type { Shown } from '../replay/result.ts'
import type { Act, Button, ResultPage } from './messages.ts'

/** A result; `key` identifies its hook and event. */
export type Result = {
  readonly key: string
  readonly heading: string
  readonly event: string
  /** Creates the page, given its buttons. */
  page(buttons: readonly Button[]): ResultPage
  /** Absent if there is nothing to diff. */
  readonly shown?: Shown
  /** The value compared between runs. */
  readonly essence: unknown
  /** Handlers of the actions other than comparing. */
  readonly acts: Readonly<Partial<Record<Exclude<Act, 'last' | 'difference'>, () => unknown>>>
  /** Follows the link of a cell. */
  readonly go?: (to: string) => unknown
}

/** The panel. */
export type Results = vscode.Disposable & {
  /** Shows a result; if not `openly`, only updates a panel that shows the same key. */
  show(result: Result, openly: boolean): void
  /** Brings the panel to the front and focuses it. */
  reveal(): void
  /** The page currently shown; for tests. */
  readonly page: ResultPage | undefined
}
