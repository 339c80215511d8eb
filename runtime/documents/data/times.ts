// Reports times in milliseconds whose values look like seconds (`timeoutMs: 30`), because the runtime uses them as
// written.

import { type Problem, problem } from '../../contract/problems.ts'
import { type Path, shapeAt, type WalkedShape } from '../../contract/walk.ts'
import { replace } from '../repairs.ts'
import type { Tree } from './tree.ts'

/** In milliseconds; no hook or delivery completes faster, because starting a process takes as long. */
const SHORTEST = 100

/** A warning for every time in a configuration that is too short to be intended. */
export function shortTimes(tree: Tree | undefined, shape: WalkedShape, path: string): readonly Problem[] {
  const found: Problem[] = []
  if (tree !== undefined) walk(tree, [])
  return found

  function walk(node: Tree, at: Path): void {
    if (at.length > DEEPEST) return
    if (node.kind === 'object')
      for (const { key, value } of node.members) if (value !== undefined) walk(value, [...at, key.text])
    if (node.kind === 'array') for (const [index, item] of node.items.entries()) walk(item, [...at, index])
    if (node.kind !== 'scalar' || typeof node.value !== 'number') return
    const { value, range } = node
    if (value < 1 || value >= SHORTEST) return
    const here = shapeAt(shape, at)
    if (here.kind !== 'known' || here.shape.format !== 'milliseconds') return
    const message = `${written(at)} is in milliseconds: every run is stopped after ${value} ms, before it can answer.`
    const milliseconds = Math.round(value * 1000)
    found.push(
      problem('timeout.unit', path, message, {
        range,
        fix: `Write ${milliseconds} for ${value} ${value === 1 ? 'second' : 'seconds'}.`,
        repairs: [replace(`Change to ${milliseconds} (${value} s)`, range, String(milliseconds))],
      }),
    )
  }
}

// The path as in other findings of a configuration: webhooks[0].timeout.
function written(at: Path): string {
  return at
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '')
}

// The deepest level at which a configuration has a time.
const DEEPEST = 8
