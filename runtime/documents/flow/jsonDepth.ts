// PowerShell's ConvertTo-Json writes objects below a depth as the names of their types.

import type { FlowValue } from './values.ts'

/** The value as it is written with this depth; the same one where nothing is deeper. */
export function cutAt(depth: FlowValue | undefined, value: FlowValue): FlowValue {
  return depth?.kind === 'constant' && typeof depth.value === 'number' ? cut(value, depth.value) : value
}

const CUT: FlowValue = { kind: 'text', text: 'System.Collections.Hashtable' }

function cut(value: FlowValue, depth: number): FlowValue {
  if (value.kind === 'list') {
    const items = value.items.map((one) => inner(one, depth))
    return items.every((one, i) => one === value.items[i]) ? value : { kind: 'list', items }
  }
  if (value.kind !== 'dict') return value
  const entries = value.entries.map((entry) => {
    const now = inner(entry.value, depth)
    return now === entry.value ? entry : { ...entry, value: now, node: now === CUT ? undefined : entry.node }
  })
  return entries.every((one, i) => one === value.entries[i]) ? value : { ...value, entries }
}

function inner(value: FlowValue, depth: number): FlowValue {
  if (value.kind !== 'dict' && value.kind !== 'list') return value
  return depth <= 0 ? CUT : cut(value, depth - 1)
}
