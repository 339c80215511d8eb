// The type of a mutation, and its application to a file's text.

/** One promised behavior, the edit that removes it, and the test that must then fail. */
export type Mutation = {
  readonly behaviour: string
  /** Path of the mutated file, relative to the repository. */
  readonly file: string
  /** The text to replace, which must occur exactly once in the file. */
  readonly from: string
  readonly to: string
  /** Path of the test file, relative to the repository, and the full name of one test in it. */
  readonly test: string
  readonly name: string
}

/** Why a mutation does not fit its file; undefined if it does. */
export function misfit({ file, from, to }: Mutation, source: string): string | undefined {
  if (from === to) return `${file}: the mutation changes nothing; give another \`to\``
  const count = source.split(from).length - 1
  if (count === 1) return undefined
  const remedy = count === 0 ? 'the code has changed, give its text as it is now' : 'give a longer text'
  return `${file}: expected \`${from}\` once, found it ${count} times; ${remedy}`
}

/** The line, counted from 1, where a mutation begins. */
export function lineOf({ from }: Mutation, source: string): number {
  return source.slice(0, source.indexOf(from)).split('\n').length
}

/** The mutated text. */
export function mutated({ from, to }: Mutation, source: string): string {
  // As a function, because `$` is special in a replacement string.
  return source.replace(from, () => to)
}
