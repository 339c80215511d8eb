// Messages of the editor, and the one place that shows them. A message turns `[text](command:…)` into a link that runs
// the command, and what is told holds words of hooks, payloads and files: here they stay words.

import * as vscode from 'vscode'
import { plain, visible } from './plain.ts'

/** Something went wrong. */
export function showError(message: string, ...actions: string[]): Thenable<string | undefined> {
  return vscode.window.showErrorMessage(plain(message), ...actions)
}

/** Something to know. */
export function showInformation(message: string, ...actions: string[]): Thenable<string | undefined> {
  return vscode.window.showInformationMessage(plain(message), ...actions)
}

/** Something to mind. */
export function showWarning(message: string, ...actions: string[]): Thenable<string | undefined> {
  return vscode.window.showWarningMessage(plain(message), ...actions)
}

/** A question that has to be answered before anything else is done. */
export function question(
  message: string,
  detail: string | undefined,
  ...actions: string[]
): Thenable<string | undefined> {
  const options = { modal: true, ...(detail === undefined ? {} : { detail: visible(detail) }) }
  return vscode.window.showWarningMessage(plain(message), options, ...actions)
}

/** Runs what takes a while and shows its progress; a notification can be cancelled. */
export function showProgress<T>(
  location: vscode.ProgressLocation,
  title: string,
  act: (token: vscode.CancellationToken) => Promise<T>,
): Thenable<T> {
  const cancellable = location === vscode.ProgressLocation.Notification
  return vscode.window.withProgress({ location, title: plain(title), cancellable }, (_progress, token) =>
    act(token),
  )
}
