// A model server on loopback that replies from a script and keeps every request. Each request that offers tools uses
// one turn of the script; others (titles, summaries) get a fixed text. Each wire format is one file in `wires/`.

import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { defined } from '../../../runtime/contract/defined.ts'
import type { CaseObject } from './case.ts'
import type { ModelTurn, ToolCall } from './scenario.ts'

export type NumberedCall = ToolCall & { readonly id: string }
export type MockReply = { readonly text?: string; readonly calls: readonly NumberedCall[] }

/** One text of a request, from the user, a tool, or the host itself. */
export type RequestPart = {
  readonly role: 'tool' | 'user' | 'developer' | 'assistant' | 'system'
  readonly text: string
  /** For a tool's result: the id of its call. */
  readonly callId?: string
  readonly isError?: boolean
}

export type ModelWire = {
  readonly answers: (path: string) => boolean
  readonly offersTools: (body: CaseObject) => boolean
  readonly reply: (response: ServerResponse, body: CaseObject, reply: MockReply) => void
  readonly parts: (body: CaseObject) => readonly RequestPart[]
}

export type ModelRequest = {
  readonly at: number
  readonly path: string
  /** Whether it used a turn of the script. */
  readonly main: boolean
  readonly body: CaseObject
  readonly parts: readonly RequestPart[]
  readonly reply: MockReply
}

export type MockModel = {
  readonly port: number
  readonly requests: readonly ModelRequest[]
  readonly close: () => Promise<void>
}

const SCRIPT_USED_UP: ModelTurn = { text: 'The script is used up.' }

export async function startMockModel(wire: ModelWire, turns: readonly ModelTurn[]): Promise<MockModel> {
  const requests: ModelRequest[] = []
  let used = 0
  let calls = 0

  const numbered = ({ text, calls: made = [] }: ModelTurn): MockReply => ({
    ...defined({ text: text }),
    calls: made.map((call) => {
      calls += 1
      return { ...call, id: `toolu_call_${calls}` }
    }),
  })

  const server = createServer(async (request, response) => {
    const at = Date.now()
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const body = parsed(await text(request))
    if (request.method !== 'POST' || !wire.answers(path)) {
      response.writeHead(request.method === 'HEAD' ? 200 : 404, { 'content-type': 'application/json' })
      response.end(request.method === 'HEAD' ? undefined : '{}')
      return
    }
    const main = wire.offersTools(body)
    const turn = turns[used] ?? SCRIPT_USED_UP
    const reply = main ? numbered(turn) : { text: 'A short text.', calls: [] }
    if (main) used += 1
    requests.push({ at, path, main, body, parts: wire.parts(body), reply })
    if (main && turn.ms !== undefined) await sleep(turn.ms)
    wire.reply(response, body, reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    port: (server.address() as AddressInfo).port,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function parsed(raw: string): CaseObject {
  try {
    return JSON.parse(raw) as CaseObject
  } catch {
    return {}
  }
}
