// A debug session observed through the messages between the editor and the debug adapters: where it stops, what
// variables hold there, what its console prints, how it ends.

import * as vscode from 'vscode'
import { eventually } from './eventually.ts'
import { file, folder } from './shop.ts'

export type Stop = {
  readonly path: string
  /** 1-based. */
  readonly line: number
  readonly reason: string
  /** The local variables shown in the Variables view. */
  locals(): Promise<Readonly<Record<string, string>>>
  evaluate(expression: string): Promise<string>
  go(how?: 'continue' | 'next' | 'stepIn'): Promise<void>
}

export type Debugged = {
  /** Waits for the next stop. */
  stop(): Promise<Stop>
  /** The whole console output so far. */
  console(): string
  ended(): Promise<void>
  readonly session: () => vscode.DebugSession
  dispose(): void
}

type Message = { readonly type: string; readonly event?: string; readonly body?: Record<string, unknown> }
type Stopped = { readonly session: vscode.DebugSession; readonly body: { threadId: number; reason: string } }

/** Starts a session, from a configuration or with a function that starts one. */
export async function debug(
  launch: Readonly<Record<string, unknown>> | (() => Thenable<unknown>),
): Promise<Debugged> {
  const stops: Stopped[] = []
  const consoleLines: string[] = []
  let root: vscode.DebugSession | undefined
  let over = false
  const subscriptions = [
    vscode.debug.registerDebugAdapterTrackerFactory('*', {
      createDebugAdapterTracker: (session) => ({
        onDidSendMessage({ type, event, body = {} }: Message) {
          if (type !== 'event') return
          if (event === 'output' && body.category !== 'telemetry') consoleLines.push(String(body.output))
          if (event === 'stopped') stops.push({ session, body: body as Stopped['body'] })
        },
      }),
    }),
    vscode.debug.onDidStartDebugSession((session) => {
      if (session.type === 'hookbench' && session.parentSession === undefined) root = session
    }),
    vscode.debug.onDidTerminateDebugSession((session) => {
      if (session === root) over = true
    }),
  ]
  const configuration = { type: 'hookbench', request: 'launch', name: 'test' }
  if (typeof launch === 'function') await launch()
  else await vscode.debug.startDebugging(folder(), { ...configuration, ...launch })
  return {
    async stop() {
      const next = await eventually(() => {
        const stop = stops.shift()
        if (stop === undefined) throw new Error(`nothing stopped; the console says: ${consoleLines.join('')}`)
        return stop
      })
      return stopOf(next)
    },
    console: () => consoleLines.join(''),
    ended: () =>
      eventually(() => {
        if (!over) throw new Error(`it has not ended; the console says: ${consoleLines.join('')}`)
      }),
    session: () => root as vscode.DebugSession,
    dispose() {
      for (const one of subscriptions) one.dispose()
    },
  }
}

/** Sets breakpoints on 1-based lines, in files of the first folder or by URI; disposing the result removes them. */
export function breakAt(
  ...places: readonly (readonly [path: string | vscode.Uri, line: number])[]
): vscode.Disposable {
  const ours = places.map(([path, line]) => {
    const uri = typeof path === 'string' ? file(path) : path
    return new vscode.SourceBreakpoint(new vscode.Location(uri, new vscode.Position(line - 1, 0)))
  })
  vscode.debug.addBreakpoints(ours)
  return new vscode.Disposable(() => vscode.debug.removeBreakpoints(ours))
}

async function stopOf({ session, body: { threadId, reason } }: Stopped): Promise<Stop> {
  const { stackFrames } = (await session.customRequest('stackTrace', {
    threadId,
    startFrame: 0,
    levels: 1,
  })) as {
    stackFrames: readonly { id: number; line: number; source?: { path?: string } }[]
  }
  const [frame] = stackFrames
  if (frame === undefined) throw new Error('it stopped nowhere')
  const { id: frameId, line, source } = frame
  return {
    // In a remote editor the workbench reports paths as URIs.
    path: /^[\w-]+:\/\//.test(source?.path ?? '')
      ? vscode.Uri.parse(source?.path ?? '').path
      : (source?.path ?? ''),
    line,
    reason,
    async locals() {
      const { scopes } = (await session.customRequest('scopes', { frameId })) as {
        scopes: readonly { name: string; variablesReference: number }[]
      }
      const found: Record<string, string> = {}
      for (const { name, variablesReference } of scopes) {
        if (/global/i.test(name)) continue
        const { variables } = (await session.customRequest('variables', { variablesReference })) as {
          variables: readonly { name: string; value: string }[]
        }
        for (const one of variables) found[one.name] ??= one.value
      }
      return found
    },
    async evaluate(expression) {
      const answer = (await session.customRequest('evaluate', { expression, frameId, context: 'watch' })) as {
        result: string
      }
      return answer.result
    },
    async go(how = 'continue') {
      await session.customRequest(how, { threadId })
    },
  }
}
