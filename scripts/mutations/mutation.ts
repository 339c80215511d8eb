// What a row of the table is, and the text of a file with a row applied to it.

/** One promised behaviour, the edit that takes it away, and the test that must fail then. */
export type Mutation = {
  readonly behaviour: string
  /** The mutated file, from the repository's root. */
  readonly file: string
  /** This text, which stands exactly once in the file, becomes that one. */
  readonly from: string
  readonly to: string
  /** The test file, from the repository's root, and the full name of one test in it. */
  readonly test: string
  readonly name: string
}

/** Why a mutation does not fit its file; undefined when it does. */
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

/** The text without the behaviour. */
export function mutated({ from, to }: Mutation, source: string): string {
  // Not as a string: `$` has a meaning there.
  return source.replace(from, () => to)
}
