// The interface of a language server feature: the capabilities it announces and the handlers it registers. Each feature
// is one file in features/, listed in features.ts.

import type { EventEmitter } from 'node:events'
import type {
  CancellationToken,
  ClientCapabilities,
  Connection,
  ServerCapabilities,
} from 'vscode-languageserver'
import type { OpenProject } from '../runtime/project/project.ts'
import type { View } from '../runtime/project/view.ts'
import type { Positions } from './positions.ts'
import type { ServerRuntime } from './runtime.ts'

export type Feature = {
  /** The capabilities announced to this client; a client without some support loses only what needs it. */
  capabilities(client: ClientCapabilities, context: FeatureContext): Partial<ServerCapabilities>
  /** Registers the handlers on the connection. Called once, after the client has sent its capabilities. */
  register(connection: Connection, context: ServerContext): void
}

/** What is known before the client has sent its workspace folders. */
export type FeatureContext = {
  /** Absent where nothing can be run; features that run hooks are then not announced. */
  readonly runtime: ServerRuntime | undefined
  /** The client's initializationOptions, as far as they are recognized. */
  readonly options?: ClientOptions
}

/** Capabilities of a client that the protocol does not cover. */
export type ClientOptions = {
  /** The client implements the commands `hookbench.*`; lenses and actions only pass the arguments. */
  readonly clientCommands?: boolean
  /** The client can debug hooks with the command `hookbench.debug`. */
  readonly debug?: boolean
  /** The client sends only files in hook places; for other files that hooks use, the server has to register. */
  readonly placesOnly?: boolean
  /** The client shows TypeScript's own diagnostics, so they are not repeated. */
  readonly typescript?: boolean
  /** The client completes JSON from the schemas of hosts' configuration, so those keys are not offered again. */
  readonly schemas?: boolean
  /** Languages in which another extension renames variables and functions. */
  readonly renamedElsewhere?: readonly string[]
}

/** The file that a request refers to. */
export type FeaturePlace = {
  readonly uri: string
  readonly project: OpenProject
  readonly view: View
  readonly positions: Positions
}

export type ServerContext = FeatureContext & {
  readonly client: ClientCapabilities
  readonly version: string
  /** The projects of all open folders. */
  projects(): readonly OpenProject[]
  /** The project of a file; undefined if it is not on disk or has nothing to do with hooks. */
  projectOf(uri: string): OpenProject | undefined
  /** The current view of a file; undefined if it is not ours or the request was canceled. */
  placeOf(uri: string, token?: CancellationToken): Promise<FeaturePlace | undefined>
  /** Converts between offsets and positions of a view's text. Cached per view. */
  positions(view: Pick<View, 'text'>): Positions
  /** The path of a file; undefined if the URI does not denote a file on disk. */
  pathOf(uri: string): string | undefined
  /** The URI of a path, spelled as by the client if it has the file open. */
  uriOf(path: string): string
  /**
   * Wraps a request handler: it sends no result once the request is canceled, and a thrown error becomes an error
   * response and a line in the client's log.
   */
  answers<P, R>(
    what: string,
    handler: (params: P, token: CancellationToken) => Promise<R> | R,
  ): (params: P, token: CancellationToken) => Promise<R>
  /** Emits `answered` with the URI of a file after each completion request for it. */
  readonly completions: EventEmitter<{ readonly answered: [uri: string] }>
  /** Writes a line to the client's log. */
  say(kind: 'error' | 'warning' | 'info', line: string): void
  /** Asks the client to refresh lenses, hints and diagnostics, if it supports that. */
  refresh(): void
}
