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

/** What takes a while, told while it lasts; a person can end what they are told openly. */
export function whileTold<T>(
  location: vscode.ProgressLocation,
  title: string,
  act: (token: vscode.CancellationToken) => Promise<T>,
): Thenable<T> {
  const cancellable = location === vscode.ProgressLocation.Notification
  return vscode.window.withProgress({ location, title: plain(title), cancellable }, (_progress, token) =>
    act(token),
  )
}
