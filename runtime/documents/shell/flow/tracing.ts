// `set -x` where `exec 2>&1` leads standard error into the output: the shell then prints each command before what it
// prints.

import type { SyntaxNode } from '../../treeSitter.ts'
import { made } from './value.ts'
import type { Context, State } from './walk.ts'

/**
 * The later of the two statements, from which on each command is printed on standard output; undefined where a script
 * does not certainly have both, or leads either output elsewhere.
 */
export function tracesIntoOutput(root: SyntaxNode): SyntaxNode | undefined {
  if (LEADS_ELSEWHERE.test(root.text)) return undefined
  const merges = root.children.find(({ text }) => /^exec[ \t]+2>[ \t]*&1$/.test(text))
  const traces = root.children.find(({ text }) =>
    /^set[ \t]+(?:-\w*x\w*|-o[ \t]+xtrace)(?:[ \t]|$)/.test(text),
  )
  if (merges === undefined || traces === undefined) return undefined
  return merges.start > traces.start ? merges : traces
}

const LEADS_ELSEWHERE = /XTRACEFD|\bset[ \t]+\+|\bexec[ \t]+(?!2>[ \t]*&1)/

/** Prints what the shell prints before the next command, if it does so from this statement on. */
export function putTrace(node: SyntaxNode, state: State, context: Context): void {
  if (state.walk.script.tracesFrom === node) state.walk.put([made('+ …\n')], node, state, context)
}
