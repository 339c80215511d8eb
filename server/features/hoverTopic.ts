// The contents of a hover, independent of the protocol.

import type { Range } from '../../runtime/contract/problems.ts'

/** Markdown, and the range it describes. */
export type HoverTopic = { readonly range: Range; readonly text: string }
