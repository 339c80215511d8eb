// What a method of the protocol is: the shape of its parameters, and a function.
// The same shape checks what comes in and is held against docs/protocol.md by a test.

import type { Static, TSchema } from 'typebox'
import type { Workspace } from '../workspace/workspace.ts'

/** Who calls, and what of the server a method may use. */
export type Caller = {
  /** One of each connection; what a connection started ends with it. */
  readonly connection: object
  /** Aborted by `$/cancelRequest`, and when the client goes. */
  readonly signal: AbortSignal
  /** Aborted when the client goes: for what outlives the request that began it. */
  readonly gone: AbortSignal
  /** Tells the client something it did not ask for. */
  notify(method: string, params: object): void
  /** The folder a `workspace` parameter means; the server's own unless given. */
  root(named: string | undefined): string
  /** Lends an open workspace for as long as `use` takes. */
  within<T>(named: string | undefined, use: (workspace: Workspace) => Promise<T> | T): Promise<T>
}

export type Method = {
  readonly params: TSchema
  call(params: never, caller: Caller): unknown
}

export type Methods = Readonly<Record<string, Method>>

/** Checks one method and remembers the type of its parameters. */
export function method<P extends TSchema>(
  params: P,
  call: (params: Static<P>, caller: Caller) => unknown,
): Method {
  return { params, call }
}
