// The properties of a launch configuration of type `hookbench`, with their checks, and a helper for the commands that
// start one.

import type * as vscode from 'vscode'

/** A recorded event: the recording by path, name, session or `latest`; the event by number or name. */
export type RecordedReference = { readonly recording: string; readonly event: number | string }

export type Launch = {
  /** The hook's id, name, or file path. */
  readonly hook?: string
  readonly event?: string
  readonly dialect?: string
  /** A file (a payload or a case), a recorded event, or the payload itself. */
  readonly payload?: string | RecordedReference | object
  /** Debugs all hooks of the event, in order. */
  readonly chain?: boolean
  readonly stopOnEntry?: boolean
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Set by "Run Without Debugging". */
  readonly noDebug?: boolean
}

export const DEBUG_TYPE = 'hookbench'

/**
 * Address of a debug adapter for a session. Accepted only for children of a Hookbench session and only on this machine:
 * an adapter may run commands in the editor's terminal, and launch.json is under the workspace's control.
 */
export function targetOf({
  configuration,
  parentSession,
}: Pick<vscode.DebugSession, 'configuration' | 'parentSession'>): DebuggerAddress | undefined {
  const { hookbenchTarget: target } = configuration as { hookbenchTarget?: DebuggerAddress }
  if (target === undefined || parentSession?.type !== DEBUG_TYPE) return undefined
  return 'socket' in target || target.host === '127.0.0.1' ? target : undefined
}

export type DebuggerAddress = { readonly host: string; readonly port: number } | { readonly socket: string }

/** A configuration as written in launch.json. */
export function launchConfiguration(name: string, launch: Launch): vscode.DebugConfiguration {
  return { type: DEBUG_TYPE, request: 'launch', name, ...launch }
}

/** Whether a payload refers to a recorded event; no known event has a payload with exactly these two fields. */
export function isRecordedReference(payload: unknown): payload is RecordedReference {
  if (typeof payload !== 'object' || payload === null) return false
  const { recording, event, ...rest } = payload as Record<string, unknown>
  return (
    typeof recording === 'string' &&
    (typeof event === 'string' || typeof event === 'number') &&
    Object.keys(rest).length === 0
  )
}

/** A property of the wrong type, and the type that is expected. */
export type LaunchMisfit = { readonly field: string; readonly value: unknown; readonly expected: Expected }

type Expected = keyof typeof KINDS

const KINDS = {
  text: (value: unknown) => typeof value === 'string',
  'true or false': (value: unknown) => typeof value === 'boolean',
  'an object of strings': (value: unknown) =>
    isObject(value) && Object.values(value).every((one) => typeof one === 'string'),
  'a path or an object': (value: unknown) => typeof value === 'string' || isObject(value),
} as const

const FIELDS: Readonly<Record<string, Expected>> = {
  hook: 'text',
  event: 'text',
  dialect: 'text',
  payload: 'a path or an object',
  chain: 'true or false',
  stopOnEntry: 'true or false',
  env: 'an object of strings',
  cwd: 'text',
}

/** The first property of the wrong type, if any. */
export function misfitIn(launch: Readonly<Record<string, unknown>>): LaunchMisfit | undefined {
  for (const [field, expected] of Object.entries(FIELDS)) {
    const value = launch[field]
    if (value !== undefined && !KINDS[expected](value)) return { field, value, expected }
  }
  return undefined
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
