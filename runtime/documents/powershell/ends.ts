// Where a script ends with a status right after it said why on standard error. With `$ErrorActionPreference = 'Stop'`
// it already ended at Write-Error, so nothing is said of what stands behind.

import type { Spot } from '../spots.ts'
import { named, nodesIn, type SyntaxNode } from '../treeSitter.ts'

const SAYS = /^(?:\[(?:system\.)?console\]::error\.write|\$host\.ui\.writeerrorline|write-error\b)/i

/** The ends whose last words stand right before them, in the same block. */
export function endSpots(root: SyntaxNode, events: readonly string[]): readonly Spot[] {
  const stops = /\$ErrorActionPreference\s*=\s*['"]?Stop/i.test(root.text)
  const spots: Spot[] = []
  for (const node of nodesIn(root)) {
    if (node.children.length < 2) continue
    const statements = named(node).filter(({ type }) => type !== 'empty_statement')
    for (const [at, one] of statements.entries()) {
      const before = statements[at - 1]?.text ?? ''
      const status = /^exit\s+(\d{1,3})$/i.exec(one.text.trim())?.[1]
      if (status === undefined || !SAYS.test(before) || (stops && /^write-error/i.test(before))) continue
      const stderr = /["'][\s\S]*["']/.exec(before)?.[0] ?? ''
      const range = { start: one.start, end: one.end }
      spots.push({ kind: 'end', range, events, status: Number(status), stderr, stdout: '' })
    }
  }
  return spots
}
