// Finds the spots of Python hooks, both executables and Kaizen classes, by following what the code does with the
// payload and the answer, and the problems that do not depend on the contract. Half-typed text is repaired first.

import type { Problem } from '../../contract/problems.ts'
import type { Budget } from '../budget.ts'
import type { DocumentInput, HookDocument } from '../document.ts'
import { eventsBehind } from '../events.ts'
import { follow } from '../flow/follow.ts'
import type { Followed } from '../flow/followed.ts'
import { spotsIn } from '../flow/found.ts'
import { PYTHON_PRINTING } from '../flow/printing.ts'
import { treeOf } from '../inputTree.ts'
import { writtenSpot } from '../insertions.ts'
import { answerOf } from '../program/answer.ts'
import type { Spot, Spotted } from '../spots.ts'
import { firstError, parseTree, type SyntaxNode } from '../treeSitter.ts'
import { eventsOf } from './binding.ts'
import { readClasses, withoutEvents } from './classes.ts'
import { mend } from './errorRecovery.ts'
import { eventSpots } from './eventSpots.ts'
import { handlerProblems } from './handlers.ts'
import { fileSpots } from './imports.ts'
import { jsonLiteralProblems } from './jsonLiterals.ts'
import { belongsToKaizen } from './kaizenDetection.ts'
import { moduleOf } from './module.ts'
import { undefinedNames } from './undefinedNames.ts'
import { unstartedProblems } from './unstarted.ts'

/** The spots of a file, and the problems that do not depend on the contract. */
export async function pythonSpots(
  input: DocumentInput,
  document: HookDocument,
  budget: Budget,
): Promise<Spotted> {
  const root = await treeOf('python', input)
  if (firstError(root) === undefined) {
    const { spots, problems } = understood(root, input, document, budget)
    const isSound = !document.problems.some(({ code }) => code === 'syntax.error')
    const names = isSound ? undefinedNames(root, input) : []
    const words = document.shape === 'hook' ? jsonLiteralProblems(root, input) : []
    const idle = isSound ? unstartedProblems(root, input) : []
    return { spots, problems: [...problems, ...words, ...names, ...idle] }
  }
  const mended = mend(input.text)
  const mendedRoot = mended.text === input.text ? root : await parseTree('python', mended.text)
  const again = { ...input, text: mended.text }
  const reread = { ...document, ...readAgain(mendedRoot, again, document, budget) }
  // If the repair failed, the tree is the parser's guess: its spots serve completion, and nothing is reported.
  const { spots } = understood(mendedRoot, again, reread, budget, firstError(mendedRoot) === undefined)
  return { spots: spots.flatMap((spot) => writtenSpot(spot, mended)), problems: [] }
}

function readAgain(
  root: SyntaxNode,
  input: DocumentInput,
  { sites }: HookDocument,
  budget: Budget,
): Partial<HookDocument> {
  if (input.exports === 'classes') return readClasses(root, input)
  return sites.length > 0 ? {} : answerOf(() => root, input, budget, 1)
}

function understood(
  root: SyntaxNode,
  input: DocumentInput,
  document: HookDocument,
  budget: Budget,
  isSound = true,
): Spotted {
  const known = { ...aboutFlow(root, input, document, isSound), budget }
  const found = follow(root, known)
  const followed = withGuesses(spotsIn(found, input.events), root, known)
  const spots: readonly Spot[] = [...followed, ...eventSpots(root, input, document), ...fileSpots(root)]
  const problems: readonly Problem[] = [...found.problems.values(), ...handlerProblems(root, input, document)]
  return { spots, problems }
}

type Placed = Spot & { readonly kind: 'field' | 'value' }

// While a class's list of events is being typed, its payload may be that of any event: spots for completion only.
function withGuesses(spots: readonly Spot[], root: SyntaxNode, known: Followed): readonly Spot[] {
  const { input } = known
  const open = input.exports === 'classes' ? withoutEvents(root, input) : []
  if (open.length === 0) return spots
  const classEvents = new Map(open.map((name) => [name, input.events]))
  const found = follow(root, { ...known, certain: false, classEvents, claimed: new Set(open) })
  const guesses = new Map(
    spotsIn(found, input.events)
      .filter(isPlaced)
      .map((spot) => [keyOf(spot), spot]),
  )
  const kept = spots.filter((spot) => !isPlaced(spot) || !guesses.has(keyOf(spot)) || hasEvents(spot))
  for (const spot of kept) if (isPlaced(spot)) guesses.delete(keyOf(spot))
  return [...kept, ...guesses.values()]
}

function isPlaced(spot: Spot): spot is Placed {
  return spot.kind === 'field' || spot.kind === 'value'
}

function hasEvents({ side }: Placed): boolean {
  return 'events' in side && side.events.length > 0
}

function keyOf({ kind, side, range, path }: Placed): string {
  return `${kind} ${side.of} ${range.start} ${range.end} ${path.join('\0')}`
}

/** The facts about a file that its flow needs. */
export function aboutFlow(
  root: SyntaxNode,
  input: DocumentInput,
  { shape, sites }: HookDocument,
  isSound = true,
): Omit<Followed, 'budget'> {
  const events = eventsBehind(
    sites.flatMap(({ events: own }) => own),
    input.events,
  )
  return {
    input,
    events: events.length === 0 ? input.events : events,
    claimed: input.exports === 'classes' ? kaizenNames(root, input, sites) : new Set(),
    certain:
      isSound && (input.exports === 'classes' ? sites.length > 0 : shape === 'hook' && events.length > 0),
    plainOutput: shape === 'hook' && !SWAPPED.test(input.text),
    printing: PYTHON_PRINTING,
    // `sys.stdin = io.StringIO(text)`
    ...(/sys\.stdin\s*=[^=]/.test(input.text) ? {} : { readsOnce: true }),
    missingKeysFail: true,
    classEvents: new Map(sites.map(({ part = '', events: own }) => [part, eventsBehind(own, input.events)])),
  }
}

function kaizenNames(
  root: SyntaxNode,
  input: DocumentInput,
  sites: HookDocument['sites'],
): ReadonlySet<string> {
  const module = moduleOf(root)
  const names = sites.flatMap(({ part = '' }) => {
    const one = module.classes.get(part)
    return one !== undefined && belongsToKaizen(one, module, input, eventsOf(one, module, input))
      ? [part]
      : []
  })
  return new Set(names)
}

/** Standard output is replaced for an unknown part of the program; a `with` statement replaces it for its block. */
const SWAPPED =
  /(?<!\bwith\s(?:contextlib\.)?)\bredirect_stdout\(|redirect_stdout\s+as\b|sys\.stdout\s*=|builtins|\bdup2\(/
