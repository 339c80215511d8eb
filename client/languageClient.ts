// The language client of one start of the server. It is big and needed late, so it is imported by whoever starts the
// server; and statically here, because a CommonJS package that is imported on demand has no named exports in a bundle.

import * as vscode from 'vscode'
import {
  CloseAction,
  type DocumentSelector,
  ErrorAction,
  LanguageClient,
  TransportKind,
} from 'vscode-languageclient/node'
import type { ClientContext } from './context.ts'
import { lensMiddleware } from './lenses.ts'

/** A client of the server at `module`, not started yet; `died` is called when the server ends by itself. */
export function languageClient(
  context: ClientContext,
  module: string,
  selector: DocumentSelector,
  died: () => void,
): LanguageClient {
  return new LanguageClient(
    'hookbench',
    'Hookbench Language Server',
    { module, transport: TransportKind.ipc, options: { execArgv: [] } },
    {
      documentSelector: selector,
      initializationOptions: {
        clientCommands: true,
        debug: true,
        placesOnly: true,
        typescript: true,
        schemas: true,
        renamedElsewhere: renamedByOthers(),
      },
      outputChannel: context.log,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => {
          died()
          return { action: CloseAction.DoNotRestart, handled: true }
        },
      },
      middleware: lensMiddleware(context),
    },
  )
}

/** Extensions that rename in a language of hooks, better than who reads one file alone. */
const RENAMING: Readonly<Record<string, readonly string[]>> = {
  python: ['ms-python.python', 'ms-python.vscode-pylance', 'detachhead.basedpyright', 'meta.pyrefly'],
  shell: ['mads-hartmann.bash-ide-vscode'],
  powershell: ['ms-vscode.powershell'],
}

function renamedByOthers(): readonly string[] {
  return Object.entries(RENAMING).flatMap(([language, ids]) =>
    ids.some((id) => vscode.extensions.getExtension(id) !== undefined) ? [language] : [],
  )
}
