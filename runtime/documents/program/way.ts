// The interface to one path through a program, for following statements and expressions.

import type { SyntaxNode } from '../treeSitter.ts'
import type { List, ProgramRoutine, ProgramValue } from './values.ts'

/** How a block ends. */
export type BlockEnd = 'next' | 'break' | 'continue' | { readonly value: ProgramValue }

export type ProgramWay = {
  /** The program's text. */
  readonly source: string
  /** The arguments it is started with. */
  readonly arguments: List
  /** Throws where the program is too long to follow. */
  spend(steps: number): void
  /** The branch this path takes where a test is unknown. */
  choose(): boolean
  value(node: SyntaxNode | undefined): ProgramValue
  /** The values of the items; undefined where a spread has an unknown length. */
  list(items: readonly SyntaxNode[]): List | undefined
  read(name: string): ProgramValue
  /**
   * Binds the target of an assignment, loop or definition; unless `isLocal`, a name is set in the scope that has it.
   */
  bind(target: SyntaxNode | undefined, value: ProgramValue, isLocal?: boolean): void
  /** Makes the names that these parts may set unknown from here on. */
  forget(...parts: readonly (SyntaxNode | undefined)[]): 'next'
  routine(node: SyntaxNode): ProgramRoutine
  call(callee: SyntaxNode, args: List | undefined): ProgramValue
  /** Records functions that are passed on, because they may be called later. */
  keep(values: readonly ProgramValue[]): undefined
  print(value: ProgramValue): undefined
  exit(status: ProgramValue): never
}
