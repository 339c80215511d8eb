// Names in a row, as English has them.

/** Names in a row: `a, b and c`. */
export function listed(names: readonly string[], word: 'and' | 'or' = 'and'): string {
  const [last = '', ...before] = names.toReversed()
  return before.length === 0 ? last : `${before.toReversed().join(', ')} ${word} ${last}`
}
