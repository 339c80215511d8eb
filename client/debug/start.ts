// Starts debug sessions that ask the user nothing: a hook on a known payload, or a case.

import * as vscode from 'vscode'
import type { ChosenHook } from '../commandArgument.ts'
import type { CaseTarget } from '../replay/caseFile.ts'
import type { Payload } from '../replay/payloads.ts'
import { referenceTo } from './configurations.ts'
import { launchConfiguration } from './launch.ts'

/** Debugs a hook on the payload of its replay. */
export async function debugPayload({ folder, hook }: ChosenHook, payload: Payload): Promise<void> {
  const { id, dialect, name } = hook
  const launch = { hook: id, dialect, event: payload.event, payload: referenceTo(payload) }
  await start(folder, launchConfiguration(name, launch))
}

/** Debugs the hook of a case, or its whole chain. */
export async function debugCase({ folder, name, hook, dialect, event, path }: CaseTarget): Promise<void> {
  const target = hook === undefined ? { chain: true } : { hook }
  await start(folder, launchConfiguration(name, { ...target, dialect, event, payload: path }))
}

/** Starts a session. */
export async function start(
  folder: vscode.WorkspaceFolder,
  configuration: vscode.DebugConfiguration,
): Promise<void> {
  await vscode.debug.startDebugging(folder, configuration)
}
