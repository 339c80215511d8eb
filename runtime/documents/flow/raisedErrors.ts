// The errors that code raises depending on the content of the payload, and which handlers they reach.

import type { FlowReading, FlowState } from './state.ts'

/** Stands for the code outside of all functions. */
export const MODULE = -1

/** Records an error: for the statement that takes every error of its body, or for the function that raises it. */
export function noteRaised(name: string, { raises, routine, reading: { now } }: FlowState): void {
  if (raises !== undefined) raises.add(name)
  else {
    const places = now.raised.get(name) ?? new Set()
    now.raised.set(name, places.add(routine?.node.start ?? MODULE))
  }
}

/**
 * Whether one of these errors (any error if none is named) is raised. `taken`: those that an earlier handler catches;
 * `here`: those that are raised in the handlers' own statement.
 */
export function isRaised(
  caught: string,
  { before, now }: FlowReading,
  taken: readonly string[] = [],
  here: ReadonlySet<string> = new Set(),
): boolean {
  const raised = new Set([...before.raised.keys(), ...now.raised.keys(), ...here])
  for (const one of taken.flatMap(errorNames)) raised.delete(one)
  return catchesAny(caught) ? raised.size > 0 : errorNames(caught).some((one) => raised.has(one))
}

/** Whether a handler catches every error that a program may raise. */
export function catchesAny(caught: string): boolean {
  const names = errorNames(caught)
  return names.length === 0 || names.some((one) => ANY.test(one))
}

function errorNames(caught: string): readonly string[] {
  return caught.replace(/\bas\b.*/s, '').match(/\w+/g) ?? []
}

const ANY = /^(?:(?:Base)?Exception|AnyError)$/

/** Whether such an error leaves all functions: `main().catch(…)` handles it. */
export function reachesCaller({ before }: FlowReading): boolean {
  const seen = new Set<number>()
  const leaves = (place: number): boolean => {
    if (place === MODULE) return true
    if (seen.has(place)) return false
    seen.add(place)
    const known = before.routines.get(place)
    return known === undefined || known.calls === 0 || [...known.callers].some(leaves)
  }
  return [...before.raised.values()].some((places) => [...places].some(leaves))
}
