// Types of the Testing view for the rest of the extension.

import type * as vscode from 'vscode'
import type { CaseResultMessage } from '../protocol.ts'
import type { CaseDiscovery } from './discovery.ts'

/** Runs and debugs cases. */
export type Running = {
  /** Runs the cases and reports their results to the test run. */
  cases(
    items: readonly vscode.TestItem[],
    run: vscode.TestRun,
    token: vscode.CancellationToken,
  ): Promise<void>
  /** Debugs the cases one after the other, then runs each for its result. */
  debug(
    items: readonly vscode.TestItem[],
    run: vscode.TestRun,
    token: vscode.CancellationToken,
  ): Promise<void>
  /** The last result of a case. */
  lastOf(uri: vscode.Uri): CaseResultMessage | undefined
}

/** The view's parts, exposed for tests. */
export type Testing = {
  readonly controller: vscode.TestController
  readonly discovery: CaseDiscovery
  readonly running: Running
  /** Runs the cases whenever a hook or a case is saved, until canceled. */
  watch(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void>
}
