// The Debug Adapter Protocol on a socket: a length, an empty line, JSON. Input over 1 MiB closes the connection.

import type { Socket } from 'node:net'
import { defined } from '../../../contract/defined.ts'

export type DapRequest = {
  readonly seq: number
  readonly command: string
  readonly arguments?: Readonly<Record<string, unknown>>
}

export type DapWire = {
  answer(request: DapRequest, body?: object): void
  refuse(request: DapRequest, message: string): void
  event(event: string, body?: object): void
  end(): void
}

const MOST_BYTES = 1024 * 1024

/** Calls `hear` for each request. */
export function openWire(socket: Socket, hear: (request: DapRequest) => void): DapWire {
  let seq = 0
  let left = Buffer.alloc(0)
  const write = (message: object) => {
    const text = JSON.stringify({ seq: ++seq, ...message })
    socket.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }
  const respond = (request: DapRequest, rest: object) =>
    write({ type: 'response', request_seq: request.seq, command: request.command, ...rest })
  socket.on('error', () => {})
  socket.on('data', (part: Buffer) => {
    left = Buffer.concat([left, part])
    if (left.length > MOST_BYTES) return void socket.destroy()
    for (;;) {
      const end = left.indexOf('\r\n\r\n')
      const length = Number(/Content-Length: (\d+)/i.exec(left.subarray(0, Math.max(end, 0)).toString())?.[1])
      if (end === -1 || Number.isNaN(length) || left.length < end + 4 + length) return
      const text = left.subarray(end + 4, end + 4 + length).toString()
      left = left.subarray(end + 4 + length)
      const message = parsed(text)
      if (message === undefined) return void socket.destroy()
      hear(message)
    }
  })
  return {
    answer: (request, body) => respond(request, { success: true, ...defined({ body }) }),
    refuse: (request, message) => respond(request, { success: false, message }),
    event: (event, body) => write({ type: 'event', event, ...defined({ body }) }),
    end: () => void socket.end(),
  }
}

function parsed(text: string): DapRequest | undefined {
  try {
    const value = JSON.parse(text) as Partial<DapRequest> | null
    return typeof value?.seq === 'number' && typeof value.command === 'string'
      ? (value as DapRequest)
      : undefined
  } catch {
    return undefined
  }
}
