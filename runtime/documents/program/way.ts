// One way through a program, as statements and expressions see it that are followed on it.

import type { SyntaxNode } from '../treeSitter.ts'
import type { List, ProgramRoutine, ProgramValue } from './values.ts'

/** How a block is left. */
export type BlockEnd = 'next' | 'break' | 'continue' | { readonly value: ProgramValue }

export type ProgramWay = {
  /** The program's text. */
  readonly source: string
  /** What it is started with. */
  readonly arguments: List
  /** Throws where the program is too long to follow. */
  spend(steps: number): void
  /** Which side this way takes where nobody knows. */
  choose(): boolean
  value(node: SyntaxNode | undefined): ProgramValue
  /** The items; undefined where one of them is a spread of nobody knows how many. */
  list(items: readonly SyntaxNode[]): List | undefined
  read(name: string): ProgramValue
  /** Sets what an assignment, a loop or a definition sets; unless `isLocal`, a name is set where it stands. */
  bind(target: SyntaxNode | undefined, value: ProgramValue, isLocal?: boolean): void
  /** Names that these parts may set are unknown from here on. */
  forget(...parts: readonly (SyntaxNode | undefined)[]): 'next'
  routine(node: SyntaxNode): ProgramRoutine
  call(callee: SyntaxNode, args: List | undefined): ProgramValue
  /** Functions that are handed to others may be called later. */
  keep(values: readonly ProgramValue[]): undefined
  print(value: ProgramValue): undefined
  exit(status: ProgramValue): never
}
