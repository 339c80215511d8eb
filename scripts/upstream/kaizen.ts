// Kaizen's rows: not predicted yet.

import type { Json } from '../../runtime/contract/json.ts'

/** What Hookbench makes of the input of one row; undefined where that cannot be said. */
export async function predict(_input: Json): Promise<Json | undefined> {
  return undefined
}
