// The keys a dict has where it is printed, given the branches that set them: branches that end elsewhere are left out,
// and of branches that exclude each other, one is taken at a time.

import type { FlowState } from './state.ts'
import type { Dict, Entry, FlowScope } from './values.ts'

export type DictWays = {
  /** The entries on each path. */
  readonly ways: readonly (readonly Entry[])[]
  /** Some entries are set in a branch that not every path takes. */
  readonly isSplit: boolean
}

/** The paths on which the code reaches a dict. */
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

/**
 * The entries that are in a dict on no path to here: their branch ends elsewhere, or a later one for the same key, which
 * every path sets, replaces them.
 */
export function replacedIn({ entries, scope, node }: Dict, flow: FlowState): ReadonlySet<Entry> {
  const around = new Set([...scopesAbove(flow.scope), ...scopesAbove(scope)])
  const found = new Set<Entry>()
  const replaced = new Set<string>()
  for (const entry of entries.toReversed()) {
    const { key, read, setIn, range } = entry
    if (read !== undefined || key === '') continue
    const isLiteral = node.start <= range.start && range.end <= node.end
    if (replaced.has(key) || isLeft(branchOf(entry, flow, around), around)) found.add(entry)
    else if (isLiteral || (setIn !== undefined && setIn.routine === flow.routine && around.has(setIn.scope)))
      replaced.add(key)
  }
  return found
}

// The branch that sets an entry; undefined if every path takes it, or it is in another function.
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

// Whether the branches exclude each other: wherever the chains of scopes above two of them meet, only one is entered.
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
