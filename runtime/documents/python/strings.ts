// The string literals of a Python text: of those with code in them, the parts that are written.

import type { Range } from '../../contract/problems.ts'
import { parseTree, type SyntaxNode } from '../treeSitter.ts'

/** Where they stand, in reading order. */
export async function pythonStrings(text: string): Promise<readonly Range[]> {
  const found: Range[] = []
  const visit = (node: SyntaxNode): void => {
    if (/^string_(?:start|content|end)$/.test(node.type)) found.push({ start: node.start, end: node.end })
    for (const child of node.children) visit(child)
  }
  visit(await parseTree('python', text))
  return found
}
