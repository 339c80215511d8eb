// One client of the server: its requests, its subscriptions, and cleanup when it disconnects.
// On a socket, no method works before `initialize` has passed the session token.

import type { Readable, Writable } from 'node:stream'
import {
  type CancellationToken,
  createMessageConnection,
  ErrorCodes,
  type MessageWriter,
  ResponseError,
} from 'vscode-jsonrpc/node'
import { defined } from '../contract/defined.ts'
import type { Step } from '../contract/outcome.ts'
import { didYouMean } from '../contract/suggest.ts'
import { mismatchText } from '../contract/validate.ts'
import { type IsRefusal, responseError, UNAUTHORIZED } from './errors.ts'
import { FrameReader, FrameWriter, FramingError } from './framing.ts'
import type { Caller, Methods } from './method.ts'

export type Client = {
  /** Subscribes to the steps of a session, or of all if undefined. */
  subscribe(session: string | undefined): void
  unsubscribe(session: string | undefined): void
  notify(method: string, params: object): void
  /** Notifies the client of something that concerns all sessions, if it has any subscription. */
  news(method: string, params: object): void
  /** Sends a step, if the client is subscribed to it. */
  step(session: string | undefined, step: Step): void
  close(why?: string): void
  /** Aborted when the client has disconnected. */
  readonly gone: AbortSignal
}

export type SessionClientOptions = {
  readonly input: Readable
  readonly output: Writable
  readonly methods: Methods
  readonly caller: (client: Client, signal: AbortSignal) => Caller
  /** Checks the session token; absent if the client is trusted already (stdio). */
  readonly accepts?: ((token: string) => boolean) | undefined
  readonly greeting: object
  readonly isRefusal: IsRefusal
  readonly fault: (error: unknown) => void
  /** Called once, when the client has disconnected. */
  readonly gone: (client: Client) => void
}

/** The only version of the protocol. */
export const PROTOCOL_VERSION = 1

/** Limits before `initialize`: bytes per message, and milliseconds until the connection is closed. */
const STRANGER_BYTES = 64 * 1024
const STRANGER_MS = 10_000
/** Limit of bytes per message after `initialize`. */
const MESSAGE_BYTES = 256 * 1024 * 1024
/** Bytes queued for a client that does not read, beyond which steps are counted and dropped, and no request is read. */
const WAITING_BYTES = 16 * 1024 * 1024

/** Serves one client until it disconnects. */
export function serveClient(options: SessionClientOptions): Client {
  const { input, output, methods } = options
  const writer = new FrameWriter(output)
  const reader = new FrameReader(input, () => (known ? MESSAGE_BYTES : STRANGER_BYTES))
  const connection = createMessageConnection(reader, writer)
  const inFlight = new Set<AbortController>()
  const leaving = new AbortController()
  const seen = new Set<string>()
  let hearsAll = false
  let known = options.accepts === undefined
  let lost = 0
  let over = false
  const impatience = known
    ? undefined
    : setTimeout(close, STRANGER_MS, 'no initialize request was received').unref()

  const client: Client = {
    subscribe(session) {
      if (session === undefined) hearsAll = true
      else seen.add(session)
    },
    unsubscribe(session) {
      if (session !== undefined) seen.delete(session)
      else {
        hearsAll = false
        seen.clear()
      }
    },
    notify,
    news(method, params) {
      if (hearsAll || seen.size > 0) notify(method, params)
    },
    step(session, step) {
      if (over || !(hearsAll || (session !== undefined && seen.has(session)))) return
      if (output.writableLength > WAITING_BYTES) {
        lost++
        return
      }
      if (lost > 0) notify('stepsLost', { count: lost })
      lost = 0
      notify('step', { ...defined({ session }), step })
    },
    close,
    gone: leaving.signal,
  }

  connection.onRequest((method, params, token) => answer(method, params, token))
  connection.onNotification(() => {})
  connection.onError(([error]) => {
    if (error instanceof FramingError) garbled(writer, error).finally(() => close(error.message))
    else end()
  })
  connection.onClose(end)
  output.on('error', end).once('close', end)
  connection.listen()
  return client

  async function answer(name: string, given: unknown, token: CancellationToken): Promise<unknown> {
    // Requests may still be queued; nothing would end what they start, such as a session.
    if (over) throw disconnected()
    if (output.writableLength > WAITING_BYTES && !input.isPaused()) {
      input.pause()
      output.once('drain', () => input.resume())
    }
    const controller = new AbortController()
    inFlight.add(controller)
    const listening = token.onCancellationRequested(() => controller.abort())
    try {
      const result = await called(name, given ?? {}, controller.signal)
      // It was cancelled, and so are its firings: a client that only ended its input would take their outcome for a
      // permission.
      if (over) throw disconnected()
      return result
    } catch (error) {
      throw responseError(error, options.isRefusal, options.fault)
    } finally {
      listening.dispose()
      inFlight.delete(controller)
    }
  }

  function called(name: string, params: unknown, signal: AbortSignal): unknown {
    if (name === 'initialize') return initialize(params)
    if (!known) throw stranger('the first request must be initialize, with the session token')
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined
    if (method === undefined) {
      const hint = didYouMean(name, Object.keys(methods))
      const rest = hint === '' ? ' docs/protocol.md lists the methods.' : hint
      throw new ResponseError(ErrorCodes.MethodNotFound, `there is no method "${name}".${rest}`)
    }
    check(name, mismatchText(method.params, params))
    return method.call(params as never, options.caller(client, signal))
  }

  function initialize(params: unknown): object {
    const { token, protocolVersion } = params as { token?: unknown; protocolVersion?: unknown }
    if (options.accepts !== undefined && !(typeof token === 'string' && options.accepts(token))) {
      throw stranger('this is not the session token; it is in the token file beside the socket')
    }
    if (protocolVersion !== PROTOCOL_VERSION) {
      const version = protocolVersion === undefined ? 'nothing' : JSON.stringify(protocolVersion)
      check('initialize', `protocolVersion: expected ${PROTOCOL_VERSION}, got ${version}`)
    }
    known = true
    clearTimeout(impatience)
    return options.greeting
  }

  // The error is sent before the connection is closed.
  function stranger(why: string): ResponseError<void> {
    setImmediate(close, why)
    return new ResponseError(UNAUTHORIZED, why)
  }

  function notify(method: string, params: object): void {
    if (!over) connection.sendNotification(method, params).catch(() => {})
  }

  function close(why?: string): void {
    if (over) return
    if (why !== undefined && !known) notify('closed', { why })
    // Answers already written still reach the client.
    setImmediate(() => {
      end()
      output.end()
      input.destroy()
    })
  }

  function end(): void {
    if (over) return
    over = true
    clearTimeout(impatience)
    leaving.abort()
    for (const controller of inFlight) controller.abort()
    options.gone(client)
    // Answers of cancelled requests can no longer be sent; disposing later avoids errors about them.
    setImmediate(() => connection.dispose())
  }
}

function disconnected(): ResponseError<void> {
  return new ResponseError(ErrorCodes.PendingResponseRejected, 'the client has disconnected')
}

function check(name: string, wrong: string | undefined): void {
  if (wrong !== undefined) throw new ResponseError(ErrorCodes.InvalidParams, `${name}: ${wrong}`)
}

// The request is unknown, so the error has no id.
async function garbled(writer: MessageWriter, { code, message }: FramingError): Promise<void> {
  const reply = { jsonrpc: '2.0', id: null, error: { code, message: `${message}; the connection is closed` } }
  await writer.write(reply).catch(() => {})
}
