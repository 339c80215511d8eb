// What to do about a wrong name, in words and as a change to the text. Nothing near enough, nothing offered.

import { defined } from '../contract/defined.ts'
import type { Problem, Range, Repair } from '../contract/problems.ts'
import { suggest } from '../contract/suggest.ts'
import { isSpelling } from '../contract/typos.ts'

type Remedy = Pick<Problem, 'fix' | 'repairs'>

/**
 * Says and makes the nearest of the names that could be meant; lists them where none is near and they are few.
 * A spelling of one of `others`, names that have another place, is no slip of a name that belongs here.
 */
export function suggestion(
  view: { readonly text: string },
  range: Range,
  written: string,
  known: readonly string[],
  others: readonly string[] = [],
): Remedy {
  const isSpelled = (one: string) => isSpelling(written, one)
  const isOther = others.some(isSpelled) && !known.some(isSpelled)
  const nearest = isOther ? undefined : (suggest(written, known) ?? begun(written, known))
  if (nearest !== undefined) return replacement(view, range, nearest)
  if (known.length === 0 || known.length > 12) return {}
  return { fix: `Known: ${known.join(', ')}.` }
}

// `block` for `blocked`: too far apart to be a slip, and still what was meant. `hook` is no beginning of anything long.
function begun(written: string, known: readonly string[]): string | undefined {
  if (written.length < 4) return undefined
  const [only, ...others] = known.filter((name) => name.startsWith(written) || written.startsWith(name))
  return others.length === 0 && only !== undefined && only.length <= 2 * written.length ? only : undefined
}

/** The same where the name names a variable, too: `const { toolName } = ctx` goes on to call it so. */
export function keepingName(more: Remedy, name: string): Remedy {
  const repairs = more.repairs?.map((repair) =>
    repair.kind !== 'edit'
      ? repair
      : { ...repair, edits: repair.edits.map(({ range, text }) => ({ range, text: `${text}: ${name}` })) },
  )
  return { ...more, ...defined({ repairs }) }
}

/** Says and makes this name instead of what is written. */
export function replacement(view: { readonly text: string }, range: Range, name: string): Remedy {
  return { fix: `Write "${name}".`, repairs: [rewrite(view, range, name)] }
}

// Puts a word in the place of what is written, and leaves the quotes there as they are.
function rewrite({ text }: { readonly text: string }, range: Range, name: string): Repair {
  const quote = /^(["'`]).*\1$/s.exec(text.slice(range.start, range.end))?.[1] ?? ''
  const inner = { start: range.start + quote.length, end: range.end - quote.length }
  return { kind: 'edit', title: `Change to "${name}"`, edits: [{ range: inner, text: name }] }
}
