// SecureYeoman's rows: its configuration and what is found by it.

import type { Json } from '../../runtime/contract/json.ts'

/** What Hookbench makes of the input of one row; undefined where the input is of no kind known here. */
export async function predict(_input: Json): Promise<Json | undefined> {
  return undefined
}
