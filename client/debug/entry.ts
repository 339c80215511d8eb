// Implements `stopOnEntry`: temporary breakpoints on the first lines that hooks run, removed once one is hit. The
// debuggers' own stop-on-entry would stop in Hookbench's launcher code instead.

import * as vscode from 'vscode'
import type { HookRow } from '../protocol.ts'
import { handlerLine } from '../replay/handlerLine.ts'
import { entryLine } from './entryLine.ts'

/** Sets the breakpoints; dispose to remove them. */
export async function stopOnEntry(hooks: readonly HookRow[], event: string): Promise<vscode.Disposable> {
  const ours: vscode.SourceBreakpoint[] = []
  for (const hook of hooks) {
    if (hook.path === '' || hook.state !== 'active') continue
    const script = hook.entry?.scripts[0]
    if (hook.entry !== undefined && script === undefined) continue
    const document = await vscode.workspace.openTextDocument(script ?? hook.path)
    const handler = script === undefined ? await handlerLine(document, hook, event) : 0
    const line = entryLine(
      document.getText(),
      handler ?? 0,
      script === undefined && (hook.id.includes('#') || /\.\w+$/.test(hook.path)),
    )
    if (!isSet(document.uri, line)) {
      ours.push(new vscode.SourceBreakpoint(new vscode.Location(document.uri, new vscode.Position(line, 0))))
    }
  }
  vscode.debug.addBreakpoints(ours)
  return new vscode.Disposable(() => vscode.debug.removeBreakpoints(ours))
}

function isSet(uri: vscode.Uri, line: number): boolean {
  return vscode.debug.breakpoints.some(
    (one) =>
      one instanceof vscode.SourceBreakpoint &&
      one.enabled &&
      one.location.uri.toString() === uri.toString() &&
      one.location.range.start.line === line,
  )
}
