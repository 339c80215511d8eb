// What jq prints for its results: fields of the payload, texts and objects, one on each line.

import { defined } from '../../../contract/defined.ts'
import type { JqValue } from '../../jq/values.ts'
import { contentFrom } from './contentValues.ts'
import { made, type PayloadOrigin, type ShellValue, trimmed, UNKNOWN_TEXT } from './value.ts'

type Printing = {
  /** Texts are printed without quotes. */
  readonly raw: boolean
  /** Offsets of the fields that the values were read from. */
  readonly reads: readonly number[]
  readonly where: PayloadOrigin
}

/** No real payload is nested this deep. */
const DEEPEST = 64

/**
 * A single field of the payload, or the default in its place; or several in one text. Undefined where the values are
 * others than these.
 */
export function fieldOf(values: readonly JqValue[], printing: Printing): ShellValue | undefined {
  const { raw, reads } = printing
  const [first, ...more] = values
  if (first?.kind === 'unknown' && first.row !== undefined && raw && more.length === 0)
    return rowOf(first.row, printing)
  const pieces = values.filter((one) => one.kind === 'piece')
  const [piece] = pieces
  const paths = new Set(pieces.map(({ path }) => path.join('\0')))
  const others = values.filter((one) => one.kind !== 'piece')
  if (piece === undefined || piece.path.length > DEEPEST) return undefined
  const defaults = others.flatMap((one) => (one.kind === 'literal' ? [String(one.value)] : []))
  if (paths.size !== 1 || defaults.length !== others.length) return undefined
  const sure = pieces.every((one) => one.sure)
  const { path, events } = piece
  return [{ kind: 'data', path, sure, raw, defaults, reads, ...defined({ events }) }, made('\n')]
}

/** The line for one result, of which these are the possible values. */
export function lineOf(values: readonly JqValue[], printing: Printing): ShellValue {
  const [only, ...others] = values
  const text =
    only !== undefined && others.length === 0 ? textOf(only, printing.raw, printing.where) : undefined
  const found = fieldOf(values, printing) ?? contentFrom(values)
  return found ?? (text === undefined || text === UNKNOWN_TEXT ? UNKNOWN_LINE : text)
}

const UNKNOWN_LINE: ShellValue = [...UNKNOWN_TEXT, made('\n')]

function rowOf(
  { columns, between }: { readonly columns: readonly (readonly JqValue[])[]; readonly between: string },
  printing: Printing,
): ShellValue {
  const parts = columns.map((values) => trimmed(lineOf(values, printing)))
  return [...parts.flatMap((one, at) => (at === 0 ? one : [made(between), ...one])), made('\n')]
}

/** A result that is no field of the payload, as a line. */
export function textOf(result: JqValue, raw: boolean, where: PayloadOrigin): ShellValue {
  if (result.kind === 'built') return [{ kind: 'made', built: result, where }, made('\n')]
  if (result.kind !== 'literal') return UNKNOWN_TEXT
  if (!raw && typeof result.value === 'string') return [made(`${JSON.stringify(result.value)}\n`)]
  const { at = result.range && where(result.range), value } = result
  if (at === undefined || typeof value !== 'string') return [made(`${value}\n`)]
  return [{ kind: 'text', text: value, ...at }, made('\n')]
}
