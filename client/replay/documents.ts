// Texts that stand in no file, shown in an editor: results of replays and recorded payloads. A result that comes again
// takes the place of the one before, so that an open diff follows.

import * as vscode from 'vscode'

export type Documents = vscode.Disposable & {
  /** Puts a value as JSON and answers with where it stands: `what` tells it from all others, `name` is what is shown. */
  put(what: string, name: string, value: unknown): vscode.Uri
  /** Puts a text under a name with its ending, which says its language. */
  putText(what: string, name: string, text: string): vscode.Uri
}

/** Registers a scheme of its own. What is closed is forgotten. */
export function openDocuments(
  scheme: 'hookbench-result' | 'hookbench-recorded' | 'hookbench-converted',
): Documents {
  const texts = new Map<string, string>()
  const changes = new vscode.EventEmitter<vscode.Uri>()
  const subscriptions = [
    changes,
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changes.event,
      provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? '',
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === scheme) texts.delete(uri.toString())
    }),
  ]
  return {
    put: (what, name, value) => putText(what, `${name}.json`, `${JSON.stringify(value, undefined, 2)}\n`),
    putText,
    dispose() {
      for (const one of subscriptions) one.dispose()
    },
  }

  function putText(what: string, name: string, text: string): vscode.Uri {
    // Two hooks, sessions or folders may have one name, and a path shows no sign of every name.
    const path = `/${name.replaceAll(/[^\p{L}\p{N}_.#@/-]+/gu, '_')}`
    const uri = vscode.Uri.from({ scheme, path, query: what })
    texts.set(uri.toString(), text)
    changes.fire(uri)
    return uri
  }
}
