// Messages between the runtime and its warden.

import type { Policy } from './policy.ts'

export type Request =
  /** Requests the command line that runs `command`, a bash command, under this policy. */
  | { readonly kind: 'wrap'; readonly id: number; readonly command: string; readonly policy: Policy }
  /** Reports that a run whose command line was returned has ended. */
  | { readonly kind: 'over' }

export type WardenReply =
  | { readonly id: number; readonly command: string }
  | { readonly id: number; readonly failed: string }
