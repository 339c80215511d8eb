// The one document model for whoever helps an author: what a hook file answers (sites), and every place of its
// text that means something to the contract (spots). Discovery needs no spots and goes through read.ts.

import type { Problem } from '../contract/problems.ts'
import type { DocumentInput, HookDocument } from './document.ts'
import { readDocument } from './read.ts'
import type { Spot, SpottedDocument } from './spots.ts'

/** What a language's reader adds to the document: spots, and findings that need no contract. */
export type Spotted = { readonly spots: readonly Spot[]; readonly problems: readonly Problem[] }

/** Reads a hook file with its spots. Half-typed text gives what can be understood of it. */
export async function understandDocument(input: DocumentInput): Promise<SpottedDocument> {
  const document = await readDocument(input)
  const { spots, problems } = await spotsOf(input, document)
  return {
    ...document,
    problems: [...document.problems, ...problems],
    spots: [...spots].sort((one, two) => one.range.start - two.range.start || one.range.end - two.range.end),
  }
}

async function spotsOf(input: DocumentInput, document: HookDocument): Promise<Spotted> {
  if (document.shape === 'none') return NONE
  switch (document.language) {
    case 'typescript':
    case 'javascript':
      return (await import('./typescript/spots.ts')).moduleSpots(input, document)
    case 'python':
      return (await import('./python/spots.ts')).pythonSpots(input, document)
    case 'shell':
      return (await import('./shell/spots.ts')).shellSpots(input, document)
    case 'other':
      return NONE
  }
}

const NONE: Spotted = { spots: [], problems: [] }
