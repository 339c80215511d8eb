// Payload files: copies a payload into `.hookbench/payloads` for editing with the language server's help, and finds the
// hook to replay it with.

import { basename } from 'node:path'
import * as vscode from 'vscode'
import { textColumn } from '../columns.ts'
import { type ChosenHook, readArgument } from '../commandArgument.ts'
import type { ClientContext } from '../context.ts'
import { folderOf } from '../folders.ts'
import { shownHooks } from '../hooks/tree.ts'
import { inLabel } from '../plain.ts'
import type { HookRow } from '../protocol.ts'
import { chosenHook } from '../targets.ts'
import { fileAt, hookOfFile, type Payload, remember } from './payloads.ts'

/** Opens a payload file; any other payload is copied into a new file first. */
export async function editPayload(
  context: ClientContext,
  target: ChosenHook,
  payload: Payload,
): Promise<void> {
  const path =
    payload.kind === 'file'
      ? payload.path
      : await (await import('./copyPayload.ts')).copyPayload(target, payload)
  // Links the file to its hook: replaying the file selects the hook, and the hook offers the file first.
  remember(context, target, { kind: 'file', path, event: payload.event, value: undefined })
  await vscode.window.showTextDocument(vscode.Uri.file(path), {
    preview: false,
    viewColumn: textColumn(),
  })
  vscode.window.setStatusBarMessage(
    vscode.l10n.t(
      '$(play) Replay {0} with this payload from the title bar, or with the same key.',
      inLabel(target.hook.name),
    ),
    10_000,
  )
}

/** The hook and payload of a payload file: the file passed to a command, or else the one in the active editor. */
export async function targetOfPayloadFile(
  context: ClientContext,
  given?: unknown,
): Promise<{ readonly target: ChosenHook; readonly payload: Payload } | undefined> {
  const { hook: row, path: named, folder: other } = readArgument(given)
  if (row !== undefined || (named === undefined && other !== undefined)) return undefined
  const path = named ?? vscode.window.activeTextEditor?.document.uri.fsPath
  if (path === undefined || !path.endsWith('.payload.json')) return undefined
  const folder = folderOf(path)
  if (folder === undefined) return undefined
  const { hooks } = await context.hooks.of(folder)
  const parts = basename(path).split('.')
  const fitting = shownHooks(hooks).filter(({ events }) => events.some((event) => parts.includes(event)))
  const known = hookOfFile(context, folder, path)
  const hook = fitting.find(({ id }) => id === known) ?? (fitting.length === 1 ? fitting[0] : undefined)
  const target: ChosenHook =
    hook === undefined ? await chosen(context, fitting) : { folder, hook, event: undefined }
  const event = target.hook.events.find((one) => parts.includes(one)) ?? target.hook.events[0]
  const payload = await fileAt(path, event)
  return payload === undefined ? undefined : { target: { ...target, event }, payload }
}

// Offers the hooks that answer the event, or all hooks if none does.
async function chosen(context: ClientContext, fitting: readonly HookRow[]): Promise<ChosenHook> {
  const suits = (hook: HookRow) => fitting.length === 0 || fitting.includes(hook)
  return chosenHook(context, undefined, { suits, none: vscode.l10n.t('There is no hook here yet.') })
}
