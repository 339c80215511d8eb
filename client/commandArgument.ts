// Interprets the argument of a command: views pass a row, their title bars the focused row or null, editors a file,
// code lenses a handler, keys and the palette nothing, other extensions any value.

import * as vscode from 'vscode'
import { isFolder } from './folders.ts'
import type { HookRow } from './protocol.ts'
import type { EventNode, SessionNode } from './recordings/items.ts'

/** What the argument identifies; every field may be missing. */
export type ArgumentParts = {
  readonly hook?: ChosenHook
  readonly event?: EventNode
  readonly recording?: SessionNode['recording']
  readonly target?: HookTarget
  /** The file that it is or belongs to; absent where the row itself identifies more. */
  readonly path?: string
  readonly folder?: vscode.WorkspaceFolder
}

/** Interprets the argument; a value of unknown shape yields an empty result. */
export function readArgument(value: unknown): ArgumentParts {
  if (typeof value !== 'object' || value === null) return {}
  if (value instanceof vscode.Uri) return { path: value.fsPath }
  const { hook, recorded, recording, folder, known, uri, group } = value as Partial<Fields>
  if (isObject(hook) && folder !== undefined) return { hook: value as ChosenHook, folder }
  if (isObject(recording)) {
    const event = isObject(recorded) ? { event: value as EventNode } : {}
    return { recording, folder: recording.folder, ...event }
  }
  if (isObject(group) && folder !== undefined) {
    return { folder, ...(typeof group.path === 'string' && group.path !== '' ? { path: group.path } : {}) }
  }
  if (isObject(known)) return { folder: known.folder }
  if (typeof uri === 'string') return { target: value as HookTarget, path: vscode.Uri.parse(uri).fsPath }
  if (!(uri instanceof vscode.Uri)) return {}
  return isFolder(value) ? { folder: value } : { path: uri.fsPath }
}

/** Fields that a row, a handler, a folder or a test item may have. */
type Fields = {
  readonly hook: unknown
  readonly recorded: unknown
  readonly recording: SessionNode['recording']
  readonly folder: vscode.WorkspaceFolder
  readonly known: { readonly folder: vscode.WorkspaceFolder }
  readonly uri: unknown
  readonly group: { readonly path?: unknown }
}

/** The recorded event that a command applies to; if there is none, the error says where to choose one. */
export function eventOfArgument(value: unknown): EventNode {
  const { event } = readArgument(value)
  if (event === undefined) throw new Error(vscode.l10n.t('Choose an event in the Recordings view first.'))
  return event
}

/** The recording that a command applies to. */
export function recordingOfArgument(value: unknown): SessionNode['recording'] {
  const { recording } = readArgument(value)
  if (recording === undefined)
    throw new Error(vscode.l10n.t('Choose a session in the Recordings view first.'))
  return recording
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** A hook, and the event to fire at it if known. */
export type ChosenHook = {
  readonly folder: vscode.WorkspaceFolder
  readonly hook: HookRow
  readonly event: string | undefined
}

/** How the language server identifies a handler: its file and, if that holds several, the part and the event. */
export type HookTarget = { readonly uri: string; readonly part?: string; readonly event?: string }
