// What stands around a command while a script is walked: where its input comes from, where its output goes, and
// how the ways through it end.

import type { Range } from '../../../contract/problems.ts'
import type { SyntaxNode } from '../../treeSitter.ts'
import type { Spots } from './collect.ts'
import type { WalkedScript } from './start.ts'
import { type Both, fork, join, type State } from './state.ts'
import type { ShellValue } from './value.ts'

export type Context = {
  /** The script's own standard input, or what a pipe, a here-string or a file puts there. */
  readonly stdin: 'script' | ShellValue
  /** What is printed goes nowhere that matters. */
  readonly mute: boolean
  /** What is printed is taken up by `$(…)` or a pipe. */
  readonly captured: boolean
  /** False where it is not certain that the commands run, or run like this. */
  readonly sure: boolean
  /** Only whether the command succeeds is asked. */
  readonly test: boolean
  readonly depth: number
  /** Where ways go that end early; a script itself cannot return. */
  readonly returns: { readonly state: State; readonly status: number | undefined }[] | undefined
  readonly breaks: State[]
  readonly continues: State[]
  /** Ends of a subshell; the script's own are undefined. */
  readonly ends: State[] | undefined
}

/** How a walk helps itself from file to file. */
export type EndMore = {
  /** Where the status is written; absent where it stands nowhere. */
  readonly at?: Range | undefined
  /** It is meant to end here, and the shell goes on. */
  readonly goesOn?: true
}

export type Walk = {
  readonly script: WalkedScript
  readonly spots: Spots
  walk(node: SyntaxNode, state: State, context: Context): Both
  /** Walks statements one after the other; the last decides which way it goes on. */
  block(nodes: readonly SyntaxNode[], state: State, context: Context): Both
  /** What the statements print, as a subshell of their own. */
  capture(nodes: readonly SyntaxNode[], state: State, context: Context): ShellValue
  /** Calls one of the script's functions. */
  call(name: string, args: readonly ShellValue[], state: State, context: Context): Both
  /** Prints a value to where the context says; without one, nobody knows what. */
  put(value: ShellValue | undefined, node: SyntaxNode, state: State, context: Context): void
  /** The script ends here. */
  end(state: State, status: number | undefined, node: SyntaxNode, context: Context, more?: EndMore): void
  /** What standard input gives when it is read to its end. */
  read(state: State, context: Context, range: Range): ShellValue
  differ(one: ShellValue, two: ShellValue): void
  /** Whether so many rounds of a loop may be walked one by one. */
  mayRepeat(rounds: number): boolean
}

/** Both ways of a command of which nobody knows whether it succeeds; none where the script does not go on. */
export function either(state: State | undefined): Both {
  return { yes: state, no: state }
}

/** The events that are left where a value of the payload is looked at. */
export function eventsAt(state: State, events?: readonly string[]): readonly string[] {
  return events ?? state.events ?? state.walk.script.events
}

/** `a && b`, `a || b`: the second is asked on the way that the first leaves open. */
export function chained(isAnd: boolean, one: Both, second: (state: State) => Both): Both {
  const [going, staying] = isAnd ? [one.yes, one.no] : [one.no, one.yes]
  if (going === undefined) return one
  const two = second(going === staying ? fork(going) : going)
  const [open, left] = isAnd ? [two.yes, two.no] : [two.no, two.yes]
  const rest = join(left === open ? left && fork(left) : left, staying)
  return isAnd ? { yes: open, no: rest } : { yes: rest, no: open }
}
