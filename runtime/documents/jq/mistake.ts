// Finds what makes jq certainly reject a program: a syntax error, or a variable or function that nothing defines.

import type { Range } from '../../contract/problems.ts'
import { BUILTINS, isBuiltin } from './builtins.ts'
import { JqChecker } from './checker.ts'
import { SyntaxFault, Undecided } from './faults.ts'

/** `name`: a name that nothing defines, and what would be right; otherwise a syntax error at `range`. */
export type JqMistake = {
  readonly range: Range
  readonly name?: string
  readonly known?: readonly string[]
}

/**
 * The mistake at which jq stops; undefined where there is none or it is not certain. `given`: variables of
 * options; undefined if some are not known.
 */
export function mistakeInProgram(
  program: string,
  given: readonly string[] | undefined,
): JqMistake | undefined {
  // A comment that ends with a backslash continues in some versions only.
  if (/\\\r?\n/.test(program)) return undefined
  try {
    return undefinedIn(new JqChecker(program), given)
  } catch (error) {
    if (error instanceof SyntaxFault) return { range: error.range }
    if (error instanceof Undecided) return undefined
    throw error
  }
}

// The first name that nothing defines. Where a definition counts is not checked.
function undefinedIn(
  { functions, variables, calls, reads }: JqChecker,
  given: readonly string[] | undefined,
): JqMistake | undefined {
  const isSet = (name: string) => given === undefined || given.includes(name) || variables.has(name)
  const variable = reads.find(({ name }) => !isSet(name))
  const call = calls.find(({ name, count }) => !functions.has(name) && !isBuiltin(name, count))
  const isFirst = call === undefined || (variable?.range.start ?? Infinity) < call.range.start
  if (variable !== undefined && isFirst) {
    const known = [...variables, ...(given ?? [])].map((name) => `$${name}`)
    return { range: variable.range, name: `$${variable.name}`, known }
  }
  if (call === undefined) return undefined
  const { name, count, range } = call
  const isOther = BUILTINS.includes(name)
  return {
    range,
    name: isOther || count > 0 ? `${name}/${count}` : name,
    known: isOther ? [] : [...functions, ...BUILTINS],
  }
}
