// A command that could not do what it was asked: one message, with the log at hand.

import * as vscode from 'vscode'
import { refusedByDisk } from '../runtime/contract/diskRefusals.ts'
import { showError, showInformation } from './messages.ts'

/** Nothing went wrong: something has to be done first, and a button does it. */
export class Prerequisite extends Error {
  readonly title: string
  readonly command: string

  constructor(message: string, title: string, command: string) {
    super(message)
    this.title = title
    this.command = command
  }
}

/** The line an error is told in. */
export function lineOf(error: unknown): string {
  return refusedByDisk(error) ?? (error instanceof Error ? error.message : String(error))
}

/** Registers a command whose failures are told and whose cancelling is not. */
export function command<A extends readonly unknown[]>(
  name: string,
  log: vscode.LogOutputChannel,
  act: (...given: A) => Promise<unknown> | unknown,
): vscode.Disposable {
  return vscode.commands.registerCommand(name, async (...given: unknown[]) => {
    try {
      return await act(...(given as unknown as A))
    } catch (error) {
      if (isCancelled(error)) return undefined
      if (error instanceof Prerequisite) {
        const { message, title, command: first } = error
        void showInformation(message, title).then((answer) => {
          if (answer === title) void vscode.commands.executeCommand(first)
        })
        return undefined
      }
      log.error(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : error}`)
      const show = vscode.l10n.t('Show Log')
      // Not awaited: the command is over, whether or not somebody reads the message.
      void showError(lineOf(error), show).then((answer) => {
        if (answer === show) log.show()
      })
      return undefined
    }
  })
}

// A cancelled request comes back with the code that JSON-RPC clients use for it.
function isCancelled(error: unknown): boolean {
  return error instanceof vscode.CancellationError || (error as { code?: unknown }).code === -32800
}
