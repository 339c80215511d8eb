// Checks whether the user has set any breakpoint that a hook could reach.

import { dirname } from 'node:path'
import * as vscode from 'vscode'
import { textsOf } from '../hooks/entries.ts'
import type { HookRow } from '../protocol.ts'

/** True if no enabled breakpoint lies in a hook's folder or below, where a hook's imports are assumed to be. */
export function stopsNowhere(hooks: readonly HookRow[]): boolean {
  const folders = hooks.flatMap(textsOf).map((path) => `${dirname(path)}/`)
  return !vscode.debug.breakpoints.some(
    (one) =>
      one.enabled &&
      (!(one instanceof vscode.SourceBreakpoint) ||
        folders.some((folder) => one.location.uri.fsPath.startsWith(folder))),
  )
}
