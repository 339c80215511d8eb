// The types of a walk over a shell script: the state at a place, the context of a command, and the interface that the
// files of this folder call each other by.

import type { Problem, Range } from '../../../contract/problems.ts'
import type { Budget } from '../../budget.ts'
import type { ContentBranch } from '../../comparedWords.ts'
import type { Narrow } from '../../events.ts'
import type { SyntaxNode } from '../../treeSitter.ts'
import type { Spots } from './collect.ts'
import type { Guards } from './guards.ts'
import type { ShellValue } from './value.ts'

export type State = {
  /** Changed only by `setVar` and `ownVars`, because diverged paths share it until one of them sets a name. */
  vars: ReadonlyMap<string, ShellValue>
  shared: boolean
  readonly walk: Walk
  /** `$1` and later; undefined where unknown. */
  args: readonly ShellValue[] | undefined
  /** The events that remain after comparisons. */
  events: readonly string[] | undefined
  /** Whether standard input was read to its end: on no path, on some, on all. */
  input: 'fresh' | 'some' | 'spent'
  /** The lines that were read from a text other than the script's own input. */
  taken: { readonly from: ShellValue; readonly lines: number } | undefined
  printed: ShellPrinted | undefined
  /** Problems of the output on some path to here. */
  wrong: readonly Problem[]
  /** The last text written to standard error; undefined where unknown or different between paths. */
  stderr: string | undefined
  /** The JSON objects written elsewhere than to standard output on some path to here. */
  misplaced: readonly MisplacedAnswer[]
  /** The last text written to a file; undefined where there is none, or it is unknown or different between paths. */
  logged: string | undefined
  /** The status that a trap gives the script when it exits. */
  trapped: number | undefined
  /** The payload's content led here. */
  byContent: ContentBranch
  /** The conditions that led here, with their branches. */
  guards: Guards
  /** Where standard output goes for the rest of the script, if redirected. */
  muted: OtherOutput | false
  /** The descriptor that is a copy of the original standard output: 3 after `exec 3>&1`. */
  copied: string | undefined
  /** Standard error does not leave the script for the rest of it. */
  hushed: boolean
  /** Fields that were empty on this path: what is read here may be another agent's name for them. */
  fallback: readonly number[]
}

/** A JSON object that goes to standard error, or to the file that a script sends all its output to. */
export type MisplacedAnswer = {
  readonly value: ShellValue
  readonly range: Range
  readonly to: 'stderr' | 'file'
}

/** Destinations of output that is not an answer. */
export type OtherOutput = 'stderr' | 'file' | 'unknown'

export type Both = { readonly yes?: State | undefined; readonly no?: State | undefined }

/** What was certainly printed on every path to here, as a linked list, the latest first. */
export type ShellPrinted = {
  readonly before: ShellPrinted | undefined
  readonly count: number
  /** Undefined where unknown output may have been printed. */
  readonly value: ShellValue | undefined
  /** Where merged paths printed different texts: everything each of them printed up to here. */
  readonly either?: readonly (ShellPrinted | undefined)[]
  /** The value that is one of these, where the payload's content decides which. */
  readonly choice?: ShellValue
  /** The literal text that is printed, or the command that prints it. */
  readonly range: Range
  /** Where the command ends. */
  readonly end: number
}

export type Context = {
  /** The script's own standard input, or what a pipe, a here-string or a file provides. */
  readonly stdin: 'script' | ShellValue
  /** Where output goes, if not to standard output; `original`: to the standard output that the script began with. */
  readonly mute: OtherOutput | 'original' | false
  /** The copy of the original standard output leads elsewhere in here: `{ …; } 3>&2`. */
  readonly covers: boolean
  /** The file that output goes to, if known: see writtenFiles.ts. */
  readonly file?: string | undefined
  /** Output to standard error does not reach it. */
  readonly hushed: boolean
  /** Output is captured by `$(…)` or a pipe. */
  readonly captured: boolean
  /** False where it is not certain that the commands run, or run this way. */
  readonly sure: boolean
  /** Only the status of the command is used. */
  readonly test: boolean
  /** The status of the command is not used. */
  readonly heedless: boolean
  /** `set -e` does not apply: the status of something around the command is tested. */
  readonly excused: boolean
  readonly depth: number
  /** Collect the states of paths that end early; undefined in the script itself, which cannot return. */
  readonly returns: Return[] | undefined
  readonly breaks: State[]
  readonly continues: State[]
  /** Collects the ends of a subshell; undefined for the script's own. */
  readonly ends: State[] | undefined
  /** The status of the subshell is not used. */
  readonly unheeded: boolean
  /** The only command of a subshell of the script's own shell: its status is the subshell's. */
  readonly alone?: SyntaxNode | undefined
}

/** A command with its arguments, as written and as evaluated. */
export type SimpleCommand = {
  readonly node: SyntaxNode
  /** The word that names the program; absent where arguments of the script name it. */
  readonly program?: SyntaxNode | undefined
  readonly args: readonly SyntaxNode[]
  readonly values: readonly ShellValue[]
  /** Variables that are set for this command only. */
  readonly sets: ReadonlyMap<string, ShellValue>
}

/** A `return` from a function. */
export type Return = { readonly state: State; readonly status: number | undefined; readonly node: SyntaxNode }

/** Details of an end of the script. */
export type EndMore = {
  /** The range of the status; absent where it is not written. */
  readonly at?: Range | undefined
  /**
   * The author means it to end the script, but the shell continues: a `return` outside of all functions, one in a
   * function whose status is not used, an `exit` in a subshell, or one whose status a trap replaces.
   */
  readonly goesOn?: 'return' | 'function' | 'subshell' | 'trap'
  /** Only the final test was false, or a search found nothing, so the status is not a decision. */
  readonly undecided?: 'test' | 'search'
}

/** One place where the script ends, with what is known there. */
export type End = EndMore &
  Readonly<Pick<State, 'printed' | 'wrong' | 'events' | 'stderr' | 'misplaced' | 'logged' | 'byContent'>> & {
    /** Undefined where unknown. */
    readonly status: number | undefined
    readonly node: SyntaxNode
  }

/** An end of a subshell or function, with the number of script ends that came before it. */
export type LostEnd = End & { readonly before: number }

export type Walk = {
  readonly script: WalkedScript
  readonly spots: Spots
  /** Ends of parts of the script whose status is not used. */
  readonly lost: LostEnd[]
  walk(node: SyntaxNode, state: State, context: Context): Both
  /** Walks statements in sequence; the last one determines the branches. */
  block(nodes: readonly SyntaxNode[], state: State, context: Context): Both
  /** The output of the statements, run in a subshell. */
  capture(nodes: readonly SyntaxNode[], state: State, context: Context): ShellValue
  /** Calls one of the script's functions with this command. */
  call(name: string, command: SimpleCommand, state: State, context: Context): Both
  /** Prints a value to the destination in the context; without a value, unknown output. */
  put(value: ShellValue | undefined, node: SyntaxNode, state: State, context: Context): void
  /** Ends the script here. */
  end(state: State, status: number | undefined, node: SyntaxNode, context: Context, more?: EndMore): void
  /** Reads standard input to its end. */
  read(state: State, context: Context, range: Range): ShellValue
  differ(one: ShellValue, two: ShellValue): void
  /** A number for a place where paths merge or diverge. */
  meeting(): number
  /** Whether this many more iterations of a loop may be walked one by one. */
  mayRepeat(rounds: number): boolean
}

/** What is constant for the whole script. */
export type WalkedScript = {
  readonly text: string
  readonly path: string
  readonly root: SyntaxNode
  /** The shell stops where a command fails: the last of a pipeline, or any. */
  readonly stopsOnErrors: false | 'after pipes' | 'in pipes'
  /** It sends output to descriptors of its own, which may be the original ones. */
  readonly savesOutput: boolean
  /** The statement from which on the shell prints each command on standard output. */
  readonly tracesFrom: SyntaxNode | undefined
  readonly functions: ReadonlyMap<string, SyntaxNode>
  /** Variables of its environment whose values are known. */
  readonly variables: ReadonlyMap<string, string>
  /** Variables that the command lines of its entries set: whether all of them do. */
  readonly setOutside: ReadonlyMap<string, boolean>
  /** How many words every entry passes at least; 0 where that is not known. */
  readonly fewestWords: number
  /** How many words each entry passes, where the number is the same for all and the script changes no word. */
  readonly wordCount: number | undefined
  /** The events that the hook answers, as far as known. */
  readonly events: readonly string[]
  readonly narrow: Narrow
  readonly budget: Budget
}
