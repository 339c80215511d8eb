// A lens before it has the positions of the protocol, and the words for the state of a hook.

import type { Hook } from '../../runtime/contract/hook.ts'
import { printable } from '../../runtime/contract/printable.ts'
import type { Range } from '../../runtime/contract/problems.ts'

/** Why a hook does not run, in a line. */
export function stateText({ state, why }: Hook): string {
  return why === undefined ? `does not run: ${state}` : printable(`${state}: ${why}`)
}

/** What the client and the server can do with a hook. */
export type LensCapabilities = {
  readonly replay: boolean
  readonly debug: boolean
  /** Show the hook itself. */
  readonly open?: boolean
  /** Show what several agents make of one payload. */
  readonly compare?: boolean
}

/** A lens before it is looked at. */
export type Lens = {
  readonly range: Range
  readonly kind: 'replay' | 'debug' | 'last' | 'order' | 'state' | 'fires' | 'open' | 'compare'
  readonly event?: string
  readonly part?: string
  /** What it says, where that is known already. */
  readonly title?: string
  /** The hook whose outcome it tells. */
  readonly hook?: string
  /** The file that the hook stands in, absolute, where it is another one. */
  readonly in?: string
}
