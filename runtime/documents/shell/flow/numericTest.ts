// The tests of numbers in a shell (`[ "$n" -gt 5 ]`, `(( n > 5 ))`): their result for two known texts.

import { rowOf } from '../../../contract/json.ts'

/** Whether the test holds; undefined for an operator that compares no numbers, and for a text that is no number. */
export function numeric(operator: string, one: string, two: string): boolean | undefined {
  const [left, right] = [Number(one), Number(two)]
  if (one.trim() === '' || two.trim() === '' || Number.isNaN(left) || Number.isNaN(right)) return undefined
  return rowOf(COMPARES, rowOf(SIGNS, operator) ?? operator)?.(left, right)
}

const COMPARES: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
}

const SIGNS: Readonly<Record<string, string>> = {
  ...{ '-eq': '==', '-ne': '!=', '-gt': '>', '-ge': '>=', '-lt': '<', '-le': '<=' },
}
