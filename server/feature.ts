// What every feature of the language server is: what it offers a client, and how it answers. One file per feature
// stands in features/; the table of them is features.ts.

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
  /** What is offered to this client; a client that lacks something loses only that. */
  capabilities(client: ClientCapabilities, context: FeatureContext): Partial<ServerCapabilities>
  /** Puts the answers onto the connection. Called once, after the client said what it can. */
  register(connection: Connection, context: ServerContext): void
}

/** What is known before a client has said which folders it has open. */
export type FeatureContext = {
  /** Absent where nothing can be run: then nothing that runs is offered. */
  readonly runtime: ServerRuntime | undefined
  /** What the client said in its initializationOptions, as far as it is known. */
  readonly options?: ClientOptions
}

/** What a client can do that the protocol has no word for. */
export type ClientOptions = {
  /** It has the commands `hookbench.*` itself; lenses and actions only carry the arguments. */
  readonly clientCommands?: boolean
  /** It can debug hooks: it has the command `hookbench.debug`. */
  readonly debug?: boolean
  /** It tells of files in the places of hooks alone; what else hooks are made of it is asked to tell of. */
  readonly placesOnly?: boolean
  /** It shows what TypeScript reports, so that need not be said again. */
  readonly typescript?: boolean
  /** It completes JSON by the schemas of hosts' configuration, so their keys need not be offered twice. */
  readonly schemas?: boolean
  /** Languages in which something else renames variables and functions. */
  readonly renamedElsewhere?: readonly string[]
}

/** A file as a request means it. */
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
  /** The project a file belongs to; undefined for what is no file on disk, or has nothing to do with hooks. */
  projectOf(uri: string): OpenProject | undefined
  /** The file as it is now, understood; undefined where it is none of ours, or the request was cancelled. */
  placeOf(uri: string, token?: CancellationToken): Promise<FeaturePlace | undefined>
  /** Offsets and positions of a view's text. Made once per view. */
  positions(view: Pick<View, 'text'>): Positions
  /** The path of a file; undefined where the URI names no file on disk. */
  pathOf(uri: string): string | undefined
  /** The URI of a path, spelt as the client spells it where it has the file open. */
  uriOf(path: string): string
  /**
   * A request handler that can be left to itself: it answers nothing once the request is cancelled, and what it throws
   * becomes an error response and a line in the client's log.
   */
  answers<P, R>(
    what: string,
    handler: (params: P, token: CancellationToken) => Promise<R> | R,
  ): (params: P, token: CancellationToken) => Promise<R>
  /** Says `answered` with the URI of a file when a completion of it was worked out. */
  readonly completions: EventEmitter<{ readonly answered: [uri: string] }>
  /** A line in the client's log. */
  say(kind: 'error' | 'warning' | 'info', line: string): void
  /** Asks the client to ask again for lenses, hints and diagnostics, where it can. */
  refresh(): void
}
