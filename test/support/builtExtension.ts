// The built extension, activated outside an editor: every API of the editor is a stub without effect, but texts are
// translated, and its custom editors can be opened.

import { createRequire, Module } from 'node:module'
import { join } from 'node:path'

type Message = { readonly kind: string; readonly [field: string]: unknown }

export type BuiltExtension = {
  /** Opens the recording in its custom editor and returns the first message to the page. */
  openTimeline(recording: string): Promise<Message>
  /** The files of the extension that have been loaded so far. */
  loaded(): readonly string[]
}

/** Loads and activates the extension in `dist`; `translate` replaces the editor's translation. */
export async function activateBuilt(
  dist: string,
  translate: (text: string, ...values: unknown[]) => string,
): Promise<BuiltExtension> {
  const editors = new Map<string, { resolveCustomEditor(document: object, panel: object): Promise<void> }>()
  const answers: Readonly<Record<string, unknown>> = {
    'l10n.t': translate,
    'env.language': 'en',
    'workspace.isTrusted': true,
    'workspace.workspaceFolders': [],
    'workspace.textDocuments': [],
    'window.visibleTextEditors': [],
    'window.activeTextEditor': undefined,
    'workspace.getWorkspaceFolder': () => undefined,
    'Uri.file': (path: string) => ({ fsPath: path, path }),
    'window.registerCustomEditorProvider': (
      view: string,
      editor: { resolveCustomEditor(document: object, panel: object): Promise<void> },
    ) => {
      editors.set(view, editor)
      return { dispose: () => {} }
    },
  }
  const require = createRequire(join(dist, 'extension.cjs'))
  const hooked = Module as unknown as { _load(request: string, ...more: unknown[]): unknown }
  const load = hooked._load
  // A bundle copies own properties of a module at once, so the stub's fields are inherited, and read only when used.
  const editor: unknown = Object.create(anything('', answers) as object)
  hooked._load = (request, ...more) => (request === 'vscode' ? editor : load.call(Module, request, ...more))
  const extension = require('./extension.cjs') as { activate(context: object): unknown }
  extension.activate({
    extensionPath: join(dist, '..'),
    extensionUri: {},
    extensionMode: 1,
    subscriptions: [],
    workspaceState: { get: () => undefined, update: async () => {}, keys: () => [] },
  })
  return {
    async openTimeline(recording) {
      const first = Promise.withResolvers<Message>()
      let hear = (_message: Message): void => {}
      const webview = {
        asWebviewUri: () => '',
        onDidReceiveMessage(listener: (message: Message) => void) {
          hear = listener
          return { dispose: () => {} }
        },
        postMessage: async (message: Message) => first.resolve(message),
      }
      const panel = { webview, onDidDispose: () => ({ dispose: () => {} }) }
      const uri = { fsPath: recording, path: recording }
      await editors.get('hookbench.timeline')?.resolveCustomEditor({ uri }, panel)
      hear({ kind: 'ready' })
      return first.promise
    },
    loaded: () => Object.keys(require.cache).filter((path) => path.startsWith(join(dist, '/'))),
  }
}

// A stub that can be called, constructed and read for any field; fields with an answer return it.
function anything(path: string, answers: Readonly<Record<string, unknown>>): unknown {
  const known = new Map<string, unknown>()
  return new Proxy(class {}, {
    set: () => true,
    apply: () => anything(`${path}()`, answers),
    construct: () => anything(`new ${path}`, answers) as object,
    get(target, name) {
      if (typeof name === 'symbol' || name === 'then') return undefined
      if (name === 'prototype') return target.prototype
      const at = path === '' ? name : `${path}.${name}`
      if (Object.hasOwn(answers, at)) return answers[at]
      if (!known.has(at)) known.set(at, anything(at, answers))
      return known.get(at)
    },
  })
}
