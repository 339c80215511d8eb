// What the checks of this folder find, still in the copy's terms. The view says where that is in the author's text.

import type ts from 'typescript'
import type { TypedFault } from '../../typed.ts'

/** An edit in the copy: of a node, or an insertion at a place. */
export type Edit = { readonly node: ts.Node; readonly text: string; readonly before?: true }

type InCopy<Fault> = Fault extends TypedFault
  ? Omit<Fault, 'range' | 'edit'> & {
      /** Where; the handler's name when it is absent, or is no text of the author's. */
      readonly node?: ts.Node
      readonly edit?: Edit
    }
  : never

export type TypedFinding = InCopy<TypedFault>
