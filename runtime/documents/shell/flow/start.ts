// Where a walk begins and ends: nothing known but the arguments, input unread, output the script's own.

import type { Problem } from '../../../contract/problems.ts'
import type { Budget } from '../../budget.ts'
import type { DocumentInput } from '../../document.ts'
import { narrowingOf } from '../../events.ts'
import { child, nodesIn, type SyntaxNode } from '../../treeSitter.ts'
import type { ShellValue } from './value.ts'
import type { Context, EndMore, ShellPrinted, State, Walk, WalkedScript } from './walk.ts'

/** One end of the script. */
export type End = EndMore &
  Readonly<Pick<State, 'printed' | 'wrong' | 'events' | 'stderr' | 'logged' | 'byContent'>> & {
    /** Undefined where nobody knows it. */
    readonly status: number | undefined
    readonly node: SyntaxNode
  }

/** A script to be walked; its text may be another than the author's. */
export function scriptOf(
  root: SyntaxNode,
  input: DocumentInput,
  budget: Budget,
  events = input.events,
): WalkedScript {
  const { text, path } = input
  return { text, path, root, events, narrow: narrowingOf(input), budget, functions: functionsOf(root) }
}

export type Walking = {
  readonly script: WalkedScript
  /** The arguments that the script is called with; undefined where nobody knows them. */
  readonly args: readonly string[] | undefined
  /** Told of everything that the script itself prints. */
  readonly printed: (value: ShellValue, state: State, sure: boolean, chosen?: true) => void
  /** What is certainly wrong with what was printed up to here, whatever comes. */
  readonly judge: (printed: readonly ShellPrinted[]) => Problem | undefined
}

/** What a statement costs: several ways lead from it, and each keeps what is known on it. */
export const STATEMENT = 4

/** The script itself, outside of all functions and substitutions. */
export const SCRIPT: Context = {
  stdin: 'script',
  mute: false,
  hushed: false,
  captured: false,
  sure: true,
  test: false,
  heedless: false,
  depth: 0,
  returns: undefined,
  breaks: [],
  continues: [],
  ends: undefined,
  unheeded: false,
}

/** What is known before the first line. */
export function freshState(args: readonly ShellValue[] | undefined, walk: Walk): State {
  return {
    vars: new Map(),
    shared: false,
    walk,
    args,
    events: undefined,
    input: 'fresh',
    printed: undefined,
    wrong: [],
    muted: false,
    stderr: '',
    logged: undefined,
    byContent: false,
    guards: undefined,
    fallback: [],
  }
}

/** The functions of a script by their names. */
function functionsOf(root: SyntaxNode): ReadonlyMap<string, SyntaxNode> {
  const definitions = nodesIn(root).filter(({ type }) => type === 'function_definition')
  return new Map(definitions.map((node) => [child(node, 'name')?.text ?? '', node]))
}
