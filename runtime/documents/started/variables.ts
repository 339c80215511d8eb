// Variables that a script sets for the programs that it starts. In their values `$PATH` stands for the value that the
// variable has already.

import { codeVariable, isCodeVariable } from '../../contract/codeVariables.ts'
import { isElsewhere } from '../shell/loadingVariables.ts'
import { type CommandValues, textOf } from './values.ts'

/** Whether a variable with one of these values makes the programs run code that trust does not see. */
export function makesRun(name: string, values: () => CommandValues): boolean {
  // Named `ENV`, most are settings of the program's own.
  if (name === 'ENV' || !isCodeVariable(name)) return false
  return values()
    .map(textOf)
    .some((value) => {
      if (value === '' || value === `$${name}`) return false
      return name === 'PATH' ? isElsewhere(name, value) : codeVariable(name, value) !== undefined
    })
}
