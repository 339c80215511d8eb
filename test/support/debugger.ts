// A debugger client as in an editor: attaches to a waiting Node process, stops at a line, evaluates an expression, and
// detaches.

import assert from 'node:assert/strict'
import { pathToFileURL } from 'node:url'
import type { DebugTarget } from '../../runtime/executors/inspect/target.ts'

type Message = {
  readonly id?: number
  readonly method?: string
  readonly params?: Record<string, unknown>
  readonly result?: unknown
}

export type Stop = { readonly url: string; readonly line: number }

/** Attaches, runs to a line of a file (0-based), and returns where it stopped and the value of an expression there. */
export async function runToLine(
  target: DebugTarget,
  file: string,
  line: number,
  expression: string,
): Promise<Stop & { readonly value: unknown }> {
  assert.ok(target.kind !== 'shell')
  const { host, port } = target
  const [about] = (await (await fetch(`http://${host}:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(String(about?.webSocketDebuggerUrl))
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  const waiting = new Map<number, (result: unknown) => void>()
  const stops: ((params: Record<string, unknown>) => void)[] = []
  const scripts = new Map<string, string>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result } = JSON.parse(String(data)) as Message
    if (id !== undefined) waiting.get(id)?.(result)
    if (method === 'Debugger.paused') stops.shift()?.(params ?? {})
    if (method === 'Debugger.scriptParsed') scripts.set(String(params?.scriptId), String(params?.url))
  })
  const send = <T>(method: string, params: object = {}): Promise<T> =>
    new Promise((resolve) => {
      waiting.set(++last, resolve as (result: unknown) => void)
      socket.send(JSON.stringify({ id: last, method, params }))
    })
  const paused = () => new Promise<Record<string, unknown>>((resolve) => void stops.push(resolve))

  await send('Debugger.enable')
  await send('Runtime.enable')
  const quoted = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  // A script is identified by its path or by its URL.
  const urlRegex = `(${quoted(file)}|${quoted(pathToFileURL(file).pathname)})($|\\?)`
  await send('Debugger.setBreakpointByUrl', { urlRegex, lineNumber: line })
  for (let stop = paused(), first = true; ; stop = paused(), first = false) {
    void send(first ? 'Runtime.runIfWaitingForDebugger' : 'Debugger.resume')
    const { callFrames } = (await stop) as {
      callFrames: readonly { callFrameId: string; location: { scriptId: string; lineNumber: number } }[]
    }
    const [frame] = callFrames
    const url = scripts.get(frame?.location.scriptId ?? '') ?? ''
    if (frame === undefined || frame.location.lineNumber !== line || !new RegExp(urlRegex).test(url)) continue
    const { callFrameId } = frame
    const { result } = await send<{ result: { value: unknown } }>('Debugger.evaluateOnCallFrame', {
      callFrameId,
      expression,
    })
    await send('Debugger.resume')
    // A finished process waits until the debugger has disconnected.
    socket.close()
    return { url, line: frame.location.lineNumber, value: result.value }
  }
}
