// Whether a person has said where to stop: a breakpoint in what a hook runs, or beside it.

import { dirname } from 'node:path'
import * as vscode from 'vscode'
import { textsOf } from '../hooks/entries.ts'
import type { HookRow } from '../protocol.ts'

/** True where none of these would stop anywhere. What a hook imports stands in its folder or below. */
export function stopsNowhere(hooks: readonly HookRow[]): boolean {
  const folders = hooks.flatMap(textsOf).map((path) => `${dirname(path)}/`)
  return !vscode.debug.breakpoints.some(
    (one) =>
      one.enabled &&
      (!(one instanceof vscode.SourceBreakpoint) ||
        folders.some((folder) => one.location.uri.fsPath.startsWith(folder))),
  )
}
