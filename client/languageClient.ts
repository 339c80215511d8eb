// Creates the language client for one start of the server. The client is large and needed late, so this module is
// imported on demand. The import here is static because a CommonJS package imported dynamically has no named exports in
// a bundle.

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

/** A client of the server at `module`, not yet started; `died` is called when the server exits by itself. */
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

/** Extensions that rename symbols in a hook language better than Hookbench, which looks at one file only. */
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
