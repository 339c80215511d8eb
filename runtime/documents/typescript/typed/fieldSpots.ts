// The uses of contract fields, as spots.

import ts from 'typescript'
import { type Quote, quoteAt, type Spot } from '../../spots.ts'
import { type CheckContext, codeOf, eventsAround } from './checkContext.ts'
import { fieldAt } from './fields.ts'
import type { TypedPlace } from './places.ts'
import { isTested, type TypedUse, useAt, usesIn } from './uses.ts'

export type FieldSpot = Spot & { readonly kind: 'field' }

/** The spot of a name, if it names a field of the contract. */
export function spotOf(context: CheckContext, node: ts.Node): FieldSpot | undefined {
  const use = useAt(node)
  return use === undefined ? undefined : spotFor(context, use)
}

/** The spots of all uses in the author's text. */
export function spotsOf(context: CheckContext): readonly FieldSpot[] {
  return codeOf(context)
    .flatMap(usesIn)
    .filter(({ node }) => context.copy.isAuthors(node.getStart(context.file)))
    .flatMap((use) => spotFor(context, use) ?? [])
}

function spotFor(context: CheckContext, use: TypedUse): FieldSpot | undefined {
  const field = fieldAt(use, context.checker)
  if (field.kind !== 'known') return undefined
  const places = field.symbols.flatMap(({ declarations = [] }) =>
    declarations.flatMap((one) => context.places.get(one) ?? []),
  )
  const events = eventsAround(use.node, context)
  const wanted = use.kind === 'literal' ? 'result' : 'payload'
  const near = places.filter(({ event }) => events.includes(event))
  const [place] =
    [near.filter(({ side }) => side === wanted), near, places].find((list) => list.length > 0) ?? []
  if (place === undefined) return undefined
  const range = context.rangeOf(use.node)
  const isText = ts.isStringLiteralLike(use.node)
  return {
    kind: 'field',
    range: isText ? { start: range.start + 1, end: Math.max(range.start + 1, range.end - 1) } : range,
    side: { of: place.side, events: eventsOf(place, near.length > 0 ? near : places) },
    path: place.path,
    quote: isText ? quoteOf(use.node) : 'bare',
    access: use.access,
    sure: !isTested(use),
  }
}

function eventsOf({ side, path }: TypedPlace, places: readonly TypedPlace[]): readonly string[] {
  const same = places.filter((one) => one.side === side && one.path.join('\0') === path.join('\0'))
  return [...new Set(same.map(({ event }) => event))]
}

/** The quotes around a text. */
export function quoteOf(node: ts.Node): Quote {
  return quoteAt(node.getText(), 1)
}
