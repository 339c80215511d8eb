// What is still said of a file that does not parse: where it does not, and nothing that a parser's guess suggests.

import type { Problem } from '../contract/problems.ts'
import type { DocumentInput, HookDocument } from './document.ts'
import { eventBehind } from './events.ts'

type Reading = Pick<HookDocument, 'shape' | 'sites' | 'problems'> & { readonly name?: string }

/**
 * A reading with the syntax problems of its file. Where there is an error, sites of events that are none of ours,
 * not even misspelt, and all other problems are dropped: they may be no more than the parser's way of getting on.
 */
export function withSyntax<R extends Reading>(
  reading: R,
  syntax: readonly Problem[],
  { events }: DocumentInput,
): R {
  if (!syntax.some(({ code }) => code === 'syntax.error'))
    return { ...reading, problems: [...syntax, ...reading.problems] }
  const sites = reading.sites.filter((site) =>
    site.events.every((event) => eventBehind(event, events) !== undefined),
  )
  return { ...reading, sites, problems: syntax }
}
