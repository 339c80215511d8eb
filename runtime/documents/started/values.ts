// What an expression of a script may be where it starts a program: texts and lists of words, with a mark for the parts
// that are not known. An expression has several values where the code chooses.

/** Stands in a text for a part that is not known; it may be of any length. */
export const UNKNOWN = '\uFFFC'

/** A text, or the words of a list. */
export type CommandValue = string | readonly string[]
export type CommandValues = readonly CommandValue[]

export const NOT_KNOWN: CommandValues = [UNKNOWN]

/** Expressions nested deeper count as unknown. */
export const DEEPEST_EXPRESSION = 24
/** After so many expressions of a file the others count as unknown. */
export const MOST_EXPRESSIONS = 20_000
/** More values of one expression count as unknown. */
const MOST_VALUES = 16
/** A name that is set more often counts as unknown. */
const MOST_BINDINGS = 200
/** Longer texts and lists count as unknown. */
const LONGEST = 20_000

/** The values of `left + right`: texts joined, or lists. */
export function sum(left: CommandValues, right: CommandValues): CommandValues {
  return combined([left, right], ([one = UNKNOWN, other = UNKNOWN]) => {
    if (typeof one === 'string' && typeof other === 'string') return one + other
    if (typeof one === 'string') return UNKNOWN
    return [...one, ...(typeof other === 'string' ? [UNKNOWN] : other)]
  })
}

/** The values of texts that stand one behind the other. */
export function joined(parts: readonly CommandValues[], between: string): CommandValues {
  return combined(parts, (some) => some.map(textOf).join(between))
}

/** The values of a list of words; the elements that `isSpread` names are lists themselves. */
export function listed(parts: readonly CommandValues[], isSpread: (at: number) => boolean): CommandValues {
  return combined(parts, (some) =>
    some.flatMap((one, at) => (isSpread(at) && typeof one !== 'string' ? one : [textOf(one)])),
  )
}

/** A value as part of a text. */
export function textOf(value: CommandValue): string {
  return typeof value === 'string' ? value : UNKNOWN
}

/** Applies a function to each way of choosing one value of each part. */
export function combined(
  parts: readonly CommandValues[],
  by: (some: readonly CommandValue[]) => CommandValue,
): CommandValues {
  let ways: CommandValue[][] = [[]]
  for (const part of parts) {
    if (ways.length * part.length > MOST_VALUES || part.length === 0) return NOT_KNOWN
    const [only] = part
    // A list may have a hundred thousand elements with one value each.
    if (part.length === 1 && only !== undefined) for (const way of ways) way.push(only)
    else ways = ways.flatMap((way) => part.map((one) => [...way, one]))
  }
  return ways.map((way) => {
    const value = by(way)
    const length =
      typeof value === 'string' ? value.length : value.reduce((all, one) => all + one.length + 1, 0)
    return length > LONGEST ? UNKNOWN : value
  })
}

/** The values of a choice between expressions. */
export function oneOf(choices: readonly CommandValues[]): CommandValues {
  const all = [...new Map(choices.flat().map((one) => [JSON.stringify(one), one])).values()]
  return all.length > MOST_VALUES ? NOT_KNOWN : all
}

/**
 * The values of a name by its bindings, with what is `added` at its end. A name that is bound to itself has no further
 * value there.
 */
export function openBindings<Binding extends { readonly kind: string }>(): (
  bindings: readonly Binding[],
  valuesOf: (binding: Binding) => CommandValues,
) => CommandValues {
  const open = new Set<Binding>()
  return (bindings, valuesOf) => {
    if (bindings.length === 0 || bindings.length > MOST_BINDINGS) return NOT_KNOWN
    const { added = [], bound = [] } = Object.groupBy(bindings, ({ kind }) =>
      kind === 'added' ? 'added' : 'bound',
    )
    return added.map(once).reduce(sum, oneOf(bound.map(once)))

    function once(binding: Binding): CommandValues {
      if (open.has(binding)) return []
      open.add(binding)
      const found = valuesOf(binding)
      open.delete(binding)
      return found
    }
  }
}
