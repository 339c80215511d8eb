// Finds the spots at a place, from the text and, in typed languages, from the types.

import type { Range } from '../../runtime/contract/problems.ts'
import type { Spot } from '../../runtime/documents/spots.ts'
import type { View } from '../../runtime/project/view.ts'

/** The text's spots at an offset, including one that ends there. */
export function spotsAt(view: Pick<View, 'document'>, offset: number): readonly Spot[] {
  return view.document.spots.filter(({ range }) => covers(range, offset))
}

/** All spots at an offset, including the field known from types; smallest first, names before values. */
export async function knownSpotsAt(view: View, offset: number): Promise<readonly Spot[]> {
  const plain = spotsAt(view, offset)
  const typed = (await view.typed())?.spot(offset)
  const spots = typed === undefined || plain.some((spot) => isSame(spot, typed)) ? plain : [...plain, typed]
  return spots.toSorted((one, two) => size(one.range) - size(two.range) || rank(one) - rank(two))
}

/** Every use of a field in a file, as known from its text or types. */
export async function fieldSpots(view: View): Promise<readonly (Spot & { readonly kind: 'field' })[]> {
  const plain = view.document.spots.filter((spot) => spot.kind === 'field')
  const typed = (await view.typed())?.fields() ?? []
  const seen = new Set(plain.map(placeText))
  return [...plain, ...typed.filter((spot) => !seen.has(placeText(spot)))].toSorted(
    (one, two) => one.range.start - two.range.start,
  )
}

/** Whether an offset is in a range or at one of its ends. */
export function covers({ start, end }: Range, offset: number): boolean {
  return start <= offset && offset <= end
}

function isSame(one: Spot, two: Spot): boolean {
  return one.kind === two.kind && placeText(one) === placeText(two)
}

function placeText({ range }: Spot): string {
  return `${range.start}-${range.end}`
}

// A name is more specific than a value.
function rank({ kind }: Spot): number {
  return kind === 'value' ? 1 : 0
}

function size({ start, end }: Range): number {
  return end - start
}
