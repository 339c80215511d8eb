// The event that a script names: the texts it may print when it is called with `hook`.

import type { Range } from '../../contract/problems.ts'
import type { Budget } from '../budget.ts'
import type { DocumentInput } from '../document.ts'
import { answerAmong, type ProgramAnswer } from '../program/answer.ts'
import { type ProgramText, textOf } from '../program/values.ts'
import type { SyntaxNode } from '../treeSitter.ts'
import { scriptOf, type Walking } from './flow/start.ts'
import { plain, type ShellValue } from './flow/value.ts'
import type { ShellPrinted } from './flow/walk.ts'
import { Walker } from './flow/walker.ts'

/** The answer of a script to the call for its event; `printed` is called for each piece that it may print. */
export function eventOf(
  root: SyntaxNode,
  input: DocumentInput,
  budget: Budget,
  printed: Walking['printed'] = () => {},
): ProgramAnswer {
  const script = scriptOf(root, input, budget)
  const walker = new Walker({ script, args: ['hook'], printed, judge: () => undefined })
  walker.run()
  // Output on a path that fails does not count.
  const ends = walker.ends.filter(({ status }) => status === undefined || status === 0)
  const outputs = walker.exhausted ? undefined : new Outputs().of(ends.map((end) => end.printed))
  return answerAmong(outputs && [...outputs].map((one) => [one]), input)
}

/** A script with more different outputs than this does not name one event. */
const MAX_OUTPUTS = 16
const MAX_LENGTH = 100_000

/** The whole output on each path to a place; undefined where it is unknown. */
class Outputs {
  readonly #known = new Map<ShellPrinted, readonly ProgramText[] | undefined>()

  /** The outputs at several places; each text once. */
  of(places: readonly (ShellPrinted | undefined)[]): readonly ProgramText[] | undefined {
    const texts = new Map<string, ProgramText>()
    for (const place of places) {
      const found = this.#to(place)
      if (found === undefined) return undefined
      for (const one of found) if (!texts.has(one.text)) texts.set(one.text, one)
      if (texts.size > MAX_OUTPUTS) return undefined
    }
    return [...texts.values()]
  }

  #to(place: ShellPrinted | undefined): readonly ProgramText[] | undefined {
    if (place === undefined) return [textOf('')]
    if (!this.#known.has(place)) this.#known.set(place, this.#worked(place))
    return this.#known.get(place)
  }

  #worked({ before, value, either }: ShellPrinted): readonly ProgramText[] | undefined {
    if (either !== undefined) return this.of(either)
    const text = plain(value)
    if (value === undefined || text === undefined) return undefined
    const earlier = this.#to(before)
    if (earlier?.some((one) => one.text.length + text.length > MAX_LENGTH)) return undefined
    return earlier?.map((one) => textOf(one.text + text, spanned(one.range, rangeOf(value))))
  }
}

// From the start of the first piece that is not blank to the end of the last one.
function rangeOf(value: ShellValue): Range | undefined {
  return value
    .flatMap((part) => (part.kind === 'text' && part.start >= 0 && part.text.trim() !== '' ? [part] : []))
    .reduce<Range | undefined>(spanned, undefined)
}

function spanned(one: Range | undefined, two: Range | undefined): Range | undefined {
  if (one === undefined || two === undefined) return one ?? two
  return { start: Math.min(one.start, two.start), end: Math.max(one.end, two.end) }
}
