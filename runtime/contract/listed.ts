// Joins names to an English list.

/** The names as a list: `a, b and c`. */
export function listed(names: readonly string[], word: 'and' | 'or' = 'and'): string {
  const [last = '', ...before] = names.toReversed()
  return before.length === 0 ? last : `${before.toReversed().join(', ')} ${word} ${last}`
}
