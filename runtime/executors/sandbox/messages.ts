// What the runtime and its warden say to each other.

import type { Policy } from './policy.ts'

export type Request =
  /** Which command line runs `command`, a line for bash, under this policy? */
  | { readonly kind: 'wrap'; readonly id: number; readonly command: string; readonly policy: Policy }
  /** Nothing is left of a run whose command line was told. */
  | { readonly kind: 'over' }

export type WardenReply =
  | { readonly id: number; readonly command: string }
  | { readonly id: number; readonly failed: string }
