// What the checks of this folder say, still in the copy's terms. The view turns it into problems of the author's text.

import type ts from 'typescript'
import type { ProblemCode } from '../../../contract/problemCodes.ts'

/** An edit in the copy: of a node, or an insertion at a place. */
export type Edit = { readonly node: ts.Node; readonly text: string; readonly before?: true }

export type TypedFinding = {
  readonly code: ProblemCode
  readonly message: string
  readonly fix?: string
  /** Where; the handler's name when it is absent, or is no text of the author's. */
  readonly node?: ts.Node
  readonly repair?: { readonly title: string; readonly edit: Edit }
}
