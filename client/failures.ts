// Error handling of commands: a failed command shows one message with a button that opens the log.

import * as vscode from 'vscode'
import { refusedByDisk } from '../runtime/contract/diskRefusals.ts'
import { showError, showInformation } from './messages.ts'

/** Not a failure: the user has to do something first, and a button does it. */
export class Prerequisite extends Error {
  readonly title: string
  readonly command: string

  constructor(message: string, title: string, command: string) {
    super(message)
    this.title = title
    this.command = command
  }
}

/** The one-line message of an error. */
export function lineOf(error: unknown): string {
  return refusedByDisk(error) ?? (error instanceof Error ? error.message : String(error))
}

/** Registers a command. Failures are shown to the user; cancellation is silent. */
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
      // Not awaited: the command is over, whether or not the user reads the message.
      void showError(lineOf(error), show).then((answer) => {
        if (answer === show) log.show()
      })
      return undefined
    }
  })
}

// A canceled request fails with the code that JSON-RPC clients use for cancellation.
function isCancelled(error: unknown): boolean {
  return error instanceof vscode.CancellationError || (error as { code?: unknown }).code === -32800
}
