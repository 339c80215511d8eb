// An action on a file, independent of the protocol: edits to a text, or a command.

import type { Problem, Range } from '../../../runtime/contract/problems.ts'

export type Change = { readonly range: Range; readonly text: string }

export type Action = {
  readonly title: string
  readonly kind: 'quickfix' | 'refactor.rewrite' | 'source.fixAll.hookbench'
  /** The file that is edited, if it is not the one that the action is offered in. */
  readonly path?: string
  readonly edits?: readonly Change[]
  readonly command?: 'makeExecutable' | 'useLf' | 'convert'
  /** The problem it fixes. */
  readonly problem?: Problem
  readonly preferred?: boolean
}
