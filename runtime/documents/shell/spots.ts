// Finds the spots of a shell hook: what it reads of the payload, what it answers, the event it names. The script
// is walked as it runs when the host calls it, never run.

import type { Problem, Range } from '../../contract/problems.ts'
import type { DocumentInput, HookDocument } from '../document.ts'
import { eventsBehind } from '../events.ts'
import { answerOf } from '../program/answer.ts'
import type { Spot } from '../spots.ts'
import { child, type SyntaxNode } from '../treeSitter.ts'
import type { Spotted } from '../understand.ts'
import { answerSpots } from './answers.ts'
import { only, type Value } from './flow/value.ts'
import { Walker } from './flow/walker.ts'
import { type Healed, healedTree } from './heal.ts'
import { judged, outputProblems } from './outputs.ts'
import { programOf } from './program.ts'
import { surroundingSpots } from './surroundings.ts'

/** The spots of a file, and what is wrong with it whatever the contract says. */
export async function shellSpots(input: DocumentInput, document: HookDocument): Promise<Spotted> {
  try {
    return spotsIn(await healedTree(input.text), input, document)
  } catch (error) {
    // Text nested deeper than the stack. Anything else is a fault of ours.
    if (!(error instanceof RangeError)) throw error
    return { spots: [], problems: [] }
  }
}

function spotsIn(healed: Healed, input: DocumentInput, document: HookDocument): Spotted {
  const { root, text } = healed
  const [site] =
    document.shape === 'hook' ? document.sites : answerOf(programOf(root), { ...input, text }).sites
  const named = eventsBehind(site?.events ?? [], input.events)
  const events = named.length === 0 ? input.events : named
  const walking = { text, root, events, path: input.path, names: input.events, functions: functionsOf(root) }
  const walker: Walker = new Walker({
    ...walking,
    args: ['run'],
    judge: (printed) => judged(printed, { ...input, text }),
    printed: (value, state, sure) => {
      const add = (spot: Spot): void => walker.spots.add(spot)
      answerSpots(value, { events: state.events ?? events, sure: sure && certain, add })
    },
  })
  const certain = named.length > 0 && healed.whole
  walker.run()
  const spots = [...walker.spots.list(certain), ...eventSpots(document, walking), ...surroundingSpots(root)]
  const problems =
    document.shape !== 'hook' || !certain
      ? []
      : [
          ...walker.spots.problems.values(),
          ...(walker.exhausted ? [] : outputProblems(walker.ends, { ...input, text })),
        ]
  return { spots: spots.map((spot) => placed(spot, healed)), problems: distinct(problems) }
}

// The event that the text names, or all that may be one where it is asked for.
function eventSpots(
  { shape, sites }: HookDocument,
  walking: Omit<ConstructorParameters<typeof Walker>[0], 'args' | 'printed' | 'judge'>,
): readonly Spot[] {
  const spots: Spot[] = []
  const add = (name: string, range: Range): void => {
    spots.push({ kind: 'event', range, name, quote: quoteAt(walking.text, range.start) })
  }
  if (shape === 'hook') {
    for (const { events, range } of sites) add(events[0] ?? '', range)
    return spots
  }
  const printed = (value: Value, _state: unknown, sure: boolean): void => {
    const part = only(value) ?? value[0]
    if (!sure || part?.kind !== 'text' || part.start < 0 || !/^[\w.:-]*$/.test(part.text)) return
    if (part.end <= walking.text.length) add(part.text, { start: part.start, end: part.end })
  }
  new Walker({ ...walking, args: ['hook'], printed, judge: () => undefined }).run()
  return spots.filter((one, at) => spots.findIndex(({ range }) => range.start === one.range.start) === at)
}

function functionsOf(root: SyntaxNode): ReadonlyMap<string, SyntaxNode> {
  const functions = new Map<string, SyntaxNode>()
  const open = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'function_definition') functions.set(child(node, 'name')?.text ?? '', node)
    for (let at = node.children.length - 1; at >= 0; at--) open.push(node.children[at] as SyntaxNode)
  }
  return functions
}

function quoteAt(text: string, start: number): '"' | "'" | 'bare' {
  const before = text[start - 1]
  return before === '"' || before === "'" ? before : 'bare'
}

function placed(spot: Spot, { original }: Healed): Spot {
  const { start, end } = spot.range
  return { ...spot, range: { start: original(start), end: original(end) } }
}

function distinct(problems: readonly Problem[]): readonly Problem[] {
  const found = new Map<string, Problem>()
  for (const one of problems) {
    const key = `${one.code} ${one.range?.start} ${one.range?.end}`
    if (!found.has(key)) found.set(key, one)
  }
  return [...found.values()]
}
