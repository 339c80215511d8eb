// The fix of a wrong name, in words and as an edit. Where no known name is close enough, no edit is offered.

import { defined } from '../contract/defined.ts'
import type { Problem, Range, Repair } from '../contract/problems.ts'
import { suggest } from '../contract/suggest.ts'
import { isSpelling } from '../contract/typos.ts'

type Remedy = Pick<Problem, 'fix' | 'repairs'>

/**
 * Suggests the nearest known name, or lists the names if none is near and there are at most 12. A spelling of one of
 * `others`, names that belong elsewhere, is not treated as a misspelling of a known name.
 */
export function suggestion(
  view: { readonly text: string },
  range: Range,
  written: string,
  known: readonly string[],
  others: readonly string[] = [],
): Remedy {
  const isSpelled = (one: string) => one === written || isSpelling(written, one)
  const isOther = others.some(isSpelled) && !known.some(isSpelled)
  const nearest = isOther ? undefined : (suggest(written, known) ?? begun(written, known))
  if (nearest !== undefined) return replacement(view, range, nearest)
  if (known.length === 0 || known.length > 12) return {}
  return { fix: `Known: ${known.join(', ')}.` }
}

// `block` for `blocked`: too different for a typo, but clearly intended. `hook` is too short to be the start of a long
// name.
function begun(written: string, known: readonly string[]): string | undefined {
  if (written.length < 4) return undefined
  const [only, ...others] = known.filter((name) => name.startsWith(written) || written.startsWith(name))
  return others.length === 0 && only !== undefined && only.length <= 2 * written.length ? only : undefined
}

/**
 * The same, where the name also names a variable: after `const { toolName } = ctx` the code keeps using that variable.
 */
export function keepingName(more: Remedy, name: string): Remedy {
  const repairs = more.repairs?.map((repair) =>
    repair.kind !== 'edit'
      ? repair
      : { ...repair, edits: repair.edits.map(({ range, text }) => ({ range, text: `${text}: ${name}` })) },
  )
  return { ...more, ...defined({ repairs }) }
}

/** Suggests replacing the text with this name. */
export function replacement(view: { readonly text: string }, range: Range, name: string): Remedy {
  return { fix: `Write "${name}".`, repairs: [rewrite(view, range, name)] }
}

// Replaces the text inside its quotes and keeps the quotes.
function rewrite({ text }: { readonly text: string }, range: Range, name: string): Repair {
  const quote = /^(["'`]).*\1$/s.exec(text.slice(range.start, range.end))?.[1] ?? ''
  const inner = { start: range.start + quote.length, end: range.end - quote.length }
  return { kind: 'edit', title: `Change to "${name}"`, edits: [{ range: inner, text: name }] }
}
