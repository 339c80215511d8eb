// What launch.json may say of a debug session of type `hookbench`, and the shorthand of the commands that start one.

import type * as vscode from 'vscode'

/** A recorded event: a recording by its path, name or session, or `latest`; the event by its number or its name. */
export type RecordedReference = { readonly recording: string; readonly event: number | string }

export type Launch = {
  /** Its id, its name, or the path of its file. */
  readonly hook?: string
  readonly event?: string
  readonly dialect?: string
  /** A file (a payload or a case), a recorded event, or the payload itself. */
  readonly payload?: string | RecordedReference | object
  /** All hooks of the event, in their order. */
  readonly chain?: boolean
  readonly stopOnEntry?: boolean
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Set by "Run Without Debugging". */
  readonly noDebug?: boolean
}

export const DEBUG_TYPE = 'hookbench'

/** A configuration as it stands in launch.json. */
export function launchConfiguration(name: string, launch: Launch): vscode.DebugConfiguration {
  return { type: DEBUG_TYPE, request: 'launch', name, ...launch }
}

/** Whether a payload means a recorded event; a payload of its own that has just these two fields is none we know. */
export function isRecordedReference(payload: unknown): payload is RecordedReference {
  if (typeof payload !== 'object' || payload === null) return false
  const { recording, event, ...rest } = payload as Record<string, unknown>
  return (
    typeof recording === 'string' &&
    (typeof event === 'string' || typeof event === 'number') &&
    Object.keys(rest).length === 0
  )
}
