// Problems of answers that do not fit their event: required fields that are missing, and answers whose type is wrong.

import { defined } from '../contract/defined.ts'
import type { Dialect } from '../contract/dialect.ts'
import { answeredEvents, expectedAnswer, returnsPayload, shapesOf } from '../contract/expectedAnswers.ts'
import { isObject } from '../contract/json.ts'
import { type Problem, problem, type Range } from '../contract/problems.ts'
import { listed } from '../contract/recordWords.ts'
import { suggest } from '../contract/suggest.ts'
import { formsOf, isOpen, shapeAt, valuesOf, type WalkedShape } from '../contract/walk.ts'
import type { Spot } from '../documents/spots.ts'
import type { AnswerFault } from '../documents/typed.ts'
import type { View } from '../project/view.ts'
import type { Ground } from './ground.ts'
import { keepingName, replacement } from './repair.ts'
import { takesNo } from './wrongTypes.ts'

/**
 * A problem where the answer lacks a field that every form of it requires, for every event it answers. `isIgnored`:
 * another problem already covers what the host does with the whole answer.
 */
export function answerProblem(
  { keys, more, range, value = {} }: Spot & { readonly kind: 'answer' },
  { shapes, events, view }: Ground,
  isIgnored: boolean,
): readonly Problem[] {
  if (more) return []
  const missing = missingInAll(shapes, keys)
  if (missing.length > 0) {
    const slip = missing.length === 1 ? keys.find((key) => suggest(key, missing) !== undefined) : undefined
    const at = slip === undefined ? undefined : keyAt(slip, range, view)
    return [missingProblem(view, events, missing, range, slip, at?.range)]
  }
  return Object.entries(value).flatMap(([key, object]) => {
    if (!isObject(object)) return []
    const inner = shapes.map((shape) => shapeAt(shape, [key]))
    const known = inner.flatMap((at) => (at.kind === 'known' ? [at.shape] : []))
    if (known.length < inner.length) return []
    // A missing field with a fixed list of values, such as the event's name, is covered by the problem of the whole
    // answer.
    const isListed = (name: string) =>
      isIgnored &&
      known.every((shape) => {
        const at = shapeAt(shape, [name])
        return at.kind === 'known' && valuesOf(at.shape) !== undefined
      })
    const fields = missingInAll(known, Object.keys(object)).filter((name) => !isListed(name))
    if (fields.length === 0) return []
    const names = fields.map((name) => `${key}.${name}`)
    return [missingProblem(view, events, names, keyAt(key, range, view)?.range ?? range)]
  })
}

// What the first shape misses, if every shape misses something.
function missingInAll(shapes: readonly WalkedShape[], keys: readonly string[]): readonly string[] {
  const missing = shapes.map((shape) => missingIn(shape, keys))
  return missing.every((one) => one.length > 0) ? (missing[0] ?? []) : []
}

function keyAt(name: string, answer: Range, { document }: View): Spot | undefined {
  const spots = [...document.spots, ...(document.followed ?? [])]
  return spots.find((spot) => spot.kind === 'field' && isKey(spot, name, answer))
}

// `slip`: a key that is probably a misspelling of the only missing field; `slipAt`: its range, if known.
function missingProblem(
  view: View,
  events: readonly string[],
  missing: readonly string[],
  range: Range,
  slip?: string,
  slipAt?: Range,
): Problem {
  const names = missing.map((name) => `"${name}"`).join(', ')
  const message = `An answer to ${listed(events, 'or')} requires ${names}; without it, the whole answer is invalid.`
  const mended = slipAt === undefined ? {} : replacement(view, slipAt, missing[0] as string)
  const fix = slip === undefined ? `Add ${names}.` : `Write ${names} instead of "${slip}".`
  return problem('result.type', view.document.path, message, { range: slipAt ?? range, ...mended, fix })
}

/** A problem for an answer whose type is not one the event accepts. */
export function answerFaultProblem(fault: AnswerFault, view: View, dialect: Dialect): Problem {
  const { range, events, payload, edit } = fault
  const file = view.document.path
  const answering = { dialect, events }
  const event = answeredEvents(answering)
  const isBack = returnsPayload(answering)
  const handBack = `Return ${payload ?? 'the payload'}`
  const repairs = edit && [{ kind: 'edit', title: handBack, edits: [edit] } as const]
  switch (fault.kind) {
    case 'null': {
      const message = isBack
        ? `${event} cannot be canceled: null is an invalid answer and changes nothing.`
        : `null is not a valid answer to ${event}: it changes nothing.`
      const fix = isBack ? `${handBack} to continue.` : `Return ${expectedAnswer(answering)}.`
      return problem('result.null', file, message, { range, fix, ...defined({ repairs }) })
    }
    case 'missing': {
      const wanted = isBack ? 'the payload' : expectedAnswer(answering)
      const where = fault.end ? 'this handler can end without returning it' : 'this returns nothing'
      const message = `${event} expects ${wanted}, but ${where}: the answer is invalid and changes nothing.`
      const fix =
        payload === undefined ? `Return ${isBack ? 'the payload' : wanted}.` : `Write "return ${payload}".`
      return problem('result.missing', file, message, { range, fix, ...defined({ repairs }) })
    }
    case 'lacks': {
      const { path, written, shorthand } = fault
      const missing = fault.fields.map((name) => [...path, name].join('.'))
      const found = missingProblem(
        view,
        events,
        missing,
        range,
        written,
        written === undefined ? undefined : range,
      )
      if (shorthand === true && written !== undefined) return { ...found, ...keepingName(found, written) }
      return payload === undefined || written !== undefined
        ? found
        : { ...found, fix: `Return { ...${payload}, … } to keep the other fields.` }
    }
    case 'type': {
      const shapes = shapesOf(answering).flatMap((shape) => {
        const at = shapeAt(shape, fault.path)
        return at.kind === 'known' ? [at.shape] : []
      })
      return problem('result.type', file, takesNo(fault.path, shapes[0], fault.found), { range })
    }
  }
}

function isKey(
  { side, path, range }: Spot & { readonly kind: 'field' },
  name: string,
  answer: Range,
): boolean {
  const isWithin = answer.start <= range.start && range.end <= answer.end
  return isWithin && side.of === 'result' && path.length === 1 && path[0] === name
}

// The missing fields of the form that comes closest; empty where a form is open or not an object.
function missingIn(shape: WalkedShape, keys: readonly string[]): readonly string[] {
  if (isOpen(shape)) return []
  const forms = formsOf(shape).filter(({ type }) => type === 'object')
  const missing = forms.map(({ required = [] }) => required.filter((name) => !keys.includes(name)))
  return missing.sort((one, two) => one.length - two.length)[0] ?? []
}
