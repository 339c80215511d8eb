// A method of the protocol: the schema of its parameters, and a function.
// The schema validates requests, and a test checks docs/protocol.md against it.

import type { Static, TSchema } from 'typebox'
import type { Workspace } from '../workspace/workspace.ts'

/** The calling connection, and what a method may use of the server. */
export type Caller = {
  /** Identifies the connection; whatever it started ends with it. */
  readonly connection: object
  /** Aborted by `$/cancelRequest`, and when the client disconnects. */
  readonly signal: AbortSignal
  /** Aborted when the client disconnects: for work that outlives the request that started it. */
  readonly gone: AbortSignal
  /** Sends the client a notification. */
  notify(method: string, params: object): void
  /** Resolves a `workspace` parameter to a folder; default: the server's own. */
  root(named: string | undefined): string
  /** Provides an open workspace for the duration of `use`. */
  within<T>(named: string | undefined, use: (workspace: Workspace) => Promise<T> | T): Promise<T>
}

export type Method = {
  readonly params: TSchema
  call(params: never, caller: Caller): unknown
}

export type Methods = Readonly<Record<string, Method>>

/** Defines a method and infers the type of its parameters. */
export function method<P extends TSchema>(
  params: P,
  call: (params: Static<P>, caller: Caller) => unknown,
): Method {
  return { params, call }
}
