// What one round through a file learns for the next one: about its functions, names, fields and dicts.

import type { ContentBranch } from '../comparedWords.ts'
import type { FlowPrinted } from './printed.ts'
import { NO_ERRORS, type StandardError } from './standardError.ts'
import type { Dict, Entry, FlowRoutine, FlowValue } from './values.ts'

/** What is known about a function, from one round to the next. */
export type Summary = {
  /** The values of its parameters, joined over all calls. */
  readonly given: Map<string, FlowValue>
  returns: FlowValue | undefined
  /** No path through it returns. */
  ends: boolean
  /** It has certainly read the payload when it returns. */
  reads: boolean
  /** What it has certainly printed when it returns. */
  prints: FlowPrinted | undefined
  /** What it printed last on one of its paths. */
  perhaps: FlowPrinted | undefined
  /** What it has written to standard error when it returns. */
  says: StandardError
  /** It has certainly read all of standard input when it returns. */
  drains: boolean
  /** What holds at the entry of the function, joined over all calls. */
  entry: FlowEntry | undefined
  /** It handles errors raised anywhere: `main().catch(…)`. */
  handles: boolean
  calls: number
  /** The functions that call it where no try takes all errors, by the place of their code. */
  readonly callers: Set<number>
  /** The classes on whose instances it is called, or as which it is called. */
  readonly owners: Set<string>
  /** The arguments of single calls, by the offset of the call. */
  readonly apart: Map<number, ReadonlyMap<string, FlowValue>>
  /** What it has certainly printed when it returns to one of those calls. */
  readonly printsTo: Map<number, FlowPrinted>
  /** What it returns to one of those calls. */
  readonly returnsTo: Map<number, FlowValue>
  /** Those of the single calls that stand in a branch that is taken for what the payload's text says. */
  readonly byContentAt: Map<number, ContentBranch>
  /** Entries that it adds to dicts built outside of it, by the offset of the dict. */
  readonly adds: Map<number, readonly Entry[]>
  /** How many of its calls are the status of an exit. */
  exits: number
  /** How many of its calls are whole statements, so that the result is discarded. */
  drops: number
}

/** The state in which a function is entered. */
export type FlowEntry = {
  read: boolean
  printed: FlowPrinted | undefined
  errors: StandardError
  drained: boolean
  guessed: boolean
  aside: boolean
  /** All of its calls are inside a try that catches the end of the program. */
  swallows: boolean
  /** One of its calls is in a branch that depends on the content of the payload's text. */
  byContent: ContentBranch
  readonly events: Set<string>
}

/** A dict, and the function that builds it. */
export type BuiltDict = {
  readonly dict: Dict
  readonly routine: FlowRoutine | undefined
  /** The same code builds more than one. */
  readonly isOneOfMany: boolean
}

export type Knowledge = {
  readonly routines: Map<number, Summary>
  readonly globals: Map<string, FlowValue>
  /** Entries that functions add to dicts built elsewhere, by the offset of the dict. */
  readonly added: Map<number, readonly Entry[]>
  /** Keys that functions remove from dicts built elsewhere, by the offset of the dict; undefined: any key. */
  readonly removed: Map<number, Set<string | undefined>>
  /** The dicts built in this round, by offset. */
  readonly built: Map<number, BuiltDict>
  /** Functions that are appended to lists, by the offset of the list. */
  readonly appended: Map<number, readonly FlowValue[]>
  /** The lists that get items later, by offset, and whether only in branches that depend on a text of the payload. */
  readonly filled: Map<number, boolean>
  /** `Class.attribute`. */
  readonly fields: Map<string, FlowValue>
  /** The same as entries of a dict, by class: where each is set on an instance. */
  readonly members: Map<string, readonly Entry[]>
  /**
   * The errors raised in branches that depend on the content of the payload's text, each with the functions that raise
   * it, by the place of their code: see `raisedErrors.ts`.
   */
  readonly raised: Map<string, Set<number>>
}

export function newKnowledge(): Knowledge {
  return {
    routines: new Map(),
    globals: new Map(),
    added: new Map(),
    removed: new Map(),
    built: new Map(),
    appended: new Map(),
    filled: new Map(),
    fields: new Map(),
    members: new Map(),
    raised: new Map(),
  }
}

export function summaryOf(knowledge: Knowledge, routine: FlowRoutine): Summary {
  let summary = knowledge.routines.get(routine.node.start)
  if (summary === undefined) {
    summary = {
      given: new Map(),
      returns: undefined,
      ends: false,
      reads: false,
      prints: undefined,
      perhaps: undefined,
      says: NO_ERRORS,
      drains: false,
      entry: undefined,
      handles: false,
      calls: 0,
      callers: new Set(),
      owners: new Set(),
      apart: new Map(),
      byContentAt: new Map(),
      printsTo: new Map(),
      returnsTo: new Map(),
      adds: new Map(),
      exits: 0,
      drops: 0,
    }
    knowledge.routines.set(routine.node.start, summary)
  }
  return summary
}
