// Where a walk begins and ends: nothing known but the arguments, input unread, output the script's own.

import type { Problem } from '../../../contract/problems.ts'
import type { Budget } from '../../budget.ts'
import type { Narrow } from '../../events.ts'
import { child, type SyntaxNode } from '../../treeSitter.ts'
import type { Context, EndMore } from './context.ts'
import type { ShellPrinted, State } from './state.ts'
import type { ShellValue } from './value.ts'

/** One end of the script. */
export type End = EndMore & {
  readonly printed: ShellPrinted | undefined
  readonly wrong: readonly Problem[]
  /** Undefined where nobody knows it. */
  readonly status: number | undefined
  /** The events that are left there. */
  readonly events: readonly string[] | undefined
  /** What was said on standard error last. */
  readonly stderr: string | undefined
  readonly node: SyntaxNode
}

export type Walking = {
  readonly text: string
  readonly path: string
  readonly root: SyntaxNode
  readonly functions: ReadonlyMap<string, SyntaxNode>
  readonly events: readonly string[]
  readonly narrow: Narrow
  readonly budget: Budget
  /** The arguments that the script is called with; undefined where nobody knows them. */
  readonly args: readonly string[] | undefined
  /** Told of everything that the script itself prints. */
  readonly printed: (value: ShellValue, state: State, sure: boolean) => void
  /** What is certainly wrong with what was printed up to here, whatever comes. */
  readonly judge: (printed: readonly ShellPrinted[]) => Problem | undefined
}

/** What a statement costs: several ways lead from it, and each keeps what is known on it. */
export const STATEMENT = 4

/** The script itself, outside of all functions and substitutions. */
export const SCRIPT: Context = {
  stdin: 'script',
  mute: false,
  captured: false,
  sure: true,
  test: false,
  depth: 0,
  returns: undefined,
  breaks: [],
  continues: [],
  ends: undefined,
}

/** What is known before the first line. */
export function freshState(args: readonly ShellValue[] | undefined, budget: Budget): State {
  return {
    vars: new Map(),
    shared: false,
    budget,
    args,
    events: undefined,
    input: 'fresh',
    printed: undefined,
    wrong: [],
    muted: false,
    stderr: '',
    fallback: [],
  }
}

/** The functions of a script by their names. */
export function functionsOf(root: SyntaxNode): ReadonlyMap<string, SyntaxNode> {
  const functions = new Map<string, SyntaxNode>()
  const open = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'function_definition') functions.set(child(node, 'name')?.text ?? '', node)
    for (let at = node.children.length - 1; at >= 0; at--) open.push(node.children[at] as SyntaxNode)
  }
  return functions
}
