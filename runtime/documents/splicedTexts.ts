// Texts of local files in place of the statements that load them, and the places of what is found there: where the
// script calls the function that contains it, or where it names the file.

import type { Range } from '../contract/problems.ts'

/** The text that replaces the statement that loads it. */
export type Spliced = { readonly at: Range; readonly text: string }

/** How a language defines a function and calls it. */
export type FunctionForms = {
  /** Its first or second group is the name. */
  readonly definition: RegExp
  /** Global; its first group is the call. */
  readonly call: (name: string) => RegExp
}

/** The text with each of these in its place. */
export function spliced(text: string, inner: readonly Spliced[]): string {
  let made = ''
  let from = 0
  for (const { at, text: one } of inner) {
    made += text.slice(from, at.start) + one
    from = at.end
  }
  return made + text.slice(from)
}

/** Maps ranges of the spliced text to places in the script; undefined for those that are only partly inside a file. */
export function placesIn(
  text: string,
  all: readonly Spliced[],
  forms: FunctionForms,
): (range: Range) => Range | undefined {
  const files = all.map((one) => ({
    ...one,
    functions: functionsIn(one.text, forms),
    calls: new Map<string, Range | undefined>(),
  }))
  return (range) => {
    let shift = 0
    for (const { at, text: inner, functions, calls } of files) {
      const start = at.start + shift
      if (range.end <= start) break
      if (range.start < start + inner.length) {
        if (range.start < start || range.end > start + inner.length) return undefined
        const name = functions.findLast(({ end }) => end <= range.start - start)?.name
        if (name !== undefined && !calls.has(name)) calls.set(name, callOf(name, text, at, forms))
        return calls.get(name ?? '') ?? at
      }
      shift += inner.length - (at.end - at.start)
    }
    return { start: range.start - shift, end: range.end - shift }
  }
}

function functionsIn(text: string, { definition }: FunctionForms) {
  return [...text.matchAll(definition)].flatMap(({ 0: all, 1: one, 2: two, index }) => {
    const name = one ?? two
    return name === undefined ? [] : [{ name, end: index + all.length }]
  })
}

// The first call after the statement that loads the file, to the end of its line; undefined where another call passes
// other words, and so may print something else.
function callOf(name: string, text: string, { end }: Range, { call }: FunctionForms): Range | undefined {
  const calls = [...text.slice(end).matchAll(call(name))]
  if (new Set(calls.map(([, words = '']) => words.trimEnd())).size > 1) return undefined
  const at = calls[0]?.indices?.[1]
  return at && { start: end + at[0], end: end + at[1] }
}
