// The type of a dialect: everything that holds for the whole system, except the records of its events (eventRecord.ts).
// The only source of facts about an agent; no other file repeats them.

import type { DialectId } from './dialectId.ts'
import type { EventRecord, EventRecords, Flow, Semantics, ToolInputs } from './eventRecord.ts'
import type { Host } from './host.ts'
import type { NamesMcp, ToolNames } from './tools.ts'
import type { Raw, ReadContext, ReadEnd } from './verdict.ts'

/** What one file of a dialect may contain, and so what counts as a hook. */
export type Exports =
  /** One executable; running it with the query arguments prints its event. */
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

/** How an executable of this dialect is invoked. */
export type Wire = {
  /** Arguments of a regular call; the payload is on stdin as one JSON text. */
  readonly argv: readonly string[]
  /** Arguments that make the executable print its event, where the dialect defines such a query. */
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
  /** Accepted file name extensions in its places; empty = any executable file. */
  readonly files: readonly string[]
  /** Highest first when `wins` is `first`, lowest first when it is `last`. */
  readonly places: readonly Place[]
  /** Which file is kept when two have the same name: the first place's, the last place's, or both. */
  readonly wins: 'first' | 'last' | 'both'
  /** Rank within the dialect: the merged set by file name, or place after place. */
  readonly order: 'by-name' | 'by-place'
  /** Default time-out of one hook in one firing, in milliseconds. */
  readonly timeoutMs: number
  /** How a handler in a module gets its AbortSignal: second argument `{ signal }`, or a payload field. */
  readonly signal: 'argument' | 'field'
  readonly wire?: Wire
  /** The host matches field names of an answer case-insensitively. */
  readonly anyCase?: true
  /** Interprets exit code, stdout and stderr. Only for dialects with executables. Callers use `attemptFrom`. */
  readEnd?(raw: Raw, event: EventRecord, reading: ReadContext): ReadEnd
  readonly flow?: { readonly [S in Semantics]?: Partial<Flow> }
  /** The dialect's names for tools that most agents have. */
  readonly tools?: ToolNames
  /** Input shapes of its own tools. An input is open where its fields are not all known. */
  readonly toolInputs?: ToolInputs
  /** Result shapes of its own tools; a result is open where its fields are not all known. */
  readonly toolResults?: ToolInputs
  /** Present for a real host, whose hooks are entries of configuration files. */
  readonly host?: Host
  readonly events: E
}

export function dialect<E extends EventRecords>(value: Dialect<E>): Dialect<E> {
  return value
}

/** Interprets the end of a program: by the event's own `readEnd`, else by its dialect's. */
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
