// Finds spots. Being built.

import type { DocumentInput, HookDocument } from '../document.ts'
import type { Spotted } from '../understand.ts'

/** The spots of a file, and what is wrong with it whatever the contract says. */
export async function shellSpots(_input: DocumentInput, _document: HookDocument): Promise<Spotted> {
  return { spots: [], problems: [] }
}
