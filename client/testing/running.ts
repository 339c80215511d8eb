// Runs cases through the runtime and reports the results to the Testing view; debugs them one after the other.

import { basename } from 'node:path'
import * as vscode from 'vscode'
import type { ClientContext } from '../context.ts'
import { launchConfiguration } from '../debug/launch.ts'
import { lineOf } from '../failures.ts'
import { visible } from '../plain.ts'
import type { CaseResultMessage } from '../protocol.ts'
import type { CaseDiscovery, TestCase } from './discovery.ts'
import type { Running } from './parts.ts'

// The context value that makes the editor offer "accept new outcome" on a message.
const OUTCOME_MESSAGE = 'hookbench.outcome'

export function openRunning({ runtimes, lastRuns }: ClientContext, discovery: CaseDiscovery): Running {
  const results = new Map<string, CaseResultMessage>()
  return { cases, debug, lastOf: ({ fsPath }) => results.get(fsPath) }

  async function cases(
    items: readonly vscode.TestItem[],
    run: vscode.TestRun,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const own = items.flatMap((item) => {
      const one = discovery.caseOf(item)
      return one === undefined ? [] : [{ item, one }]
    })
    for (const { item } of own) run.started(item)
    for (const [folder, some] of Map.groupBy(own, ({ one }) => one.folder)) {
      try {
        const names = some.map(({ one }) => basename(one.uri.fsPath, '.json'))
        const { cases: found } = await runtimes.ask(folder, 'test', { names }, token)
        for (const { item, one } of some) {
          const result = found.find(({ path }) => path === one.uri.fsPath)
          if (result === undefined) run.skipped(item)
          else await tell(run, item, one, result)
        }
      } catch (error) {
        for (const { item } of some) {
          if (token.isCancellationRequested) run.skipped(item)
          else run.errored(item, new vscode.TestMessage(lineOf(error)))
        }
      }
    }
  }

  async function tell(
    run: vscode.TestRun,
    item: vscode.TestItem,
    { uri, name, folder, dialect, event }: TestCase,
    result: CaseResultMessage,
  ): Promise<void> {
    const { accepted, differenceLine, expectation } = await import('./caseText.ts')
    results.set(uri.fsPath, result)
    lastRuns.note(folder, result.outcome?.hooks ?? [], { dialect, event, how: 'test' })
    const { status, durationMs, differences, why, outcome } = result
    const lines = [...(why === undefined ? [] : [why]), ...differences.map(differenceLine)]
    const output = [`${status === 'passed' ? '✓' : '✗'} ${name}`, ...lines.map((line) => `    ${line}`)].map(
      inTerminal,
    )
    run.appendOutput(output.map((line) => `${line}\r\n`).join(''), undefined, item)
    if (status === 'passed') {
      run.passed(item, durationMs)
      return
    }
    // The file may have been deleted meanwhile.
    const text = await vscode.workspace.openTextDocument(uri).then(
      (document) => document.getText(),
      () => undefined,
    )
    const printed = visible(lines.join('\n'))
    const message =
      outcome === undefined || text === undefined
        ? new vscode.TestMessage(printed)
        : vscode.TestMessage.diff(printed, expectation(text), expectation(accepted(text, result)))
    if (outcome !== undefined && text !== undefined) message.contextValue = OUTCOME_MESSAGE
    if (item.range !== undefined) message.location = new vscode.Location(uri, item.range)
    run.failed(item, message, durationMs)
  }

  // The user may change values in the debugger, so the result comes from a separate run.
  async function debug(
    items: readonly vscode.TestItem[],
    run: vscode.TestRun,
    token: vscode.CancellationToken,
  ): Promise<void> {
    for (const item of items) {
      const one = discovery.caseOf(item)
      if (one === undefined || token.isCancellationRequested) continue
      run.started(item)
      await debugged(one, token)
      await cases([item], run, token)
    }
  }
}

// The output is a terminal: untrusted text must not change its colors or move the cursor.
function inTerminal(line: string): string {
  return visible(line).replaceAll(/[\r\n]+/g, ' ')
}

/** Debugs one case; resolves when the session has ended. */
async function debugged(
  { name, hook, dialect, event, uri, folder }: TestCase,
  token: vscode.CancellationToken,
): Promise<void> {
  const over = Promise.withResolvers<void>()
  let own: vscode.DebugSession | undefined
  const subscriptions = [
    vscode.debug.onDidStartDebugSession((session) => {
      if (session.parentSession === undefined && session.configuration.payload === uri.fsPath) own = session
    }),
    vscode.debug.onDidTerminateDebugSession((session) => {
      if (session === own) over.resolve()
    }),
    token.onCancellationRequested(() => void vscode.debug.stopDebugging(own).then(() => over.resolve())),
  ]
  const target = hook === undefined ? { chain: true } : { hook }
  const launch = { ...target, dialect, event, payload: uri.fsPath }
  try {
    if (await vscode.debug.startDebugging(folder, launchConfiguration(name, launch))) await over.promise
  } finally {
    for (const one of subscriptions) one.dispose()
  }
}
