// What is clicked, in the order in which it is: each click leaves behind what the next ones need.

import type { Click } from './click.ts'
import { EDITOR_CLICKS } from './editorClicks.ts'
import { EMPTY_CLICKS } from './emptyClicks.ts'
import { HOOKS_CLICKS } from './hooksClicks.ts'
import { PALETTE_CLICKS } from './paletteClicks.ts'
import { RECORDINGS_CLICKS } from './recordingsClicks.ts'

/** All clicks. */
export const CLICKS: readonly Click[] = [
  ...HOOKS_CLICKS,
  ...RECORDINGS_CLICKS,
  ...EDITOR_CLICKS,
  ...PALETTE_CLICKS,
  ...EMPTY_CLICKS,
]

/** Entries that cannot be clicked here, and why. */
export const UNREACHABLE: Readonly<Record<string, string>> = {
  'testing/message/context hookbench.acceptOutcome inline@1':
    'this version of the editor shows the only message of a test in the row of the test, which has other entries',
}
