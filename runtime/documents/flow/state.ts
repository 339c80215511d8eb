// One way through the code of a hook: which names hold what, which events it can be, what was printed; and how ways
// part and meet again.

import type { SyntaxNode } from '../treeSitter.ts'
import type { Followed } from './followed.ts'
import type { FlowFound } from './found.ts'
import { joinAll, joinInto } from './joining.ts'
import type { FlowPrinted } from './printed.ts'
import { errorsOnAny, NO_ERRORS, type StandardError } from './standardError.ts'
import {
  type ContentLevel,
  type Entry,
  type FlowRoutine,
  type FlowScope,
  type FlowValue,
  isPlain,
  lookUp,
  nextAbove,
  onWay,
  UNKNOWN,
} from './values.ts'

/** What is known of a function, from one round to the next. */
export type Summary = {
  /** What its parameters are given by every call. */
  readonly given: Map<string, FlowValue>
  returns: FlowValue | undefined
  /** No way through it comes back. */
  ends: boolean
  /** It has certainly read the payload when it comes back. */
  reads: boolean
  /** What it has certainly printed when it comes back. */
  prints: FlowPrinted | undefined
  /** What it has printed last on one of its ways. */
  perhaps: FlowPrinted | undefined
  /** What it has said on standard error when it comes back. */
  says: StandardError
  /** It has certainly read all of standard input when it comes back. */
  drains: boolean
  /** What has certainly happened at every call. */
  entry: FlowEntry | undefined
  /** It is called with errors that nobody caught before. */
  handles: boolean
  calls: number
  /** What single calls give it, where one may be told from another. */
  readonly apart: Map<number, ReadonlyMap<string, FlowValue>>
  /** What it has certainly printed when it comes back to one of those calls. */
  readonly printsTo: Map<number, FlowPrinted>
  /** Those of the single calls that stand in a branch that is taken for what the payload's text says. */
  readonly byContentAt: Set<number>
  /** How many of its calls are the status of an exit. */
  exits: number
  /** How many of its calls stand alone, so that nobody takes what it gives back. */
  drops: number
}

/** How a function is entered. */
export type FlowEntry = {
  read: boolean
  printed: FlowPrinted | undefined
  errors: StandardError
  drained: boolean
  guessed: boolean
  aside: boolean
  /** All of its calls stand where a try takes the end of the program. */
  swallows: boolean
  /** One of its calls stands in a branch that is taken for what the payload's text says. */
  byContent: boolean
  readonly events: Set<string>
}

export type Knowledge = {
  readonly routines: Map<number, Summary>
  readonly globals: Map<string, FlowValue>
  /** What functions put into dicts that others have made, by the place of these. */
  readonly added: Map<number, readonly Entry[]>
  /** `Class.attribute`. */
  readonly fields: Map<string, FlowValue>
  /** The errors that are raised where a branch is taken for what the payload's text says. */
  readonly raised: Set<string>
}

export type LocalClass = {
  readonly name: string
  readonly bases: readonly string[]
  readonly methods: Map<string, FlowRoutine>
  /** What stands over a method: `property`, `classmethod`. */
  readonly decorated: ReadonlyMap<string, string>
}

/** What holds for the whole file. */
export type FlowReading = Followed &
  Required<Pick<Followed, 'classEvents' | 'claimed'>> & {
    readonly found: FlowFound
    readonly before: Knowledge
    readonly now: Knowledge
    readonly classes: Map<string, LocalClass>
    /** Functions met in this round, those called first. */
    readonly open: Set<FlowRoutine>
    readonly routines: Map<number, FlowRoutine>
    depth: number
    /** What the parts of an expression that were looked at so far are of the payload's text. */
    content: ContentLevel | undefined
    /** What an expression comes to: see evaluate.ts. */
    readonly value: (node: SyntaxNode | undefined, flow: FlowState) => FlowValue
  }

export type FlowState = {
  readonly reading: FlowReading
  readonly routine: FlowRoutine | undefined
  readonly globals: Set<string>
  scope: FlowScope
  events: readonly string[]
  /** Why what follows is not reached. */
  ended: 'away' | 'loop' | undefined
  read: boolean
  printed: FlowPrinted | undefined
  /** What was printed last on one of the ways that have met here. */
  perhaps: FlowPrinted | undefined
  /** What the only branch printed that printed something, of the question that was asked last on this very way. */
  met: { readonly printed: FlowPrinted; readonly events: readonly string[] } | undefined
  /** What was said on standard error in this function, and before it was called. */
  errors: StandardError
  errorsBefore: StandardError
  /** All of standard input has been read. */
  drained: boolean
  /** Inside of a try that expects missing keys. */
  guarded: number
  /** Behind the end of the way, where nothing is reached. */
  dead: boolean
  /** Where the payload may be another host's: its shape was looked at first. */
  guessed: number
  /** Inside of a try that may catch the end of the program. */
  caught: number
  /** That try takes the end of the program for certain, and the program then ends with 0. */
  swallows: boolean
  /** On a way that only somebody who tries things out takes. */
  aside: boolean
  /** In a branch that is taken for what the payload's text says. */
  byContent: boolean
  /** In the handler of an error, behind a body that printed nothing. */
  handled: boolean
  loop: { readonly scope: FlowScope; readonly left: Map<string, FlowValue> } | undefined
  returned: FlowValue[]
  /** What a generator has given so far. */
  yielded: FlowValue[]
}

/** Follows the statements of a block: see statements.ts. */
export type Block = (node: SyntaxNode | undefined, flow: FlowState) => void

/** The same way, where it may part: names that are set are set for this part alone. */
export function fork(flow: FlowState): FlowState {
  return {
    ...flow,
    met: undefined,
    scope: { names: new Map(), above: flow.scope, isModule: flow.routine === undefined },
  }
}

/** Goes on where these parts meet. */
export function mergeBranches(flow: FlowState, parts: readonly FlowState[]): void {
  const alive = parts.filter(({ ended }) => ended === undefined)
  const [first, ...others] = alive
  if (first === undefined) {
    flow.ended = parts.some(({ ended }) => ended === 'loop') ? 'loop' : 'away'
    return
  }
  const changed = new Set(alive.flatMap(({ scope }) => [...scope.names.keys()]))
  const isFollowed = flow.reading.budget.take(changed.size * alive.length)
  for (const name of changed) {
    if (!isFollowed) {
      flow.scope.names.set(name, UNKNOWN)
      continue
    }
    const values = alive.flatMap((part) => {
      const value = lookUp(part.scope, name)
      return value === undefined ? [] : withWay(value, part, flow)
    })
    flow.scope.names.set(name, joinAll(values))
  }
  const events = new Set(alive.flatMap((part) => part.events))
  flow.events = flow.reading.input.events.filter((event) => events.has(event))
  flow.read = alive.every(({ read }) => read)
  flow.drained = alive.every(({ drained }) => drained)
  flow.errors = errorsOnAny(alive.map(({ errors }) => errors))
  flow.printed = others.every(({ printed }) => printed?.kind === first.printed?.kind)
    ? first.printed
    : undefined
  flow.perhaps = flow.printed === undefined ? perhapsOn(alive) : undefined
}

// A status that is set on one side: what is said there goes along with it.
function withWay(value: FlowValue, { errors, printed }: FlowState, flow: FlowState): FlowValue {
  if (!isPlain(value) || value.node === undefined || (errors === flow.errors && printed === flow.printed))
    return value
  return onWay(value, { range: { start: value.node.start, end: value.node.end }, errors, printed })
}

/** What is printed on one of these ways: text, where any prints text, else an answer, where no two print different ones. */
export function perhapsOn(parts: readonly Pick<FlowState, 'printed' | 'perhaps'>[]): FlowPrinted | undefined {
  const all = [...new Set(parts.flatMap(({ printed, perhaps }) => printed ?? perhaps ?? []))]
  const [text] = all.filter(({ kind }) => kind === 'text')
  return text ?? (all.length === 1 ? all[0] : undefined)
}

/** Sets a name; where it is a global one, for everybody. */
export function setName(flow: FlowState, name: string, value: FlowValue): void {
  flow.scope.names.set(name, value)
  if (flow.routine !== undefined && !flow.globals.has(name)) return
  joinInto(flow.reading.now.globals, name, value)
}

/** What a name holds: here, or anywhere in the module. */
export function getName(flow: FlowState, name: string): FlowValue | undefined {
  const { before, now } = flow.reading
  const isOwn = flow.routine === undefined
  for (let here: FlowScope | undefined = flow.scope; here !== undefined; here = nextAbove(here)) {
    if (here.isModule === true && !isOwn) break
    const value = here.names.get(name)
    if (value !== undefined) return value
  }
  return before.globals.get(name) ?? now.globals.get(name)
}

export function newKnowledge(): Knowledge {
  return {
    routines: new Map(),
    globals: new Map(),
    added: new Map(),
    fields: new Map(),
    raised: new Set(),
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
      apart: new Map(),
      byContentAt: new Set(),
      printsTo: new Map(),
      exits: 0,
      drops: 0,
    }
    knowledge.routines.set(routine.node.start, summary)
  }
  return summary
}

/** The class and those of the file that it extends, nearest first. */
export function familyOf(reading: FlowReading, name: string): readonly LocalClass[] {
  const family: LocalClass[] = []
  const open = [name]
  for (const one of open) {
    const found = reading.classes.get(one)
    if (found === undefined || family.includes(found)) continue
    family.push(found)
    open.push(...found.bases)
  }
  return family
}
