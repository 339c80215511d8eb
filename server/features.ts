// The table of language server features. Diagnostics are not in it, because they are also pushed.

import type { Feature } from './feature.ts'
import { codeAction } from './features/codeAction.ts'
import { codeLens } from './features/codeLens.ts'
import { completion } from './features/completion.ts'
import { definition } from './features/definition.ts'
import { documentLink } from './features/documentLink.ts'
import { executeCommand } from './features/executeCommand.ts'
import { hover } from './features/hover.ts'
import { inlayHint } from './features/inlayHint.ts'
import { references } from './features/references.ts'
import { rename } from './features/rename.ts'
import { symbols } from './features/symbols.ts'

/** Every feature, in the order of registration. */
export const features: readonly Feature[] = [
  completion,
  hover,
  codeAction,
  codeLens,
  inlayHint,
  definition,
  references,
  documentLink,
  symbols,
  rename,
  executeCommand,
]
