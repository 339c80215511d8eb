// Inlay hints in a host's configuration: the unit of a time, and what hooks of an event may do.

import type { Range } from '../../../runtime/contract/problems.ts'
import { SEMANTICS } from '../../../runtime/contract/recordWords.ts'
import type { Path } from '../../../runtime/contract/walk.ts'
import type { Tree } from '../../../runtime/documents/data/tree.ts'
import type { View } from '../../../runtime/project/view.ts'
import type { InlayHintSpot } from '../inlayHintSpot.ts'
import { outlineIn, shapesAt } from './shapes.ts'

/** The hints within a range. */
export async function configurationHints(view: View, within: Range): Promise<readonly InlayHintSpot[]> {
  const { tree } = await outlineIn(view)
  const hints: InlayHintSpot[] = []
  if (tree !== undefined) walk(tree, [])
  return hints

  function walk(node: Tree, path: Path): void {
    if (node.kind === 'array') for (const [index, item] of node.items.entries()) walk(item, [...path, index])
    if (node.kind !== 'object' || path.length > DEEPEST) return
    for (const { key, value } of node.members) {
      const here = [...path, key.text]
      // Other top-level keys contain no hooks.
      if (here.length === 1 && key.text !== 'hooks') continue
      if (here.length === 2) eventHint(here, key.range.end)
      if (value?.kind === 'scalar' && typeof value.value === 'number')
        timeHint(here, value.value, value.range)
      else if (value !== undefined) walk(value, here)
    }
  }

  function eventHint(path: Path, at: number): void {
    if (!isWithin(at)) return
    const [found] = shapesAt(view.role, tree, path)
    const record = found === undefined ? undefined : found.dialect.events[found.shape.event ?? '']
    if (record !== undefined) hints.push({ at, label: record.semantics, about: SEMANTICS[record.semantics] })
  }

  function timeHint(path: Path, value: number, { end }: Range): void {
    if (!isWithin(end)) return
    const [found] = shapesAt(view.role, tree, path).filter(
      ({ shape: { format } }) => format === 'seconds' || format === 'milliseconds',
    )
    if (found === undefined) return
    const { dialect, shape } = found
    const isMs = shape.format === 'milliseconds'
    const label = isMs ? (value < 1000 ? 'ms' : `ms = ${value / 1000} s`) : 's'
    hints.push({ at: end, label, about: `${dialect.title} counts it in ${shape.format}.` })
  }

  function isWithin(at: number): boolean {
    return within.start <= at && at <= within.end
  }
}

const DEEPEST = 8
