// What a dict holds where it is printed, of the keys that branches before have set: those of branches that end elsewhere
// are left out, and of branches that rule each other out one is taken at a time.

import type { FlowState } from './state.ts'
import type { Dict, Entry, FlowScope } from './values.ts'

export type DictWays = {
  /** The keys on each way. */
  readonly ways: readonly (readonly Entry[])[]
  /** A branch that not every way goes through sets some of them. */
  readonly isSplit: boolean
}

/** The ways on which this code comes to a dict. */
export function waysTo(dict: Dict, flow: FlowState): DictWays {
  const around = new Set([...scopesAbove(flow.scope), ...scopesAbove(dict.scope)])
  const branches = new Map(dict.entries.map((entry) => [entry, branchOf(entry, flow, around)]))
  const kept = dict.entries.filter((entry) => !isLeft(branches.get(entry), around))
  const open = [...new Set(kept.flatMap((entry) => branches.get(entry) ?? []))]
  const isApart = areApart(open)
  const on = (branch: FlowScope) => (entry: Entry) => (branches.get(entry) ?? branch) === branch
  const ways = isApart && open.length > 1 ? open.map((branch) => kept.filter(on(branch))) : [kept]
  return { ways, isSplit: open.length > 0 }
}

// The branch that sets an entry; undefined where that is gone through anyway, or is in another function.
function branchOf(
  { setIn }: Entry,
  { routine }: FlowState,
  around: ReadonlySet<FlowScope>,
): FlowScope | undefined {
  if (setIn === undefined || setIn.routine !== routine || around.has(setIn.scope)) return undefined
  return scopesAbove(setIn.scope).some((scope) => around.has(scope)) ? setIn.scope : undefined
}

function isLeft(branch: FlowScope | undefined, around: ReadonlySet<FlowScope>): boolean {
  return (
    branch !== undefined && scopesAbove(branch).some((scope) => scope.isLeft === true && !around.has(scope))
  )
}

// Whether each rules out all others: wherever the ways up from two of them meet, the code goes one way alone.
function areApart(branches: readonly FlowScope[]): boolean {
  const own = new Set(branches)
  const seen = new Set<FlowScope>()
  return branches.every((branch, index) => {
    let at: FlowScope | undefined = branch
    for (; at !== undefined && !seen.has(at); at = at.above) seen.add(at)
    return at === undefined ? index === 0 : at.isChoice === true && !own.has(at)
  })
}

// The scope itself first.
function scopesAbove(scope: FlowScope): readonly FlowScope[] {
  const found: FlowScope[] = []
  for (let at: FlowScope | undefined = scope; at !== undefined; at = at.above) found.push(at)
  return found
}
