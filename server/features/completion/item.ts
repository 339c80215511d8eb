// Something that can be written at a place of a text, before any protocol, and what has to be known for it.

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
  /** Its type, or its kind, in a word. */
  readonly detail?: string | undefined
  /** Markdown, made when an editor asks for it. */
  readonly documentation?: (() => string | undefined) | undefined
  readonly range: Range
  readonly insert: string
  /** `insert` in snippet syntax, where there is more to it than the text. */
  readonly snippet?: string
  /** What is compared with the text that is typed in the range. */
  readonly filter: string
  /** Lower comes first; items of one rank keep the order of the contract. */
  readonly rank: number
  /** A further range that goes away when this is taken. */
  readonly clears?: Range
}

/** What completion asks of a project. */
export type CompletionGround = Pick<Project, 'hooks' | 'settings'> & {
  /** Names of environment variables worth offering. */
  readonly variables: readonly string[]
  /** The client completes keys of JSON by schemas itself. */
  readonly schemas?: boolean
  /** The workspace folder and the user's, absolute, where paths can be offered. */
  readonly root?: string
  readonly home?: string
  /** What stands in a folder; nothing where it cannot be listed. */
  readonly list?: (folder: string) => readonly FolderItem[]
}

export type FolderItem = { readonly name: string; readonly kind: 'file' | 'folder' }
