// What a hover is about, before it has the positions of the protocol.

import type { Range } from '../../runtime/contract/problems.ts'

/** What stands at a place: Markdown, and the range it is about. */
export type HoverTopic = { readonly range: Range; readonly text: string }
