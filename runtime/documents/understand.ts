// The one document model for whoever helps an author: what a hook file answers (sites), and every place of its
// text that means something to the contract (spots). Discovery needs no spots and goes through read.ts.

import { type Problem, problem } from '../contract/problems.ts'
import { type Budget, budgetFor, unproven } from './budget.ts'
import type { DocumentInput, HookDocument } from './document.ts'
import { factsOf } from './languages.ts'
import { readDocument } from './read.ts'
import type { Spotted, SpottedDocument } from './spots.ts'
import { yieldTurn } from './yieldTurn.ts'

/** The largest text that is followed in detail: all of it is, with every keystroke. No person writes more into one hook. */
export const LARGEST_FOLLOWED = 256 * 1024

/** Reads a hook file with its spots, or looks for them in what was `read`. Half-typed text gives what can be understood of it. */
export async function understandDocument(
  input: DocumentInput,
  budget = budgetFor(input.text),
  read = readDocument(input, budget),
): Promise<SpottedDocument> {
  const document = await read
  await yieldTurn(input.text)
  const { spots, problems } = withinBudget(await spotsOf(input, document, budget), document, budget)
  return {
    ...document,
    problems: [...document.problems, ...problems],
    spots: [...spots].sort((one, two) => one.range.start - two.range.start || one.range.end - two.range.end),
  }
}

// Where following it was given up, nothing is claimed of what was seen until then.
function withinBudget(found: Spotted, document: HookDocument, budget: Budget): Spotted {
  if (!budget.spent) return found
  return { spots: unproven(found.spots), problems: [tooMuch(document)] }
}

async function spotsOf(input: DocumentInput, document: HookDocument, budget: Budget): Promise<Spotted> {
  if (document.shape === 'none') return NONE
  if (input.text.length > LARGEST_FOLLOWED) return { spots: [], problems: [tooLarge(document)] }
  const reader = await factsOf(document.language)?.reader()
  try {
    return (await reader?.spots(input, document, budget)) ?? NONE
  } catch (error) {
    // Text nested deeper than the stack, which its reader has told. Anything else is a fault of ours.
    if (!(error instanceof RangeError)) throw error
    return NONE
  }
}

function tooLarge({ path }: HookDocument): Problem {
  const size = `${LARGEST_FOLLOWED / 1024} KiB`
  const message = `Larger than ${size}, so only its events are read: what it does with payloads and answers is not looked into.`
  const fix = 'Nothing has to be done; what was bundled is looked into where it was written.'
  return { ...problem('file.too-large', path, message, { fix }), severity: 'info' }
}

function tooMuch({ path }: HookDocument): Problem {
  const message =
    'The ways through this file are too many to follow, so what it does with payloads and answers is not looked into.'
  const fix = 'Nothing has to be done; a file with fewer branches, or smaller ones, is looked into.'
  return { ...problem('file.too-large', path, message, { fix }), severity: 'info' }
}

const NONE: Spotted = { spots: [], problems: [] }
