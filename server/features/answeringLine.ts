// Finds where a program answers: the function that gets the payload, or the branch for `run`. Determined by indentation
// around the known reads of the payload and the answer; a program without functions or branches has no such place.

import type { Range } from '../../runtime/contract/problems.ts'
import type { Spot } from '../../runtime/documents/spots.ts'
import type { View } from '../../runtime/project/view.ts'

/** The line without its indentation; undefined if none is found. */
export function answeringLine({ text, document }: Pick<View, 'text' | 'document'>): Range | undefined {
  const lines = linesOf(text)
  const known = document.spots
  const spot = known.find(isRead) ?? known.find(({ kind }) => kind === 'answer' || kind === 'end')
  const around = spot === undefined ? undefined : opener(lines, spot.range.start)
  return around ?? lines.find(({ code }) => RUN.test(code))?.range
}

type Line = { readonly code: string; readonly indent: number; readonly range: Range }

function linesOf(text: string): readonly Line[] {
  let at = 0
  // A carriage return alone ends a line as well, as in editors.
  return text.split(/\n|\r(?!\n)/).map((line) => {
    const code = line.trim()
    const indent = line.length - line.trimStart().length
    const start = at + indent
    at += line.length + 1
    return { code, indent, range: { start, end: start + code.length } }
  })
}

// The nearest line above that opens the block containing the offset.
function opener(lines: readonly Line[], offset: number): Range | undefined {
  const at = lines.findLastIndex(({ range, indent }) => range.start - indent <= offset)
  let within = Number.POSITIVE_INFINITY
  for (const { code, indent, range } of lines.slice(0, at + 1).reverse()) {
    if (code === '' || indent >= within) continue
    within = indent
    if (FUNCTION.test(code) || RUN.test(code)) return range
  }
  return undefined
}

function isRead(spot: Spot): boolean {
  return spot.kind === 'field' && spot.side.of === 'payload'
}

const FUNCTION =
  /^(async\s+)?def\s+\w|^(export\s+)?(default\s+)?(async\s+)?function\b|^(export\s+)?(const|let|var)\s+\w+\s*=\s*(async\s*)?(\([^;]*=>|\w+\s*=>|function\b)|^[\w-]+\s*\(\)/
/** How a program is told to answer: the argument `run`, or a branch for it in `case`. */
const RUN = /(?<![\w$])(["'])run\1|^\(?\s*run\s*\)/
