// What the Testing view is made of, for the rest of the extension.

import type * as vscode from 'vscode'
import type { CaseResultMessage } from '../protocol.ts'
import type { CaseDiscovery } from './discovery.ts'

/** Running and debugging cases. */
export type Running = {
  /** Runs them, and says so in the run. */
  cases(
    items: readonly vscode.TestItem[],
    run: vscode.TestRun,
    token: vscode.CancellationToken,
  ): Promise<void>
  /** Debugs them one after the other, then runs each for its result. */
  debug(
    items: readonly vscode.TestItem[],
    run: vscode.TestRun,
    token: vscode.CancellationToken,
  ): Promise<void>
  /** What became of a case the last time. */
  lastOf(uri: vscode.Uri): CaseResultMessage | undefined
}

/** Its parts, for tests, which cannot look at a screen. */
export type Testing = {
  readonly controller: vscode.TestController
  readonly discovery: CaseDiscovery
  readonly running: Running
  /** Runs whenever a hook or a case was saved, until nobody watches any more. */
  watch(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void>
}
