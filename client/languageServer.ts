// Starts the language server after activation has returned and restarts it when it exits. The server only reads, so it
// also runs in Restricted Mode.

import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as vscode from 'vscode'
import type { LanguageClient, State } from 'vscode-languageclient/node'
import { backOff } from './backOff.ts'
import type { HookTarget } from './commandArgument.ts'
import type { ClientContext } from './context.ts'
import { contracts } from './contracts.ts'
import { command, lineOf } from './failures.ts'
import { folderOf } from './folders.ts'
import { showError } from './messages.ts'
import type { HookRow } from './protocol.ts'
import { onSetting, setting } from './settings.ts'

/** Registers the server, and the commands that its code actions use. */
export function registerLanguageServer(context: ClientContext): readonly vscode.Disposable[] {
  const { extension, log, lastRuns, hooks } = context
  const module = join(extension.extensionPath, 'dist', 'server.js')
  const deaths = backOff()
  let client: LanguageClient | undefined
  let waiting: NodeJS.Timeout | undefined
  let scripts: vscode.Disposable | undefined
  let over = false
  let states: ReadonlyMap<string, HookRow> = new Map()

  const begin = () => {
    start().catch((error) => log.error(`The language server does not start: ${lineOf(error)}`))
  }
  // After activation: loading the client takes longer than all the rest of it.
  waiting = setTimeout(begin, 0)
  return [
    command('hookbench.restartLanguageServer', log, async () => {
      deaths.forget()
      await stop()
      await start()
      void vscode.window.setStatusBarMessage(vscode.l10n.t('The language server was restarted.'), 4000)
    }),
    command('hookbench.makeExecutable', log, makeExecutable),
    command('hookbench.useLf', log, useLf),
    onSetting(['languageServer.enabled'], () => void stop().then(begin)),
    onSetting(['inlineValues.enabled'], () => refreshLenses()),
    lastRuns.onChange(() => refreshLenses()),
    hooks.onChange(() => tellStates()),
    new vscode.Disposable(() => {
      over = true
      clearTimeout(waiting)
      scripts?.dispose()
      void stop()
    }),
  ]

  async function start(): Promise<void> {
    if (over || client !== undefined || !setting('languageServer.enabled')) return
    if (!existsSync(module)) {
      log.warn(`There is no language server at ${module}: nothing is checked or completed.`)
      return
    }
    const { languageClient } = await import('./languageClient.ts')
    const { documentPatterns } = await import('./documentPatterns.ts')
    const { registerScriptLenses } = await import('./scriptLenses.ts')
    const { all } = await contracts()
    const selector = documentPatterns(all).map((pattern) => ({ scheme: 'file', pattern }))
    const own = languageClient(context, module, selector, died)
    client = own
    await own.start()
    scripts?.dispose()
    scripts = registerScriptLenses(own, context)
    log.info('The language server is up.')
  }

  // Makes the client request the code lenses of every editor again, as on a refresh request from the server.
  function refreshLenses(): void {
    const feature = client?.getFeature('textDocument/codeLens')
    for (const document of vscode.workspace.textDocuments) {
      feature?.getProvider(document)?.onDidChangeCodeLensEmitter.fire()
    }
  }

  // The runtime knows at once which hooks are trusted or turned off; the server may not yet be watching the trust
  // ledger's file.
  function tellStates(): void {
    const now = new Map(
      hooks.known().flatMap(({ hooks: own }) => own.map((hook) => [hook.id, hook] as const)),
    )
    const changed = [...now.values()].filter(({ id, state }) => states.get(id)?.state !== state)
    states = now
    if (client === undefined || !isRunning(client)) return
    const paths = new Set(changed.map(({ path }) => path).filter((path) => path !== ''))
    if (paths.size === 0) return
    const changes = [...paths].map((path) => ({ uri: vscode.Uri.file(path).toString(), type: CHANGED }))
    void client.sendNotification('workspace/didChangeWatchedFiles', { changes }).catch(() => {})
  }

  function died(): void {
    client = undefined
    if (over) return
    const delay = deaths.died(Date.now())
    if (delay !== undefined) {
      log.warn('The language server ended and is started again.')
      waiting = setTimeout(begin, delay)
      return
    }
    log.error('The language server ended too often and is not started again.')
    const again = vscode.l10n.t('Restart')
    void showError(vscode.l10n.t('The Hookbench language server keeps stopping.'), again).then((answer) => {
      if (answer === again) void vscode.commands.executeCommand('hookbench.restartLanguageServer')
    })
  }

  async function stop(): Promise<void> {
    clearTimeout(waiting)
    const own = client
    client = undefined
    if (own !== undefined && isRunning(own)) await own.stop().catch(() => {})
  }
}

/** `FileChangeType.Changed` of the protocol. */
const CHANGED = 2

function isRunning({ state }: LanguageClient): boolean {
  const running: State = 2
  return state === running
}

// Grants execute permission to the owner, and to the group and others where they may read. Refused in an untrusted
// workspace.
async function makeExecutable({ uri }: HookTarget): Promise<void> {
  if (!vscode.workspace.isTrusted)
    throw new Error(
      vscode.l10n.t('Trust this workspace first: in Restricted Mode no file is made executable.'),
    )
  const path = vscode.Uri.parse(uri).fsPath
  const { mode } = statSync(path)
  const { setMode } = await import('../runtime/files/write.ts')
  setMode(folderOf(path)?.uri.fsPath ?? dirname(path), path, (mode & 0o777) | 0o100 | ((mode & 0o444) >> 2))
}

async function useLf({ uri }: HookTarget): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri))
  const edit = new vscode.WorkspaceEdit()
  edit.set(document.uri, [vscode.TextEdit.setEndOfLine(vscode.EndOfLine.LF)])
  await vscode.workspace.applyEdit(edit)
  await document.save()
}
