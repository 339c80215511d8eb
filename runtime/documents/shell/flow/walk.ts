// The walk of a shell script: what it knows at a place, what stands around a command, and how its files call each other.

import type { Problem, Range } from '../../../contract/problems.ts'
import type { Budget } from '../../budget.ts'
import type { Narrow } from '../../events.ts'
import type { SyntaxNode } from '../../treeSitter.ts'
import type { Spots } from './collect.ts'
import type { Guards } from './guards.ts'
import type { ShellValue } from './value.ts'

export type State = {
  /** Changed by `setVar` and `ownVars` alone, because ways that parted share them until one of them sets a name. */
  vars: ReadonlyMap<string, ShellValue>
  shared: boolean
  readonly walk: Walk
  /** `$1` and on; undefined where nobody knows them. */
  args: readonly ShellValue[] | undefined
  /** The events that are left after comparisons. */
  events: readonly string[] | undefined
  /** Whether standard input was read to its end: on no way, on some, on all. */
  input: 'fresh' | 'some' | 'spent'
  printed: ShellPrinted | undefined
  /** What was wrong with what was printed, on some way to here. */
  wrong: readonly Problem[]
  /** What was written to standard error last; undefined where nobody knows, or ways differ. */
  stderr: string | undefined
  /** What was written to a file last; undefined where nothing was, nobody knows, or ways differ. */
  logged: string | undefined
  /** What the payload's text says led here. */
  byContent: boolean
  /** The questions, with their answers, that led here. */
  guards: Guards
  /** Where standard output leads for the rest of the script, if elsewhere. */
  muted: OtherOutput | false
  /** Fields that turned out empty on this way: what is read here may be another agent's name for them. */
  fallback: readonly number[]
}

/** What takes up output that is no answer. */
export type OtherOutput = 'stderr' | 'file' | 'unknown'

export type Both = { readonly yes?: State | undefined; readonly no?: State | undefined }

/** What was printed for certain on every way to here, the latest first. */
export type ShellPrinted = {
  readonly before: ShellPrinted | undefined
  readonly count: number
  /** Undefined where something may have been printed that nobody knows. */
  readonly value: ShellValue | undefined
  /** All that was printed up to here on one way or the other, where ways met that had printed different things. */
  readonly either?: readonly (ShellPrinted | undefined)[]
  /** What is printed, where it is written out, or the command that prints it. */
  readonly range: Range
  /** Where the command ends. */
  readonly end: number
}

export type Context = {
  /** The script's own standard input, or what a pipe, a here-string or a file puts there. */
  readonly stdin: 'script' | ShellValue
  /** Where what is printed goes, if not to standard output. */
  readonly mute: OtherOutput | false
  /** The file that it goes to, where that is known: see writtenFiles.ts. */
  readonly file?: string | undefined
  /** What is written to standard error does not get there. */
  readonly hushed: boolean
  /** What is printed is taken up by `$(…)` or a pipe. */
  readonly captured: boolean
  /** False where it is not certain that the commands run, or run like this. */
  readonly sure: boolean
  /** Only whether the command succeeds is asked. */
  readonly test: boolean
  /** Nobody asks whether it succeeds. */
  readonly heedless: boolean
  readonly depth: number
  /** Where ways go that end early; a script itself cannot return. */
  readonly returns: Return[] | undefined
  readonly breaks: State[]
  readonly continues: State[]
  /** Ends of a subshell; the script's own are undefined. */
  readonly ends: State[] | undefined
  /** Nobody asks with which status the subshell ends. */
  readonly unheeded: boolean
}

/** A command with its arguments: as they are written, and what they come to. */
export type SimpleCommand = {
  readonly node: SyntaxNode
  readonly args: readonly SyntaxNode[]
  readonly values: readonly ShellValue[]
  /** Variables that are set for it alone. */
  readonly sets: ReadonlyMap<string, ShellValue>
}

/** A way out of a function. */
export type Return = { readonly state: State; readonly status: number | undefined; readonly node: SyntaxNode }

/** How a walk helps itself from file to file. */
export type EndMore = {
  /** Where the status is written; absent where it stands nowhere. */
  readonly at?: Range | undefined
  /** It is meant to end here, and the shell goes on: a `return` outside of all functions, or one whose status nobody asks for, an `exit` in a subshell. */
  readonly goesOn?: 'return' | 'function' | 'subshell'
  /** Only the last test did not hold: nobody decided anything. */
  readonly undecided?: true
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
  /** A number for a place where ways meet or part. */
  meeting(): number
  /** Whether so many rounds of a loop may be walked one by one. */
  mayRepeat(rounds: number): boolean
}

/** What holds for the whole script. */
export type WalkedScript = {
  readonly text: string
  readonly path: string
  readonly root: SyntaxNode
  readonly functions: ReadonlyMap<string, SyntaxNode>
  /** The events that the hook answers, as far as that is known. */
  readonly events: readonly string[]
  readonly narrow: Narrow
  readonly budget: Budget
}
