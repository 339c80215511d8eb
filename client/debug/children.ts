// The debug sessions that do the debugging: the editor's JavaScript debugger for Node, debugpy for Python, the runtime
// itself for shells. Each is a child of ours and ends with it.

import * as vscode from 'vscode'
import type { InspectTarget } from '../protocol.ts'
import { DEBUG_TYPE, targetOf } from './launch.ts'

/** So long the editor's debugger tries to reach a process. */
const ATTACH_MS = 60_000

/** Attaches to a hook that waits; false when the editor would not. */
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
          // The process waits as long as that; a busy machine takes longer than the ten seconds that are the default.
          timeout: ATTACH_MS,
          // Node has blanked out the types: what is on disk is what a person wants to see.
          enableContentValidation: false,
          // What starts a hook is nobody's business but ours.
          skipFiles: ['<node_internals>/**', `${extensionPath}/dist/**`],
        }
      : {
          ...common,
          // Of our own type, so that no extension is needed: debugpy and the runtime speak for themselves.
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

/** The debugger of its own that answers for a session of ours; undefined where there is none. */
export function adapterAddress(
  session: vscode.DebugSession,
): vscode.DebugAdapterServer | vscode.DebugAdapterNamedPipeServer | undefined {
  const target = targetOf(session)
  if (target === undefined) return undefined
  return 'socket' in target
    ? new vscode.DebugAdapterNamedPipeServer(target.socket)
    : new vscode.DebugAdapterServer(target.port, target.host)
}
