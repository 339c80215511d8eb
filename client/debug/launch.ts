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

/**
 * Where a debugger of its own answers for a session. Only sessions that one of ours has started may name one, and only
 * on this machine: whoever answers may run commands in the editor's terminal, and launch.json is the workspace's.
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

/** A value of the wrong kind, and what is expected instead. */
export type LaunchMisfit = { readonly field: string; readonly value: unknown; readonly expected: Expected }

type Expected = keyof typeof KINDS

const KINDS = {
  text: (value: unknown) => typeof value === 'string',
  'true or false': (value: unknown) => typeof value === 'boolean',
  'an object of texts': (value: unknown) =>
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
  env: 'an object of texts',
  cwd: 'text',
}

/** The first value of a configuration that is of the wrong kind. */
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
