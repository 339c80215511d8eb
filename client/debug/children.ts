// Child debug sessions: the editor's JavaScript debugger for Node, debugpy for Python, the runtime itself for shells.
// Each is a child of a Hookbench session and ends with it.

import * as vscode from 'vscode'
import type { InspectTarget } from '../protocol.ts'
import { DEBUG_TYPE, targetOf } from './launch.ts'

/** How long the editor's debugger tries to connect to a process. */
const ATTACH_MS = 60_000

/** Attaches to a waiting hook; false if the editor refuses. */
export function attach(
  parent: vscode.DebugSession,
  target: InspectTarget,
  name: string,
  extensionPath: string,
): Thenable<boolean> {
  const common = { name, request: 'attach', internalConsoleOptions: 'neverOpen' }
  const configuration: vscode.DebugConfiguration =
    target.kind === 'node'
      ? {
          ...common,
          type: 'pwa-node',
          address: target.host,
          port: target.port,
          continueOnAttach: true,
          autoAttachChildProcesses: false,
          restart: false,
          // The process waits equally long; the default of ten seconds is too short on a busy machine.
          timeout: ATTACH_MS,
          // Node strips types before running, so the loaded source differs from the file on disk, which is what to
          // show.
          enableContentValidation: false,
          // Skips Hookbench's own launcher code, which is of no interest while debugging a hook.
          skipFiles: ['<node_internals>/**', `${extensionPath}/dist/**`],
        }
      : {
          ...common,
          // Our own debug type, so no other extension is needed: debugpy and the runtime implement the protocol.
          type: DEBUG_TYPE,
          hookbenchTarget:
            target.kind === 'shell' ? { socket: target.socket } : { host: target.host, port: target.port },
          ...(target.kind === 'python' ? debugpy(extensionPath) : {}),
        }
  return vscode.debug.startDebugging(parent.workspaceFolder, configuration, {
    parentSession: parent,
    lifecycleManagedByParent: true,
    consoleMode: vscode.DebugConsoleMode.MergeWithParent,
    compact: true,
  })
}

function debugpy(extensionPath: string): object {
  return {
    justMyCode: false,
    subProcess: false,
    redirectOutput: true,
    rules: [{ path: `${extensionPath}/dist/**`, include: false }],
  }
}

/** Address of the debug adapter for one of our child sessions; undefined for other sessions. */
export function adapterAddress(
  session: vscode.DebugSession,
): vscode.DebugAdapterServer | vscode.DebugAdapterNamedPipeServer | undefined {
  const target = targetOf(session)
  if (target === undefined) return undefined
  return 'socket' in target
    ? new vscode.DebugAdapterNamedPipeServer(target.socket)
    : new vscode.DebugAdapterServer(target.port, target.host)
}
