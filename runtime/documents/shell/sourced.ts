// The spots of a called script together with the files it sources, which are inserted at their places. A spot in such a
// file is reported where the script calls the function that contains it, or else where it names the file.

import { dirname, join } from 'node:path'
import type { Range } from '../../contract/problems.ts'
import { budgetFor } from '../budget.ts'
import type { DocumentInput } from '../document.ts'
import { movedSpot } from '../movedSpot.ts'
import type { Spot, SpottedDocument } from '../spots.ts'
import { readShell } from './read.ts'
import { shellSpots } from './spots.ts'
import { surroundingSpots } from './surroundings.ts'
import { parseShell } from './tree.ts'

/** The text of a local file; undefined where it does not exist. */
type LoadText = (path: string) => string | undefined

/** The most files that are inserted, and how deeply nested. */
const MOST_FILES = 8
const DEEPEST = 3

/** The text that replaces the words that source it. */
type Sourced = { readonly at: Range; readonly text: string }

/** The spots of a script with the files it sources; none where it sources no local file. */
export async function spotsWithSources(
  input: DocumentInput,
  document: SpottedDocument,
  load: LoadText,
): Promise<readonly Spot[]> {
  if (input.called === undefined || document.shape !== 'hook') return []
  let left = MOST_FILES
  const sourced = await sourcesIn(input.text, document.spots, input.path, 0)
  if (sourced.length === 0) return []
  const whole = { ...input, text: spliced(input.text, sourced) }
  const budget = budgetFor(whole.text)
  const { spots } = await shellSpots(whole, await readShell(whole, budget), budget)
  return (budget.spent ? [] : spots).flatMap((spot) =>
    movedSpot(spot, (range) => placeIn(input.text, sourced, range)),
  )

  async function sourcesIn(
    text: string,
    spots: readonly Spot[],
    path: string,
    depth: number,
  ): Promise<readonly Sourced[]> {
    const found: Sourced[] = []
    for (const spot of spots) {
      const at = spot.kind === 'file' ? sourcingAt(text, spot.range) : undefined
      if (spot.kind !== 'file' || at === undefined || left === 0) continue
      const file = join(dirname(path), spot.file)
      const own = load(file)
      // After a file that may exit early, the following code may not run.
      if (own === undefined || /^\s*(?:return|exit)\b/m.test(outsideFunctions(own))) continue
      left--
      const inner = depth === DEEPEST ? [] : await sourcesIn(own, await filesIn(own), file, depth + 1)
      found.push({ at, text: `{\n${spliced(own, inner)}\n}` })
    }
    return found
  }
}

async function filesIn(text: string): Promise<readonly Spot[]> {
  return surroundingSpots(await parseShell(text))
}

// The range of `source "…"` around the name of a file.
function sourcingAt(text: string, { start, end }: Range): Range | undefined {
  const [, words] =
    /(?:^|[\s;&|({])((?:source|\.)[ \t]+["']?)$/.exec(text.slice(Math.max(0, start - 60), start)) ?? []
  if (words === undefined) return undefined
  return { start: start - words.length, end: /["']$/.test(words) ? end + 1 : end }
}

// Unindented lines are outside of functions: function bodies are indented or on one line.
function outsideFunctions(text: string): string {
  return text.replaceAll(/^[ \t]+.*$/gm, '')
}

function spliced(text: string, sourced: readonly Sourced[]): string {
  let made = ''
  let from = 0
  for (const { at, text: inner } of sourced) {
    made += text.slice(from, at.start) + inner
    from = at.end
  }
  return made + text.slice(from)
}

function placeIn(text: string, sourced: readonly Sourced[], range: Range): Range | undefined {
  let shift = 0
  for (const { at, text: inner } of sourced) {
    const start = at.start + shift
    if (range.end <= start) break
    if (range.start < start + inner.length) {
      if (range.start < start || range.end > start + inner.length) return undefined
      return callOf(functionAt(inner, range.start - start), text, at) ?? at
    }
    shift += inner.length - (at.end - at.start)
  }
  return { start: range.start - shift, end: range.end - shift }
}

const FUNCTION = /^[ \t]*(?:function[ \t]+([\w-]+)|([\w-]+)[ \t]*\(\))/gm

function functionAt(text: string, offset: number): string | undefined {
  const before = [...text.slice(0, offset).matchAll(FUNCTION)].at(-1)
  return before?.[1] ?? before?.[2]
}

// The first call after the words that source it, to the end of its line; undefined where another call passes other
// words, and so may print something else.
function callOf(name: string | undefined, text: string, { end }: Range): Range | undefined {
  if (name === undefined) return undefined
  const pattern = new RegExp(`(?:^|[\\s;&|({])(${name}(?![\\w-]|[ \\t]*\\()[^\\n;|&)]*)`, 'dgm')
  const calls = [...text.slice(end).matchAll(pattern)]
  if (new Set(calls.map(([, words = '']) => words.trimEnd())).size > 1) return undefined
  const at = calls[0]?.indices?.[1]
  return at && { start: end + at[0], end: end + at[1] }
}
