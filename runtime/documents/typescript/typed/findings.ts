// The findings of this folder's checks, with nodes of the copy. The view maps them to ranges of the author's text.

import type ts from 'typescript'
import type { TypedFault } from '../../typed.ts'

/** An edit in the copy: the replacement of a node, or an insertion before it. */
export type Edit = { readonly node: ts.Node; readonly text: string; readonly before?: true }

type InCopy<Fault> = Fault extends TypedFault
  ? Omit<Fault, 'range' | 'edit'> & {
      /** The node; absent, or not in the author's text, where the handler's name is used instead. */
      readonly node?: ts.Node
      readonly edit?: Edit
    }
  : never

export type TypedFinding = InCopy<TypedFault>
