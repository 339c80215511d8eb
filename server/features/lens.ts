// A code lens, independent of the protocol, and the text for a hook's state.

import type { Hook } from '../../runtime/contract/hook.ts'
import { printable } from '../../runtime/contract/printable.ts'
import type { Range } from '../../runtime/contract/problems.ts'

/** Why a hook does not run, in one line. */
export function stateText({ state, why }: Hook): string {
  return why === undefined ? `does not run: ${state}` : printable(`${state}: ${why}`)
}

/** What the client and the server can do with a hook. */
export type LensCapabilities = {
  readonly replay: boolean
  readonly debug: boolean
  /** Open the hook. */
  readonly open?: boolean
  /** Compare what several agents do with one payload. */
  readonly compare?: boolean
}

/** A lens before it is resolved. */
export type Lens = {
  readonly range: Range
  readonly kind: 'replay' | 'debug' | 'last' | 'order' | 'state' | 'fires' | 'open' | 'compare'
  readonly event?: string
  readonly part?: string
  /** The text, if it is known already. */
  readonly title?: string
  /** Id of the hook whose last outcome it shows. */
  readonly hook?: string
  /** Absolute path of the file that contains the hook, if it is another file. */
  readonly in?: string
}
