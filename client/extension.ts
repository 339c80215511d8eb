// Activation: registers all parts and starts nothing slow. The language server starts after activation has returned, a
// runtime on its first request.

import { join } from 'node:path'
import * as vscode from 'vscode'
import type { HookbenchApi } from './api.ts'
import { registerCommands } from './commands.ts'
import type { ClientContext, ExtensionPart } from './context.ts'
import { registerConvert } from './convert/register.ts'
import { registerDebugger } from './debug/debug.ts'
import { exportsFor } from './exports/exports.ts'
import { registerHookFile } from './hookFile.ts'
import { registerHookActions } from './hooks/actions.ts'
import { openHookStore } from './hooks/store.ts'
import { registerHooksView } from './hooks/view.ts'
import { setTranslation } from './l10n.ts'
import { registerLanguageServer } from './languageServer.ts'
import { registerNewHook } from './newHook/register.ts'
import { registerPayloadLenses } from './payloadLenses.ts'
import { registerRecordingActions } from './recordings/actions.ts'
import { openRecordingStore } from './recordings/store.ts'
import { registerRecordingsView } from './recordings/view.ts'
import { registerDecorations } from './replay/decorations.ts'
import { openLastRuns } from './replay/lastRuns.ts'
import { registerReplay } from './replay/replay.ts'
import { openRuntimes } from './runtimes.ts'
import { registerStatusBar } from './statusBar.ts'
import { registerTesting } from './testing/testing.ts'
import { registerTimeline } from './timeline/timeline.ts'
import { registerMcp } from './tools/mcp.ts'
import { registerTools } from './tools/tools.ts'
import { registerTrust } from './trust.ts'

const PARTS: readonly ExtensionPart[] = [
  registerCommands,
  registerHooksView,
  registerHookActions,
  registerRecordingsView,
  registerRecordingActions,
  registerTimeline,
  registerReplay,
  registerConvert,
  registerPayloadLenses,
  registerDecorations,
  registerDebugger,
  registerTesting,
  registerNewHook,
  registerHookFile,
  registerTrust,
  registerStatusBar,
  registerLanguageServer,
  registerTools,
  registerMcp,
]

let stopping: () => Promise<void> = async () => {}

/** The value that `activate` returns: the API for other extensions. */
export type ExtensionExports = HookbenchApi & {
  /** Present only when the editor runs tests. */
  readonly underTest?: { readonly context: ClientContext; readonly activationMs: number }
}

/** Called by the editor on the first activation event. */
export function activate(extension: vscode.ExtensionContext): ExtensionExports {
  const began = performance.now()
  setTranslation((text, ...values) => vscode.l10n.t(text, ...values))
  const log = vscode.window.createOutputChannel('Hookbench', { log: true })
  const runtimes = openRuntimes(join(extension.extensionPath, 'dist', 'cli.js'), log)
  const hooks = openHookStore(runtimes, log)
  const recordings = openRecordingStore(runtimes, log)
  const lastRuns = openLastRuns(recordings, runtimes, hooks, extension.workspaceState)
  const context: ClientContext = {
    extension,
    log,
    runtimes,
    hooks,
    recordings,
    lastRuns,
    trees: new Map(),
    timelines: new Map(),
  }
  stopping = runtimes.stop
  extension.subscriptions.push(log, runtimes, hooks, recordings, lastRuns)
  for (const register of PARTS) extension.subscriptions.push(...register(context))
  const activationMs = performance.now() - began
  log.info(`Activated in ${activationMs.toFixed(1)} ms.`)
  const exported = exportsFor(context)
  const isTest = extension.extensionMode === vscode.ExtensionMode.Test
  return isTest ? { ...exported, underTest: { context, activationMs } } : exported
}

/** Called when the editor closes: waits until all child processes have exited. */
export function deactivate(): Promise<void> {
  return stopping()
}
