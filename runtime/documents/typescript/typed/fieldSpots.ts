// The uses of contract fields as spots of the document model.

import ts from 'typescript'
import type { Quote, Spot } from '../../spots.ts'
import { saidOf } from './fields.ts'
import type { TypedPlace } from './places.ts'
import { codeOf, eventsAround, type Scene } from './scene.ts'
import { isTested, type TypedUse, useAt, usesIn } from './uses.ts'

export type FieldSpot = Spot & { readonly kind: 'field' }

/** The spot of a name, if a field of the contract is named there. */
export function spotOf(scene: Scene, node: ts.Node): FieldSpot | undefined {
  const use = useAt(node)
  return use === undefined ? undefined : spotFor(scene, use)
}

/** All of them. */
export function spotsOf(scene: Scene): readonly FieldSpot[] {
  return codeOf(scene)
    .flatMap(usesIn)
    .filter(({ node }) => scene.copy.isAuthors(node.getStart(scene.file)))
    .flatMap((use) => spotFor(scene, use) ?? [])
}

function spotFor(scene: Scene, use: TypedUse): FieldSpot | undefined {
  const said = saidOf(use, scene.checker)
  if (said.kind !== 'known') return undefined
  const places = said.symbols.flatMap(({ declarations = [] }) =>
    declarations.flatMap((one) => scene.places.get(one) ?? []),
  )
  const events = eventsAround(use.node, scene)
  const wanted = use.kind === 'literal' ? 'result' : 'payload'
  const near = places.filter(({ event }) => events.includes(event))
  const [place] =
    [near.filter(({ side }) => side === wanted), near, places].find((list) => list.length > 0) ?? []
  if (place === undefined) return undefined
  const range = scene.rangeOf(use.node)
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

/** The quotes that a text is written in. */
export function quoteOf(node: ts.Node): Quote {
  const mark = node.getText()[0]
  return mark === "'" || mark === '"' || mark === '`' ? mark : 'bare'
}
