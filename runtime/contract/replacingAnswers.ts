// Finds the answers of an event that replace a tool's input or its result: each open part of its answers is tried on
// the event's example, and the record's own verdict decides. Parts more than three levels deep are not tried.

import type { EventRecord } from './eventRecord.ts'
import { type Json, objectOf, put, valueAt } from './json.ts'
import { oncePer } from './oncePer.ts'
import { fieldsAt, shapeAt, valuesOf } from './walk.ts'

export type ReplacingAnswer = {
  /** Dotted path of the new input or result within the answer. */
  readonly path: string
  /** The whole answer with this value there. */
  readonly answer: (value: unknown) => unknown
}

/** The answers of an event that replace the tool's input, one per path; empty where none does. */
export const inputAnswers = oncePer((record: EventRecord): readonly ReplacingAnswer[] =>
  answersReplacing(record, record.common.input),
)

/** The answers of an event that replace the tool's result, one per path; empty where none does. */
export const outputAnswers = oncePer((record: EventRecord): readonly ReplacingAnswer[] =>
  answersReplacing(record, record.common.output),
)

function answersReplacing(record: EventRecord, replaced: string | undefined): readonly ReplacingAnswer[] {
  if (replaced === undefined) return []
  const changed = { ...objectOf(valueAt(record.example, replaced)), hookbench: true }
  const replaces = (answer: unknown) => {
    const verdict = record.verdict(answer as never, record.example as never)
    return !('rejected' in verdict) && objectOf(valueAt(verdict.payload, replaced)).hookbench === true
  }
  return openPaths(record, []).flatMap((path) => {
    const words = besides(record, path).find((one) => replaces(answerOf([...one, [path, changed]])))
    if (words === undefined) return []
    return [{ path: path.join('.'), answer: (value) => answerOf([...words, [path, value]]) }]
  })
}

type Path = readonly string[]

function openPaths(record: EventRecord, path: Path): readonly Path[] {
  if (path.length === 3) return []
  return fieldsAt(record.result, path).flatMap(({ name }) => {
    const inner = [...path, name]
    return shapeAt(record.result, inner).kind === 'open' ? [inner] : openPaths(record, inner)
  })
}

type Word = readonly [path: Path, value: Json]

// The literals that may be beside a part: those without an alternative and the name of the event, which the payload
// has as well, in each answer; of the others one or none.
function besides(record: EventRecord, path: Path): readonly (readonly Word[])[] {
  const inPayload = new Set(Object.values(objectOf(record.example)))
  const words = path.flatMap((_, depth) => {
    const at = path.slice(0, depth)
    return fieldsAt(record.result, at).map(({ name, shape }): readonly Word[] => {
      const values = (valuesOf(shape) ?? []).filter((value) => value !== null)
      const own = values.filter((value) => inPayload.has(value))
      return (own.length > 0 ? own : values).map((value) => [[...at, name], value])
    })
  })
  const fixed = words.flatMap((choices) => (choices.length === 1 ? choices : []))
  const chosen = words.flatMap((choices) => (choices.length < 2 ? [] : choices))
  return [fixed, ...chosen.map((word) => [...fixed, word])]
}

function answerOf(parts: readonly (readonly [path: Path, value: unknown])[]): unknown {
  const answer: Record<string, unknown> = {}
  for (const [path, value] of parts) put(answer, path.join('.'), value)
  return answer
}
