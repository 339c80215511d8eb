// The shape of a contract: what holds for a whole dialect, beside the records of its events (eventRecord.ts).
// Everything the product knows about an agent is read from here; nothing is written twice.

import type { DialectId } from './dialectId.ts'
import type { EventRecord, EventRecords, Flow, Semantics, ToolInputs } from './eventRecord.ts'
import type { Host } from './host.ts'
import type { NamesMcp, ToolNames } from './tools.ts'
import type { Raw, ReadContext, ReadEnd } from './verdict.ts'

/** What one file of a dialect may hold, and so what a hook is. */
export type Exports =
  /** One executable: asked for its event by running it. */
  | 'executable'
  /** A module with an Extension (`{ name, hooks }`) or bare named handler exports. */
  | 'extension'
  /** Classes with `handle(context)`. */
  | 'classes'
  /** A default-exported object of lists of functions. */
  | 'lists'
  /** A settings file with entries. */
  | 'settings'

export type Place = {
  readonly source: 'user' | 'workspace' | 'plugin'
  readonly base: 'home' | 'workspace'
  /** Folder below the base; `*` stands for one folder name (a plugin's `org@repo`). */
  readonly folder: string
}

/** How an executable of this dialect is called. */
export type Wire = {
  /** Arguments of a real call; the payload is on stdin as one JSON text. */
  readonly argv: readonly string[]
  /** Arguments that ask the executable which event it answers, where the dialect has such a question. */
  readonly query?: readonly string[]
}

export type Dialect<E extends EventRecords = EventRecords> = NamesMcp & {
  readonly id: DialectId
  readonly title: string
  readonly summary: string
  /** Where and when the contract was read. */
  readonly source: string
  readonly version: string
  readonly exports: Exports
  /** File name endings taken in its places; empty = any executable file. */
  readonly files: readonly string[]
  /** Highest first when `wins` is `first`, lowest first when it is `last`. */
  readonly places: readonly Place[]
  /** Which file stays when two have one name: the first place's, the last place's, or both. */
  readonly wins: 'first' | 'last' | 'both'
  /** Rank within the dialect: the merged set by file name, or place after place. */
  readonly order: 'by-name' | 'by-place'
  /** Default time-out of one hook in one firing. */
  readonly timeoutMs: number
  /** How a handler in a module gets its AbortSignal: second argument `{ signal }`, or a payload field. */
  readonly signal: 'argument' | 'field'
  readonly wire?: Wire
  /** The host matches the names of an answer's fields whatever their case. */
  readonly anyCase?: true
  /** What an exit code, stdout and stderr say. Only dialects with executables have it. Ask through `attemptFrom`. */
  readEnd?(raw: Raw, event: EventRecord, reading: ReadContext): ReadEnd
  readonly flow?: { readonly [S in Semantics]?: Partial<Flow> }
  /** What it calls the tools that most agents have. */
  readonly tools?: ToolNames
  /** What its own tools are given. An input is open where its fields are not all known. */
  readonly toolInputs?: ToolInputs
  /** What belongs to a real host, whose hooks are entries of configuration files. */
  readonly host?: Host
  readonly events: E
}

export function dialect<E extends EventRecords>(value: Dialect<E>): Dialect<E> {
  return value
}

/** What a program's end means: the event's own reading, else its dialect's. */
export function attemptFrom(
  dialect: Pick<Dialect, 'id' | 'readEnd'>,
  record: EventRecord,
  raw: Raw,
  reading: ReadContext = { payload: undefined },
): ReadEnd {
  const attempt = record.readEnd?.(raw, reading) ?? dialect.readEnd?.(raw, record, reading)
  return (
    attempt ?? { kind: 'failed', reason: 'unreadable', message: `${dialect.id} has no executables to hear` }
  )
}
