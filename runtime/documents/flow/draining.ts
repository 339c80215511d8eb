// Reads of standard input: a second read after the first reached the end gets nothing, and is reported.

import type { Range } from '../../contract/problems.ts'
import type { SyntaxNode } from '../treeSitter.ts'
import { addProblem } from './found.ts'
import type { FlowState } from './state.ts'

/** Records that standard input is read to its end here. */
export function drain(node: SyntaxNode, flow: FlowState): void {
  const { reading, drained, dead, aside } = flow
  flow.drained = true
  if (!drained || dead || aside || !reading.certain || reading.readsOnce !== true) return
  const range: Range = { start: node.start, end: node.end }
  const message = 'Standard input is already read to its end, so there is nothing left to read here.'
  addProblem(reading.found, reading.input.path, 'input.spent', message, {
    range,
    fix: 'Read it once, and reuse the result.',
  })
}
