// Reduces the reading of a file that does not parse to what is reliable: its syntax problems and the sites of known
// events. Nothing that may be an artifact of the parser's error recovery is reported.

import type { Problem } from '../contract/problems.ts'
import type { DocumentInput, HookDocument } from './document.ts'
import { eventBehind } from './events.ts'

type Reading = Pick<HookDocument, 'shape' | 'sites' | 'problems'> & { readonly name?: string }

/**
 * Adds the syntax problems to a reading. Where there is a syntax error, sites of events unknown to the dialect, even as
 * a misspelling, and all other problems are dropped: they may be artifacts of the parser's error recovery.
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
