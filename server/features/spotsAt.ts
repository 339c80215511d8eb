// The spots that a place of a text stands in, read from the text and, where the language has types, from those.

import type { Range } from '../../runtime/contract/problems.ts'
import type { Spot } from '../../runtime/documents/spots.ts'
import type { View } from '../../runtime/project/view.ts'

/** The spots of the text at an offset; one that ends there counts. */
export function spotsAt(view: Pick<View, 'document'>, offset: number): readonly Spot[] {
  return view.document.spots.filter(({ range }) => covers(range, offset))
}

/** The same, the smallest first and names before values, with the field that types tell of. */
export async function knownSpotsAt(view: View, offset: number): Promise<readonly Spot[]> {
  const plain = spotsAt(view, offset)
  const typed = (await view.typed())?.spot(offset)
  const spots = typed === undefined || plain.some((spot) => isSame(spot, typed)) ? plain : [...plain, typed]
  return spots.toSorted((one, two) => size(one.range) - size(two.range) || rank(one) - rank(two))
}

/** Every use of a field in a file, as far as its text or its types tell. */
export async function fieldSpots(view: View): Promise<readonly (Spot & { readonly kind: 'field' })[]> {
  const plain = view.document.spots.filter((spot) => spot.kind === 'field')
  const typed = (await view.typed())?.fields() ?? []
  const seen = new Set(plain.map(placeText))
  return [...plain, ...typed.filter((spot) => !seen.has(placeText(spot)))].toSorted(
    (one, two) => one.range.start - two.range.start,
  )
}

/** True where an offset stands in a range or at its ends. */
export function covers({ start, end }: Range, offset: number): boolean {
  return start <= offset && offset <= end
}

function isSame(one: Spot, two: Spot): boolean {
  return one.kind === two.kind && placeText(one) === placeText(two)
}

function placeText({ range }: Spot): string {
  return `${range.start}-${range.end}`
}

// A name says more than that it is a value.
function rank({ kind }: Spot): number {
  return kind === 'value' ? 1 : 0
}

function size({ start, end }: Range): number {
  return end - start
}
