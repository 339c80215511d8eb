// Names of entries that survive edits elsewhere: event, matcher and the one local script that is run. Inserting,
// removing, reordering and reformatting other entries change no name.

import { createHash, type Hash, hash } from 'node:crypto'
import type { FoundEntry } from '../contract/host.ts'

/** What of an entry its name is made of. */
export type NamedEntry = {
  readonly event: string
  readonly matcher: string | undefined
  /** Paths of the local scripts it runs, from the project where they lie in it. */
  readonly scripts: readonly string[]
  /** The command, or whatever else says what is run. */
  readonly text: string
  /** SHA-256 over all parts of the entry. */
  readonly digest: string
}

/** The part of an id behind `#`, for each entry of one file. */
export function entryParts(entries: readonly NamedEntry[]): readonly string[] {
  const plain = entries.map(plainPart)
  const digests = new Map<string, Set<string>>()
  for (const [index, { digest }] of entries.entries()) {
    const part = plain[index] as string
    const known = digests.get(part) ?? new Set()
    digests.set(part, known.add(digest))
  }
  return entries.map(({ digest }, index) => {
    const part = plain[index] as string
    return (digests.get(part)?.size ?? 0) > 1 ? `${part}~${digest.slice(0, 6)}` : part
  })
}

function plainPart({ event, matcher, scripts, text }: NamedEntry): string {
  const [only, ...more] = scripts
  const run =
    only !== undefined && more.length === 0
      ? only.split('/').map(encode).join('/')
      : hash('sha256', text).slice(0, 8)
  const shownMatcher = matcher === undefined || matcher === '' ? '*' : encode(matcher)
  return `${encode(event)}/${shownMatcher}/${run}`
}

// As in a URL, and `~` too, which sets a digest apart.
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('~', '%7E')
}

/** What an entry is, and what trust covers: the same with the variables around it, whose key is the first by name. */
export function digestsWithin(env: Readonly<Record<string, string>>) {
  // Hashed once for all entries: there may be as many variables.
  const begun: Hash = createHash('sha256').update(`{"env":${JSON.stringify(sorted(env))},`)
  return ({ event, matcher, fields, group }: FoundEntry) => {
    const text = JSON.stringify(sorted({ event, matcher: matcher ?? null, fields, group }))
    return { digest: hash('sha256', text), trusted: begun.copy().update(text.slice(1)).digest('hex') }
  }
}

/** Keys in one order, so that reordering them changes nothing. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [two]) => (one < two ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  )
}
