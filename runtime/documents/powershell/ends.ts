// Where a script ends with a status right after it said why, or with nothing said on standard error at all. With
// `$ErrorActionPreference = 'Stop'` it already ended at Write-Error, so nothing is said of what stands behind.

import { openContentBranches } from '../contentBranches.ts'
import { printedTextSpots } from '../printedText.ts'
import type { Spot } from '../spots.ts'
import { child, named, nodesIn, type SyntaxNode } from '../treeSitter.ts'

const SAYS = /^(?:\[(?:system\.)?console\]::error\.write|\$host\.ui\.writeerrorline|write-error\b)/i
const PRINTS = /^(?:write-(?:output|host)\b|\[(?:system\.)?console\]::(?:out\.)?write|["'])/i
/** What else may speak on standard error: other programs, other commands of PowerShell. */
const MAY_SAY =
  /\berror\b|\bthrow\b|write-(?:warning|verbose|debug|information)|2>|^\s*(?:&|\.)\s|\binvoke-\w+/im

/** The ends whose last words stand right before them, in the same block. */
export function endSpots(root: SyntaxNode, events: readonly string[]): readonly Spot[] {
  const { text } = root
  const stops = /\$ErrorActionPreference\s*=\s*['"]?Stop/i.test(text)
  const branches = openContentBranches(text, 'powershell')
  const maySay = MAY_SAY.test(text)
  const spots: Spot[] = [...printedTextSpots(text, 'powershell', events)]
  let within: SyntaxNode | undefined
  for (const node of nodesIn(root)) {
    if (node.children.length === 0) continue
    if (node.type === 'function_statement') within = node
    const statements = named(node).filter(({ type }) => type !== 'empty_statement')
    for (const [at, one] of statements.entries()) {
      const before = statements[at - 1]?.text ?? ''
      const status = /^exit\s+(\d{1,3})$/i.exec(one.text.trim())?.[1]
      if (status === undefined || (stops && /^write-error/i.test(before))) continue
      const range = { start: one.start, end: one.end }
      const lastWords = wordsIn(before, maySay)
      if (lastWords === undefined) continue
      const around = within !== undefined && one.end <= within.end ? nameOf(within) : undefined
      const first = statements[0] as SyntaxNode
      const isContent =
        branches.isAround(first.start - root.start) ||
        (around !== undefined && branches.isAroundCallOf(around))
      const byContent = isContent ? { byContent: true as const } : {}
      spots.push({ kind: 'end', range, events, status: Number(status), ...lastWords, ...byContent })
    }
  }
  return spots
}

function nameOf(node: SyntaxNode): string {
  const name = child(node, 'name') ?? named(node).find(({ type }) => type === 'function_name')
  return name?.text ?? ''
}

// What is handed over is said, and nobody knows what it is.
function wordsIn(
  before: string,
  maySay: boolean,
): { readonly stderr: string; readonly stdout: string } | undefined {
  const written = /["'][\s\S]*["']/.exec(before)?.[0]
  if (SAYS.test(before)) return { stderr: written ?? '…', stdout: '' }
  if (!PRINTS.test(before) || maySay || /\{|\$\(/.test(written ?? '{')) return undefined
  return { stderr: '', stdout: `${written?.slice(1, -1).replaceAll(/\$\w+/g, '…')}\n` }
}
