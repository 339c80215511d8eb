// Adds keys to the dicts that a hook builds, and removes them. What a function does to a dict built outside of it is
// known where the function is called, and in the next round.

import type { SyntaxNode } from '../treeSitter.ts'
import { type Summary, summaryOf } from './knowledge.ts'
import type { FlowState } from './state.ts'
import { alternatives, type Dict, type Entry, type FlowRoutine, type FlowValue } from './values.ts'

/** Adds a key to a dict; an entry at the same place replaces the earlier one. */
export function addEntry(dict: Dict, given: Entry, { reading, routine, scope }: FlowState): void {
  const entry: Entry = { setIn: { routine, scope }, ...given }
  if (!reading.budget.take(1 + (dict.entries.length >> 4))) {
    dict.more = true
    return
  }
  const at = dict.entries.findIndex(({ range }) => range.start === entry.range.start)
  if (at === -1) dict.entries.push(entry)
  else dict.entries[at] = entry
}

/** Takes a key out of a dict; after a removal on only some paths, the dict may or may not have it. */
export function removeKey(of: FlowValue, key: string | undefined, flow: FlowState): void {
  const all = alternatives(of)
  for (const one of all) {
    if (one.kind !== 'dict') continue
    removeElsewhere(one, key, flow)
    const isSeen = flow.reading.budget.take(1 + (one.entries.length >> 4))
    const isSure = isSeen && all.length === 1 && one.scope === flow.scope && flow.loop === undefined
    if (key === undefined || !isSure) one.more = true
    let kept = 0
    for (const entry of one.entries) if (entry.key !== key) one.entries[kept++] = entry
    one.entries.length = kept
  }
}

/** Takes all keys out of a dict; after that it may have any keys. */
export function removeAll(dict: Dict, flow: FlowState): void {
  removeElsewhere(dict, undefined, flow)
  dict.entries.length = 0
  dict.more = true
}

/** Another dict with the same entries, made by a call: what is added to it later is not in the first one. */
export function copied(value: FlowValue, node: SyntaxNode): FlowValue {
  return value.kind === 'dict' ? { ...value, node, entries: [...value.entries] } : value
}

/** Limit on the entries that functions add to one dict. */
const MOST_ADDED = 50

/** Adds a key to a dict, which another function may have built. */
export function putEntry(dict: Dict, entry: Entry, flow: FlowState): void {
  addEntry(dict, entry, flow)
  addElsewhere(dict, entry, flow)
}

/** Lets `change` add keys to a dict, which another function may have built. */
export function changeEntries(dict: Dict, flow: FlowState, change: () => void): void {
  const { routine, reading } = flow
  const isElsewhere = routine !== undefined && !isBuiltIn(routine, dict)
  const isSeen = isElsewhere && reading.budget.take(1 + (dict.entries.length >> 4))
  const before = new Set(isSeen ? dict.entries : [])
  change()
  if (!isSeen) return
  for (const entry of dict.entries) if (!before.has(entry)) addElsewhere(dict, entry, flow)
}

// Records that the function on this path adds an entry to a dict that is built elsewhere.
function addElsewhere(dict: Dict, entry: Entry, { routine, scope, reading: { now } }: FlowState): void {
  const { start } = dict.node
  if (routine === undefined || isBuiltIn(routine, dict)) return
  keep(now.added, start, entry)
  keep(summaryOf(now, routine).adds, start, { setIn: { routine, scope }, ...entry })
}

function isBuiltIn({ node: { start, end } }: FlowRoutine, { node }: Dict): boolean {
  return start <= node.start && node.end <= end
}

// Records that the function on this path removes a key from a dict that is built elsewhere; undefined: any key.
function removeElsewhere(
  dict: Dict,
  key: string | undefined,
  { routine, reading: { now } }: FlowState,
): void {
  if (routine === undefined || isBuiltIn(routine, dict)) return
  const keys = now.removed.get(dict.node.start) ?? new Set()
  now.removed.set(dict.node.start, keys.add(key))
}

/** Whether some function may have removed the key, or any key, from a dict that it did not build. */
export function mayBeRemoved({ node }: Dict, key: string | undefined, { reading }: FlowState): boolean {
  const keys = reading.before.removed.get(node.start)
  return keys !== undefined && (key === undefined || keys.has(undefined) || keys.has(key))
}

function keep(all: Map<number, readonly Entry[]>, start: number, entry: Entry): void {
  const before = all.get(start) ?? []
  if (before.length < MOST_ADDED && before.every(({ range }) => range.start !== entry.range.start))
    all.set(start, [...before, entry])
}

/** Records a dict that the code builds here. */
export function noteBuilt(dict: Dict, { routine, loop, reading: { now } }: FlowState): void {
  const { start } = dict.node
  const isOneOfMany = loop !== undefined || now.built.has(start)
  now.built.set(start, { dict, routine, isOneOfMany })
}

/**
 * Adds to the dicts what a called function adds to them, as set by the call. Of several dicts that one expression
 * builds, it is not known which the function gets.
 */
export function addAgain({ adds }: Summary, flow: FlowState): void {
  const { now, before } = flow.reading
  for (const [start, entries] of adds) {
    const all = [now.built.get(start), before.built.get(start)].filter((one) => one !== undefined)
    if (all.some((one) => one.isOneOfMany || isCalledAgain(one.routine, flow))) continue
    for (const dict of new Set(all.map((one) => one.dict)))
      for (const entry of entries) addByCall(dict, entry, flow)
  }
}

function isCalledAgain(routine: FlowRoutine | undefined, { reading: { now, before } }: FlowState): boolean {
  if (routine === undefined) return false
  return [now, before].some(({ routines }) => (routines.get(routine.node.start)?.calls ?? 0) > 1)
}

function addByCall(dict: Dict, { setIn, ...entry }: Entry, flow: FlowState): void {
  const same = dict.entries.find(({ range }) => range.start === entry.range.start)
  const isEachTime = setIn?.routine !== undefined && setIn.scope.above === setIn.routine.scope
  // Where other calls add it as well, or only some do, the path of the call does not show which keys there are.
  if (!isEachTime || (same !== undefined && same.setIn?.scope !== flow.scope)) dict.more = true
  addEntry(dict, entry, flow)
  addElsewhere(dict, { ...entry, ...(isEachTime ? {} : { setIn }) }, flow)
}
