// All clicks in order: each leaves the state that the next ones need.

import type { Click } from './click.ts'
import { EDITOR_CLICKS } from './editorClicks.ts'
import { EMPTY_CLICKS } from './emptyClicks.ts'
import { HOOKS_CLICKS } from './hooksClicks.ts'
import { PALETTE_CLICKS } from './paletteClicks.ts'
import { RECORDINGS_CLICKS } from './recordingsClicks.ts'

/** All clicks, in order. */
export const CLICKS: readonly Click[] = [
  ...HOOKS_CLICKS,
  ...RECORDINGS_CLICKS,
  ...EDITOR_CLICKS,
  ...PALETTE_CLICKS,
  ...EMPTY_CLICKS,
]
