// JSON-RPC messages on a stream, each behind a Content-Length header, with size limits.
// Invalid input is reported once, as a `FramingError`, and everything after it is ignored.

import type { Readable, Writable } from 'node:stream'
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type DataCallback,
  type Message,
} from 'vscode-jsonrpc/node'
import { isObject, objectOf } from '../contract/json.ts'
import { parseJson } from '../contract/parseJson.ts'

/** Input that is not a message: the JSON-RPC code and a one-line reason. */
export class FramingError extends Error {
  override readonly name = 'FramingError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
const HEADER_LIMIT = 8192
const HEADER_END = Buffer.from('\r\n\r\n')

/** Reads messages of at most `limit()` bytes. */
export class FrameReader extends AbstractMessageReader {
  readonly #input: Readable
  readonly #limit: () => number
  #chunks: Buffer[] = []
  #size = 0
  /** Length of the body being read; undefined while reading a header. */
  #awaited: number | undefined
  #over = false

  constructor(input: Readable, limit: () => number) {
    super()
    this.#input = input
    this.#limit = limit
  }

  listen(callback: DataCallback) {
    const data = (chunk: Buffer) => this.#take(chunk, callback)
    const close = () => this.fireClose()
    const error = (cause: Error) => this.fireError(cause)
    this.#input.on('data', data).once('end', close).once('close', close).on('error', error)
    return {
      dispose: () => {
        this.#input.off('data', data).off('end', close).off('close', close)
      },
    }
  }

  #take(chunk: Buffer, callback: DataCallback): void {
    if (this.#over) return
    this.#chunks.push(chunk)
    this.#size += chunk.length
    try {
      for (let message = this.#next(); message !== undefined; message = this.#next())
        if (!isEmptyCancellation(message)) callback(message)
    } catch (error) {
      this.#over = true
      this.#chunks = []
      this.fireError(error)
    }
  }

  #next(): Message | undefined {
    this.#awaited ??= this.#header()
    if (this.#awaited === undefined || this.#size < this.#awaited) return undefined
    const body = this.#cut(this.#awaited)
    this.#awaited = undefined
    return messageOf(body)
  }

  #header(): number | undefined {
    if (this.#size === 0) return undefined
    const bytes = this.#whole()
    const end = bytes.indexOf(HEADER_END)
    if (end > HEADER_LIMIT || (end === -1 && bytes.length > HEADER_LIMIT)) {
      throw new FramingError(
        PARSE_ERROR,
        `a header is longer than ${HEADER_LIMIT} bytes; expected Content-Length: <n>`,
      )
    }
    if (end === -1) return undefined
    const header = this.#cut(end + HEADER_END.length).toString('latin1')
    const length = /^content-length: *(\d{1,15})\r$/im.exec(header)?.[1]
    if (length === undefined) {
      throw new FramingError(
        PARSE_ERROR,
        'a header has no length; expected Content-Length: <n> and an empty line',
      )
    }
    const limit = this.#limit()
    if (Number(length) <= limit) return Number(length)
    throw new FramingError(
      INVALID_REQUEST,
      `a message of ${length} bytes is too large; the limit is ${limit}`,
    )
  }

  #whole(): Buffer {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks, this.#size)]
    return this.#chunks[0] ?? Buffer.alloc(0)
  }

  #cut(length: number): Buffer {
    const bytes = this.#whole()
    this.#chunks = length === bytes.length ? [] : [bytes.subarray(length)]
    this.#size -= length
    return bytes.subarray(0, length)
  }
}

function messageOf(body: Buffer): Message {
  let message: unknown
  try {
    message = parseJson(body.toString('utf8'))
  } catch (error) {
    throw new FramingError(PARSE_ERROR, `a message is not JSON: ${(error as Error).message}`)
  }
  if (Array.isArray(message))
    throw new FramingError(INVALID_REQUEST, 'batches are not supported; send one message at a time')
  if (!isObject(message) || message.jsonrpc !== '2.0') {
    throw new FramingError(INVALID_REQUEST, 'a message is not JSON-RPC 2.0; expected { "jsonrpc": "2.0", … }')
  }
  const { id, method } = message
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') {
    throw new FramingError(
      INVALID_REQUEST,
      `the id of a message is ${JSON.stringify(id)}; expected a string or a number`,
    )
  }
  if (typeof method !== 'string' && (id === undefined || !('result' in message || 'error' in message))) {
    throw new FramingError(INVALID_REQUEST, 'a message has no method; expected { "method": "…", … }')
  }
  return message as unknown as Message
}

/** Writes messages immediately: unsent data is queued in the stream, where its size can be measured. */
export class FrameWriter extends AbstractMessageWriter {
  readonly #output: Writable

  constructor(output: Writable) {
    super()
    this.#output = output
    output.on('error', (error) => this.fireError(error)).once('close', () => this.fireClose())
  }

  async write(message: Message): Promise<void> {
    if (!this.#output.writable) return
    const body = Buffer.from(textOf(message))
    this.#output.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]))
  }

  end(): void {
    this.#output.end()
  }
}

// A result that cannot be written as JSON becomes an error of the same request.
function textOf(message: Message): string {
  try {
    return JSON.stringify(message)
  } catch (error) {
    const { id = null } = message as Message & { id?: string | number }
    const why = `the result cannot be written as JSON: ${(error as Error).message.split('\n', 1)[0]}`
    return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_603, message: why } })
  }
}

// The library throws for a cancellation without an id, and would read nothing after it.
function isEmptyCancellation(message: Message): boolean {
  const { method, params } = message as { readonly method?: unknown; readonly params?: unknown }
  return method === '$/cancelRequest' && !['string', 'number'].includes(typeof objectOf(params).id)
}
