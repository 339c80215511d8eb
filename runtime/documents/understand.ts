// Reads a hook file with its spots: what it answers (sites), and every place of its text with a meaning in the
// contract. Discovery needs no spots and uses read.ts.

import { defined } from '../contract/defined.ts'
import { type Problem, problem } from '../contract/problems.ts'
import { type Budget, budgetFor, unproven } from './budget.ts'
import type { DocumentInput, HookDocument } from './document.ts'
import { factsOf } from './languages.ts'
import { readDocument } from './read.ts'
import type { Spotted, SpottedDocument } from './spots.ts'
import { yieldTurn } from './yieldTurn.ts'

/**
 * The largest text, in UTF-16 units, that is followed in detail: it is followed anew with every keystroke. No hook
 * written by hand is larger.
 */
export const LARGEST_FOLLOWED = 256 * 1024

/**
 * Reads a hook file with its spots, or finds the spots of a document already `read`. A half-typed text is understood as
 * far as possible.
 */
export async function understandDocument(
  input: DocumentInput,
  budget = budgetFor(input.text),
  read = readDocument(input, budget),
): Promise<SpottedDocument> {
  const document = await read
  await yieldTurn(input.text)
  return withSpots(document, withinBudget(await spotsOf(input, document, budget), document, budget))
}

/** Adds to an understood document what only findings need; a reader that needs no more finds it with the spots. */
export async function followDocument(
  input: DocumentInput,
  document: SpottedDocument,
  budget = budgetFor(input.text),
): Promise<SpottedDocument> {
  if (document.shape === 'none' || input.text.length > LARGEST_FOLLOWED) return document
  const reader = await factsOf(document.language)?.reader()
  if (reader?.follow === undefined) return document
  const found = await unlessTooDeep(() => reader.follow?.(input, document, budget))
  return withSpots(document, withinBudget(found, document, budget))
}

function withSpots(
  document: HookDocument & Partial<SpottedDocument>,
  { spots, problems, followed }: Spotted,
): SpottedDocument {
  return {
    ...document,
    problems: [...document.problems, ...problems],
    spots: [...(document.spots ?? []), ...spots].sort(
      (one, two) => one.range.start - two.range.start || one.range.end - two.range.end,
    ),
    ...defined({ followed }),
  }
}

// Where following was given up, nothing is claimed about what was found until then.
function withinBudget(found: Spotted, document: HookDocument, budget: Budget): Spotted {
  if (!budget.spent) return found
  return { spots: unproven(found.spots), problems: [tooMuch(document)] }
}

async function spotsOf(input: DocumentInput, document: HookDocument, budget: Budget): Promise<Spotted> {
  if (document.shape === 'none') return NONE
  if (input.text.length > LARGEST_FOLLOWED) return { spots: [], problems: [tooLarge(document)] }
  const reader = await factsOf(document.language)?.reader()
  return unlessTooDeep(() => reader?.spots(input, document, budget))
}

// A text may be nested deeper than the stack allows, which its reader has reported. Any other error is a bug.
async function unlessTooDeep(find: () => Promise<Spotted> | undefined): Promise<Spotted> {
  try {
    return (await find()) ?? NONE
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return NONE
  }
}

function tooLarge({ path }: HookDocument): Problem {
  const size = `${LARGEST_FOLLOWED / 1024} KiB`
  const message = `Larger than ${size}, so only its events are analyzed, not what it does with payloads and answers.`
  const fix = 'No action is needed; the sources are analyzed where they are.'
  return { ...problem('file.too-large', path, message, { fix }), severity: 'info' }
}

function tooMuch({ path }: HookDocument): Problem {
  const message =
    'The file has too many branches to analyze, so its use of payloads and answers is not analyzed.'
  const fix = 'No action is needed; a file with fewer or smaller branches is analyzed.'
  return { ...problem('file.too-large', path, message, { fix }), severity: 'info' }
}

const NONE: Spotted = { spots: [], problems: [] }
