// A stub of the editor's API for client modules that are imported without an editor: it records the questions that a
// person would see, and answers them.

import { registerHooks } from 'node:module'

export type EditorStub = {
  /** Every message and dialog with actions: its whole text, and the actions. */
  readonly questions: { readonly text: string; readonly actions: readonly string[] }[]
  /** The texts of the documents that were opened for reading. */
  readonly documents: string[]
  /** How many of them are still open. */
  open: number
  /** Chooses the action for a question; dismisses it unless given. */
  answer: (text: string, actions: readonly string[]) => string | undefined | Promise<string | undefined>
  /** Path of the text in the active editor. */
  active: string | undefined
}

class TextInput {}
type Tab = { readonly input: TextInput }

type Provider = { provideTextDocumentContent(uri: unknown): string }

/** The stub, once for the process; import client modules after this. */
export function stubEditor(): EditorStub {
  let provider: Provider | undefined
  const answer = () => undefined
  const stub: EditorStub = { questions: [], documents: [], open: 0, answer, active: undefined }
  const tabs: Tab[] = []
  const message = async (text: string, ...more: (string | { detail?: string })[]) => {
    const details = more.flatMap((one) => (typeof one === 'string' ? [] : [one.detail ?? '']))
    const actions = more.filter((one) => typeof one === 'string')
    const question = { text: [text, ...details].join('\n'), actions }
    if (actions.length > 0) stub.questions.push(question)
    return stub.answer(question.text, actions)
  }
  const disposable = { dispose: () => {} }
  const editor = {
    window: {
      showWarningMessage: message,
      showInformationMessage: message,
      showErrorMessage: message,
      get activeTextEditor() {
        return stub.active === undefined ? undefined : { document: { uri: { fsPath: stub.active } } }
      },
      async showTextDocument(uri: { scheme?: string }) {
        if (uri.scheme !== 'hookbench-trust') return
        stub.documents.push(provider?.provideTextDocumentContent(uri) ?? '')
        stub.open = tabs.push({ input: Object.assign(new TextInput(), { uri }) })
      },
      tabGroups: {
        all: [{ tabs }],
        async close(closed: readonly Tab[]) {
          for (const tab of closed) tabs.splice(tabs.indexOf(tab), 1)
          stub.open = tabs.length
        },
      },
    },
    workspace: {
      textDocuments: [],
      registerTextDocumentContentProvider: (_scheme: string, given: Provider) => {
        provider = given
        return disposable
      },
      onDidCloseTextDocument: () => disposable,
      getWorkspaceFolder: () => undefined,
      getConfiguration: () => ({ get: () => undefined }),
    },
    commands: { executeCommand: async () => {}, registerCommand: () => disposable },
    l10n: {
      t: (text: string, ...values: unknown[]) =>
        text.replaceAll(/\{(\d)\}/g, (_all, at) => String(values[Number(at)])),
    },
    ViewColumn: { Beside: -2 },
    TabInputText: TextInput,
    Uri: Object.assign(class {}, {
      from: (parts: object) => ({ ...parts, toString: () => JSON.stringify(parts) }),
      joinPath: ({ fsPath }: { fsPath: string }, ...more: string[]) => ({
        fsPath: [fsPath, ...more].join('/'),
      }),
    }),
    EventEmitter: class {
      event = () => disposable
      fire(): void {}
      dispose(): void {}
    },
    CancellationError: class extends Error {},
  }
  Object.assign(globalThis, { editorStub: editor })
  const source = Object.keys(editor).map((name) => `export const ${name} = globalThis.editorStub.${name}`)
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'vscode' ? { url: 'editor:stub', shortCircuit: true } : next(specifier, context),
    load: (url, context, next) =>
      url === 'editor:stub'
        ? { format: 'module', shortCircuit: true, source: source.join('\n') }
        : next(url, context),
  })
  return stub
}
