// One thing that a command runs, according to its words; and what makes such values.

import { defined } from '../../contract/defined.ts'
import type { SyntaxNode } from '../treeSitter.ts'

/** Determines the text of a word, if it is known. */
export type TextOfWord = (word: SyntaxNode) => string | undefined

export type CommandLoad =
  /**
   * Code at a path. `certain`: it is code whatever the path is, not just any program that a script may call. `runBy`: the
   * program that runs it, or `itself`.
   */
  | { readonly kind: 'file'; readonly file: SyntaxNode; readonly certain: boolean; readonly runBy?: string }
  /** Text that a shell parses. `isOwn`: the shell that runs the script itself. */
  | { readonly kind: 'line'; readonly text: SyntaxNode; readonly isOwn?: true }
  /** Code for an interpreter, written in the command. */
  | { readonly kind: 'code'; readonly program: string; readonly text: SyntaxNode }
  /** `python3 -m rules.guard` */
  | { readonly kind: 'module'; readonly name: SyntaxNode }
  /** Code that an interpreter reads from its standard input. */
  | { readonly kind: 'input'; readonly program: string }
  /** A program whose name is unknown: `called` is that word. `certain`: it cannot be a function of the script. */
  | { readonly kind: 'unseen'; readonly called: SyntaxNode; readonly certain?: true }
  /**
   * A program, or a module of Python, that is not known to run nothing else: it may load what the project's files
   * define (`npm test`, `make`). `called` is its name, `path` where it is in a folder of the system as written.
   */
  | { readonly kind: 'program' | 'tool module'; readonly called: string; readonly path?: string }
  /** Code files passed to a program, in whatever option: it may run them. */
  | { readonly kind: 'named'; readonly paths: readonly string[] }

export function fileLoad(word: SyntaxNode | undefined, runBy?: string): readonly CommandLoad[] {
  return word === undefined ? [] : [{ kind: 'file', file: word, certain: true, ...defined({ runBy }) }]
}

export function unseenLoad(called: SyntaxNode): CommandLoad {
  return { kind: 'unseen', called, certain: true }
}

/** A word with another text, at the same place. */
export function textNode(word: SyntaxNode, text: string): SyntaxNode {
  return { ...word, type: 'string_content', text }
}
