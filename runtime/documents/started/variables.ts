// Variables that a script sets for the programs that it starts. In their values `$PATH` stands for the value that the
// variable has already.

import { codeVariable, isCodeVariable } from '../../contract/codeVariables.ts'
import { isElsewhere } from '../shell/loadingVariables.ts'
import { type CommandValues, textOf, UNKNOWN } from './values.ts'

/** Whether a variable with one of these values makes the programs run code that trust does not see. */
export function makesRun(name: string, values: () => CommandValues): boolean {
  // A folder of the user's home is trusted, so another home is not.
  if (name === 'HOME') return values().some((value) => isElsewhere(name, textOf(value)))
  // Named `ENV`, most are settings of the program's own.
  if (name === 'ENV' || !isCodeVariable(name)) return false
  return values()
    .map(textOf)
    .some((value) => {
      if (value === '' || value === `$${name}`) return false
      return name === 'PATH' ? isElsewhere(name, value) : codeVariable(name, value) !== undefined
    })
}

/**
 * Whether an item with one of these keys and values makes programs run such code. A key that is not known may be `PATH`
 * where the item is one of an environment.
 */
export function makesItemRun(
  keys: CommandValues,
  values: () => CommandValues,
  isOfEnvironment: () => boolean,
): boolean {
  return keys.map(textOf).some((key) => {
    // Windows, and programs that run there as well, write `Path`.
    if (!key.includes(UNKNOWN)) return makesRun(key === 'Path' ? 'PATH' : key, values)
    return isOfEnvironment() && values().some((value) => isFolder(textOf(value)))
  })
}

/** Whether a pair of a list, such as one that becomes an environment, is such a variable and its value. */
export function makesPairRun([key, value, more]: readonly CommandValues[]): boolean {
  if (key === undefined || value === undefined || more !== undefined || key.length !== 1) return false
  return (
    value.some((one) => isFolder(textOf(one))) &&
    makesItemRun(
      key,
      () => value,
      () => false,
    )
  )
}

function isFolder(value: string): boolean {
  return value.includes('/') || value.includes(UNKNOWN)
}
