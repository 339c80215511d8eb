// The only module that shows the editor's messages. The editor turns `[text](command:…)` in a message into a link that
// runs the command, and messages contain text from hooks, payloads and files; such links are disabled here.

import * as vscode from 'vscode'
import { plain, visible } from './plain.ts'

/** Shows an error. */
export function showError(message: string, ...actions: string[]): Thenable<string | undefined> {
  return vscode.window.showErrorMessage(plain(message), ...actions)
}

/** Shows an information message. */
export function showInformation(message: string, ...actions: string[]): Thenable<string | undefined> {
  return vscode.window.showInformationMessage(plain(message), ...actions)
}

/** Shows a warning. */
export function showWarning(message: string, ...actions: string[]): Thenable<string | undefined> {
  return vscode.window.showWarningMessage(plain(message), ...actions)
}

/** Shows a modal question. */
export function question(
  message: string,
  detail: string | undefined,
  ...actions: string[]
): Thenable<string | undefined> {
  const options = { modal: true, ...(detail === undefined ? {} : { detail: visible(detail) }) }
  return vscode.window.showWarningMessage(plain(message), options, ...actions)
}

/** Runs a long operation with a progress indicator; a notification can be canceled. */
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
