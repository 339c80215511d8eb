// Literal answers with a placeholder for each value that is computed, as the shape allows it: a host can judge them.

import { fieldsOf, formsOf, shapeAt, valuesOf, type WalkedShape } from '../contract/walk.ts'
import type { LiteralAnswer, LiteralValue } from '../documents/spots.ts'

/** Undefined where an unknown value would decide the result; one that is true or false is `flag`, if given. */
export function filled(
  value: LiteralAnswer,
  shape: WalkedShape,
  event: string,
  flag?: boolean,
): Record<string, unknown> | undefined {
  let isKnown = true
  const made = fill(value, []) as Record<string, unknown>
  return isKnown ? made : undefined

  function fill(one: LiteralValue, path: readonly (string | number)[]): unknown {
    if (one === undefined) return standIn(path)
    // Where a text is expected instead, the content of a list does not matter.
    const there = Array.isArray(one) ? shapeAt(shape, path) : undefined
    if (there?.kind === 'known' && isText(there.shape)) return ['…']
    if (Array.isArray(one)) return one.map((item: LiteralValue) => fill(item, [...path, '*']))
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(
      Object.entries(one).map(([key, inner]) => [key, fill(inner as LiteralValue, [...path, key])]),
    )
  }

  // The placeholder for a computed value, from what the shape allows there.
  function standIn(path: readonly (string | number)[]): unknown {
    const found = shapeAt(shape, path)
    // The only value allowed there, so a computed value must be this one.
    const values = found.kind === 'known' ? valuesOf(found.shape) : undefined
    if (values?.length === 1) return values[0]
    // The event's name is taken from the payload.
    if (values?.includes(event) === true) return event
    if (found.kind === 'known' && isText(found.shape)) return '…'
    if (flag !== undefined && found.kind === 'known' && isFlag(found.shape)) return flag
    // A value derived from the tool's input is an object.
    if (found.kind !== 'absent' && found.shape !== undefined && isAnyObject(found.shape)) return { '…': '…' }
    // The host does not inspect values that it passes on, such as the input of a tool.
    if (found.kind === 'open' && path.length > 1) return path.length > 2 ? '…' : { '…': '…' }
    isKnown = false
    return null
  }
}

function isFlag(shape: WalkedShape): boolean {
  return formsOf(shape).every(({ type }) => type === 'boolean' || type === 'null')
}

function isAnyObject(shape: WalkedShape): boolean {
  const forms = formsOf(shape).filter(({ type }) => type !== 'null')
  return forms.length > 0 && forms.every((form) => form.type === 'object' && fieldsOf(form).length === 0)
}

// Whether any text is valid, or no value.
function isText(shape: WalkedShape): boolean {
  const forms = formsOf(shape).filter(({ type }) => type !== 'null')
  const isFree = (form: WalkedShape) =>
    form.type === 'string' && form.enum === undefined && form.const === undefined
  return forms.length > 0 && forms.every(isFree)
}
