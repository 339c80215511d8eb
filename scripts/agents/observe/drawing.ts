// fast-check arbitraries shared by all hosts' scenarios: answers of hooks as real programs print them, well-formed and
// malformed. The host determines the keys of an answer.

import fc from 'fast-check'
import type { CaseObject, HookAnswer } from './case.ts'

/** Each key with the chance (in percent) that an answer contains it, and its values. */
export type DrawnKeys = Readonly<Record<string, readonly [percent: number, values: fc.Arbitrary<unknown>]>>

export type DrawnObject = fc.Arbitrary<CaseObject>

export const chance = (percent: number): fc.Arbitrary<boolean> =>
  weighted([percent, fc.constant(true)], [100 - percent, fc.constant(false)])

/** Text that contains its hook's word; occasionally empty or two lines. */
export const wordy = (word: string) =>
  weighted([90, fc.constant(word)], [4, fc.constant('')], [6, fc.constant(`${word}\nsecond line `)])

export const wrongType = values<unknown>(true, 7, null, ['a'], { a: 1 }, 'word')

/** Valid with the given chance (in percent), otherwise of a wrong type. */
export const mostly = (good: fc.Arbitrary<unknown>, percent = 95) =>
  weighted([percent, good], [100 - percent, wrongType])

export function weighted<T>(
  ...choices: readonly (readonly [weight: number, of: fc.Arbitrary<T>])[]
): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })))
}

export function values<T>(...of: readonly T[]): fc.Arbitrary<T> {
  return fc.constantFrom(...of)
}

/** An object with some of the keys. */
export const someOf = (keys: DrawnKeys): DrawnObject =>
  fc
    .tuple(
      ...Object.entries(keys).map(([key, [percent, of]]) => fc.tuple(fc.constant(key), chance(percent), of)),
    )
    .map((drawn) =>
      Object.fromEntries(drawn.filter(([, there]) => there).map(([key, , value]) => [key, value])),
    )

const EXITS = weighted(
  [70, fc.constant(0)],
  [15, fc.constant(2)],
  [7, fc.constant(1)],
  [4, fc.constant(3)],
  [4, fc.constant(127)],
)

/** The output of a hook for an answer, in one of several formats. */
function printed(object: CaseObject, how: string, word: string): string {
  const json = JSON.stringify(object)
  switch (how) {
    case 'pretty':
      return JSON.stringify(object, undefined, 2)
    case 'newline':
      return `${json}\n`
    case 'byte-order mark':
      return `\uFEFF${json}`
    case 'text before':
      return `starting ${word}\n${json}`
    case 'text after':
      return `${json}\ndone ${word}`
    case 'two lines':
      return `${json}\n${JSON.stringify({ systemMessage: `second of ${word}` })}`
    case 'cut off':
      return json.slice(0, -1)
    case 'single quotes':
      return json.replaceAll('"', "'")
    case 'in a list':
      return `[${json}]`
    case 'as a string':
      return JSON.stringify(json)
    default:
      return json
  }
}

const HOW = weighted(
  [80, fc.constant('plain')],
  [4, values('pretty', 'newline')],
  [2, fc.constant('byte-order mark')],
  [3, fc.constant('text before')],
  [2, fc.constant('text after')],
  [2, fc.constant('two lines')],
  [4, values('cut off', 'single quotes')],
  [2, values('in a list', 'as a string')],
)

/** One answer of a hook; `word` occurs in every text it prints, so that texts of several hooks can be distinguished. */
export const hookAnswer = (objects: DrawnObject, word: string): fc.Arbitrary<HookAnswer> =>
  fc
    .record({
      exit: EXITS,
      stdout: weighted(
        [78, fc.tuple(objects, HOW).map(([object, how]) => printed(object, how, word))],
        [9, fc.constant('')],
        [9, values(`plain ${word}`, `plain ${word}\nsecond line\n`, ` padded ${word} `)],
        [4, values('{}', '[]', 'null', '42', '"text"', '\n', '{"unknown": true}')],
      ),
      stderr: weighted([60, fc.constant('')], [40, values(`stderr ${word}`, `stderr ${word}\nline two\n`)]),
    })
    .map((answer) => ({ ...answer, ms: 0 }))
