// One client of the server: its requests, its subscriptions, and everything that ends when it goes.
// On a socket nothing is answered before `initialize` has brought the session token.

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
  /** Hears steps of a session, or with undefined of all. */
  subscribe(session: string | undefined): void
  unsubscribe(session: string | undefined): void
  notify(method: string, params: object): void
  /** Something that concerns all sessions, if the client hears of any. */
  news(method: string, params: object): void
  /** A step, if the client wants to hear it. */
  step(session: string | undefined, step: Step): void
  close(why?: string): void
  /** Aborted when the client is gone. */
  readonly gone: AbortSignal
}

export type SessionClientOptions = {
  readonly input: Readable
  readonly output: Writable
  readonly methods: Methods
  readonly caller: (client: Client, signal: AbortSignal) => Caller
  /** Whether this is the session token; absent where the client is known (stdio). */
  readonly accepts?: ((token: string) => boolean) | undefined
  readonly greeting: object
  readonly isRefusal: IsRefusal
  readonly fault: (error: unknown) => void
  /** Called once, when the client is gone. */
  readonly gone: (client: Client) => void
}

/** The one version of the protocol there is. */
export const PROTOCOL_VERSION = 1

/** A stranger may send little, and has to say who it is soon. */
const STRANGER_BYTES = 64 * 1024
const STRANGER_MS = 10_000
/** What a client may send in one message. */
const MESSAGE_BYTES = 256 * 1024 * 1024
/** What may wait for a client that does not read; further steps are counted and thrown away. */
const WAITING_BYTES = 16 * 1024 * 1024

/** Serves one client until it goes. */
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
  const impatience = known ? undefined : setTimeout(close, STRANGER_MS, 'no initialize came').unref()

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
    // A request may still stand in the line; what it begins, a session say, nobody would end.
    if (over) throw new ResponseError(ErrorCodes.PendingResponseRejected, 'the client has gone')
    const controller = new AbortController()
    inFlight.add(controller)
    const listening = token.onCancellationRequested(() => controller.abort())
    try {
      return await called(name, given ?? {}, controller.signal)
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

  // Answered, and then shown out.
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
    // What was answered still reaches the client.
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
    // Answers of what was cancelled find nobody; the connection must not complain of that.
    setImmediate(() => connection.dispose())
  }
}

function check(name: string, wrong: string | undefined): void {
  if (wrong !== undefined) throw new ResponseError(ErrorCodes.InvalidParams, `${name}: ${wrong}`)
}

// Nobody knows which request it was: the error has no id.
async function garbled(writer: MessageWriter, { code, message }: FramingError): Promise<void> {
  const reply = { jsonrpc: '2.0', id: null, error: { code, message: `${message}; the connection is closed` } }
  await writer.write(reply).catch(() => {})
}
