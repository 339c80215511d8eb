// Computes ids of entries that survive edits elsewhere: event, matcher and the one local script that is run. Inserting,
// removing, reordering and reformatting other entries change no id.

import { createHash, type Hash, hash } from 'node:crypto'
import { defined } from '../contract/defined.ts'
import type { FoundEntry } from '../contract/host.ts'

/** The parts of an entry that its id is made of. */
export type NamedEntry = {
  readonly event: string
  readonly matcher: string | undefined
  /** Paths of the local scripts it runs, relative to the project where they lie in it. */
  readonly scripts: readonly string[]
  /** The command with its arguments, or the fields of an entry that has no command. */
  readonly text: string
  /** SHA-256 over all parts of the entry. */
  readonly digest: string
}

/** The part of an id after `#`, for each entry of one file. */
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

// Encodes as for a URL, and `~` as well, which separates a digest.
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('~', '%7E')
}

/** SHA-256 digest of an entry. */
export function digestOf(entry: FoundEntry): string {
  return hash('sha256', textOf(entry))
}

/**
 * SHA-256 digest of what trust covers: the entry, `env`, and `taken` of a host that takes another command than most.
 * `env` is first in sorted keys.
 */
export function trustedWithin(env: Readonly<Record<string, string>>) {
  // Hashed once for all entries: there may be as many variables as entries.
  const begun: Hash = createHash('sha256').update(`{"env":${JSON.stringify(sorted(env))},`)
  return (entry: FoundEntry, taken?: string) =>
    begun.copy().update(textOf(entry, taken).slice(1)).digest('hex')
}

function textOf({ event, matcher, fields, group }: FoundEntry, taken?: string): string {
  return JSON.stringify(sorted({ event, matcher: matcher ?? null, fields, group, ...defined({ taken }) }))
}

/** The value with its keys sorted, so that their order does not affect a digest. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [two]) => (one < two ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  )
}
