// An action on a file, before any protocol: changes to its text, or a command.

import type { Problem, Range } from '../../../runtime/contract/problems.ts'

export type Change = { readonly range: Range; readonly text: string }

export type Action = {
  readonly title: string
  readonly kind: 'quickfix' | 'refactor.rewrite' | 'source.fixAll.hookbench'
  /** What it changes, where that is another file than the one it is offered in. */
  readonly path?: string
  readonly edits?: readonly Change[]
  readonly command?: 'makeExecutable' | 'useLf' | 'convert'
  /** The problem it mends. */
  readonly problem?: Problem
  readonly preferred?: boolean
}
