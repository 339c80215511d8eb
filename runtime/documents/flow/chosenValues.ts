// Plain values that depend on a test: negated by `not` or selected by a conditional, each with the branch it is from.

import { defined } from '../../contract/defined.ts'
import { joinAll } from './joining.ts'
import {
  alternatives,
  BOOLEAN,
  type FlowValue,
  isNothing,
  isPlain,
  onWay,
  type PlainValue,
} from './values.ts'

/** `not allowed()`: the negation of each alternative, with the branch of that alternative. */
export function negated(value: FlowValue): FlowValue {
  const all = alternatives(value)
  if (value.kind === 'unknown' && value.narrows !== undefined) {
    const { yes, no } = value.narrows
    return { ...BOOLEAN, kind: 'unknown', narrows: defined({ yes: no, no: yes }) }
  }
  if (!all.every(isPlain)) return BOOLEAN
  return joinAll(
    all.map((one) => {
      const other: FlowValue = { kind: 'constant', value: isNothing(one) }
      return one.way === undefined ? other : onWay(other, one.way)
    }),
  )
}

/** `2 if refused() else 0`: each side with the branch in the function that led to it; undefined if not known. */
export function chosenBy(tested: FlowValue, yes: PlainValue, no: PlainValue): FlowValue | undefined {
  const all = alternatives(tested)
  if (!all.every((one) => isPlain(one) && one.way !== undefined)) return undefined
  return joinAll(
    all.flatMap((one) => (isPlain(one) && one.way ? onWay(isNothing(one) ? no : yes, one.way) : [])),
  )
}
