// A completion item, independent of the protocol, and the environment that completion needs.

import type { Range } from '../../../runtime/contract/problems.ts'
import type { Project } from '../../../runtime/project/view.ts'

export type Item = {
  readonly label: string
  readonly kind:
    | 'event'
    | 'field'
    | 'method'
    | 'value'
    | 'hook'
    | 'variable'
    | 'file'
    | 'folder'
    | 'whole-hook'
  /** Its type or kind, in a word. */
  readonly detail?: string | undefined
  /** Markdown, created when the client resolves the item. */
  readonly documentation?: (() => string | undefined) | undefined
  readonly range: Range
  readonly insert: string
  /** `insert` in snippet syntax, if it has placeholders. */
  readonly snippet?: string
  /** Compared with the text typed in the range. */
  readonly filter: string
  /** Lower comes first; items of equal rank keep the contract's order. */
  readonly rank: number
  /** A further range that is deleted when the item is accepted. */
  readonly clears?: Range
}

/** The project data that completion uses. */
export type CompletionGround = Pick<Project, 'hooks' | 'settings'> & {
  /** Names of environment variables to offer. */
  readonly variables: readonly string[]
  /** The client completes JSON keys by schema itself. */
  readonly schemas?: boolean
  /** The workspace folder and the home folder, absolute, if paths can be offered. */
  readonly root?: string
  readonly home?: string
  /** The contents of a folder; empty if it cannot be listed. */
  readonly list?: (folder: string) => readonly FolderItem[]
}

export type FolderItem = { readonly name: string; readonly kind: 'file' | 'folder' }
