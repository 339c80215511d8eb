// The state of one path through a hook's code: values of names, possible events, output so far; and how paths fork
// and merge.

import type { ContentBranch } from '../comparedWords.ts'
import type { SyntaxNode } from '../treeSitter.ts'
import type { Followed } from './followed.ts'
import type { FlowFound } from './found.ts'
import { joinAll, joinInto } from './joining.ts'
import type { Knowledge } from './knowledge.ts'
import type { FlowPrinted } from './printed.ts'
import { lookUp, nextAbove } from './scopes.ts'
import { errorsOnAny, type StandardError } from './standardError.ts'
import {
  type ContentLevel,
  type FlowRoutine,
  type FlowScope,
  type FlowValue,
  isPlain,
  onWay,
  UNKNOWN,
} from './values.ts'

export type LocalClass = {
  readonly name: string
  readonly bases: readonly string[]
  readonly methods: Map<string, FlowRoutine>
  /** The decorators of methods: `property`, `classmethod`. */
  readonly decorated: ReadonlyMap<string, string>
}

/** The state of one round through the whole file. */
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
    /** How the parts of the current expression evaluated so far relate to the payload's text. */
    content: ContentLevel | undefined
    /** Evaluates an expression: see evaluate.ts. */
    readonly value: (node: SyntaxNode | undefined, flow: FlowState) => FlowValue
  }

export type FlowState = {
  readonly reading: FlowReading
  readonly routine: FlowRoutine | undefined
  readonly globals: Set<string>
  scope: FlowScope
  events: readonly string[]
  /** Why the following code is not reached. */
  ended: 'away' | 'loop' | undefined
  read: boolean
  printed: FlowPrinted | undefined
  /** What was printed last on one of the paths that merged here. */
  perhaps: FlowPrinted | undefined
  /** The output of the last `if` on this path, if exactly one of its branches printed. */
  met: { readonly printed: FlowPrinted; readonly events: readonly string[] } | undefined
  /** Standard error written in this function; `errorsBefore`: before it was called. */
  errors: StandardError
  errorsBefore: StandardError
  /** All of standard input has been read. */
  drained: boolean
  /** Above 0: inside a try that catches errors for missing keys. */
  guarded: number
  /** After the end of the path, in unreachable code. */
  dead: boolean
  /** Above 0: the payload may be another host's, because its shape was tested first. */
  guessed: number
  /** Above 0: inside a try that may catch the end of the program. */
  caught: number
  /** That try certainly catches the end of the program, which then ends with 0. */
  swallows: boolean
  /** Collects the errors raised inside a try that takes all of them. */
  raises: Set<string> | undefined
  /** On a path that hosts do not take, such as a manual run. */
  aside: boolean
  /** In a branch that depends on the content of the payload's text. */
  byContent: ContentBranch
  /** Reached only if an earlier such branch did not end the path: `if not found: return 0`. */
  afterTest: boolean
  /** In an error handler whose try body printed nothing. */
  handled: boolean
  loop:
    | {
        readonly scope: FlowScope
        readonly left: Map<string, FlowValue>
        /** It goes a field deeper for each key of a path that is written elsewhere. */
        readonly goesDeeper: boolean
        /** What its items are taken from. */
        readonly over?: FlowValue | undefined
        /** It tests whether each key exists. */
        tests?: true
        /** The names that hold a row of a table, in this loop and those around it. */
        readonly rows: readonly ReadonlySet<string>[]
      }
    | undefined
  returned: FlowValue[]
  /** The values a generator has yielded so far. */
  yielded: FlowValue[]
}

/** Follows the statements of a block: see statements.ts. */
export type Block = (node: SyntaxNode | undefined, flow: FlowState) => void

/** A branch of this path: names that are set in it are visible only there. */
export function fork(flow: FlowState): FlowState {
  return {
    ...flow,
    met: undefined,
    scope: { names: new Map(), above: flow.scope, isModule: flow.routine === undefined },
  }
}

/** A branch that is never reached: it is visited for completion, as the author may be typing there; nothing in it is reported. */
export function beyond(flow: FlowState): FlowState {
  const rest = fork(flow)
  return { ...rest, ended: undefined, aside: true, dead: true, returned: [], yielded: [] }
}

/** Continues the path where these branches merge. */
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

// A status that is set on one branch keeps the output of that branch.
function withWay(value: FlowValue, { errors, printed }: FlowState, flow: FlowState): FlowValue {
  if (!isPlain(value) || value.node === undefined || (errors === flow.errors && printed === flow.printed))
    return value
  return onWay(value, { range: { start: value.node.start, end: value.node.end }, errors, printed })
}

/** The output of one of these paths: text if any prints text; otherwise the answer, if all that print agree on one. */
export function perhapsOn(parts: readonly Pick<FlowState, 'printed' | 'perhaps'>[]): FlowPrinted | undefined {
  const all = [...new Set(parts.flatMap(({ printed, perhaps }) => printed ?? perhaps ?? []))]
  const [text] = all.filter(({ kind }) => kind === 'text')
  return text ?? (all.length === 1 ? all[0] : undefined)
}

/** Sets a name; a global one for all functions. */
export function setName(flow: FlowState, name: string, value: FlowValue): void {
  flow.scope.names.set(name, value)
  if (flow.routine !== undefined && !flow.globals.has(name)) return
  joinInto(flow.reading.now.globals, name, value)
}

/** The value of a name: local, or set anywhere in the module. */
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

/** The class and the classes of the file that it extends, nearest first. */
export function familyOf(reading: FlowReading, name: string): readonly LocalClass[] {
  const family = new Set<LocalClass>()
  const open = [name]
  for (const one of open) {
    const found = reading.classes.get(one)
    if (found === undefined || family.has(found)) continue
    family.add(found)
    open.push(...found.bases)
  }
  return [...family]
}
