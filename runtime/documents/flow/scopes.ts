// Looks names up in the scopes of a function and of the branches in it.

import type { FlowScope, FlowValue } from './values.ts'

/** The value of a name; undefined if it is not in scope. */
export function lookUp(scope: FlowScope, name: string): FlowValue | undefined {
  for (let here: FlowScope | undefined = scope; here !== undefined; here = nextAbove(here)) {
    const value = here.names.get(name)
    if (value !== undefined) return value
  }
  return undefined
}

/** The scope in which a name is looked for next. */
export function nextAbove({ past, above }: FlowScope): FlowScope | undefined {
  return past ?? above
}

/** The code enters one of several scopes below this one; an empty scope is then skipped in look-ups, for speed. */
export function choose(scope: FlowScope): void {
  scope.isChoice = true
  if (scope.names.size === 0 && scope.above !== undefined) scope.past = scope.above.past ?? scope.above
}
