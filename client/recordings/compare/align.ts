// Aligns two sequences of events: pairs equal ones in order and leaves insertions and deletions unpaired. Pure:
// compares keys only and does not know events.

/** Indexes into the two lists, from 0; an unpaired element has only one of them. */
export type AlignedPair = { readonly left?: number; readonly right?: number }

type Span = { readonly from: number; readonly to: number }

/** Pairs two lists by their keys: first by the first key, then the gaps between pairs by the next key. */
export function aligned(
  left: readonly (readonly string[])[],
  right: readonly (readonly string[])[],
): readonly AlignedPair[] {
  const most = Math.max(0, ...[left, right].map(([first]) => first?.length ?? 0))
  return between({ from: 0, to: left.length }, { from: 0, to: right.length }, 0)

  function between(one: Span, two: Span, key: number): readonly AlignedPair[] {
    if (one.from === one.to || two.from === two.to || key === most) {
      return [...placesOf(one, 'left'), ...placesOf(two, 'right')]
    }
    const same = (a: number, b: number) => left[a]?.[key] === right[b]?.[key]
    // Two sessions mostly agree at their ends; common prefixes and suffixes are paired without a search.
    let start = 0
    const room = Math.min(one.to - one.from, two.to - two.from)
    while (start < room && same(one.from + start, two.from + start)) start += 1
    let end = 0
    while (end < room - start && same(one.to - 1 - end, two.to - 1 - end)) end += 1
    const ahead = pairs(one.from, two.from, start)
    const behind = pairs(one.to - end, two.to - end, end)
    const inner = { from: one.from + start, to: one.to - end }
    const other = { from: two.from + start, to: two.to - end }
    return [...ahead, ...within(inner, other, key), ...behind]
  }

  function within(one: Span, two: Span, key: number): readonly AlignedPair[] {
    const found = one.from === one.to || two.from === two.to ? [] : anchors(one, two, key)
    if (found.length === 0) return between(one, two, Math.min(key + 1, most))
    const pieces: AlignedPair[] = []
    let a = one.from
    let b = two.from
    for (const { left: here, right: there } of found) {
      for (const pair of between({ from: a, to: here }, { from: b, to: there }, key)) pieces.push(pair)
      pieces.push({ left: here, right: there })
      a = here + 1
      b = there + 1
    }
    for (const pair of between({ from: a, to: one.to }, { from: b, to: two.to }, key)) pieces.push(pair)
    return pieces
  }

  // Pairs the n-th occurrence of a key with the n-th on the other side; of pairs that cross, keeps as many as possible.
  function anchors(one: Span, two: Span, key: number): readonly Required<AlignedPair>[] {
    const there = new Map<string, number[]>()
    for (let at = two.from; at < two.to; at += 1) {
      const name = right[at]?.[key] ?? ''
      const places = there.get(name)
      if (places === undefined) there.set(name, [at])
      else places.push(at)
    }
    const seen = new Map<string, number>()
    const found: Required<AlignedPair>[] = []
    for (let at = one.from; at < one.to; at += 1) {
      const name = left[at]?.[key] ?? ''
      const nth = seen.get(name) ?? 0
      seen.set(name, nth + 1)
      const partner = there.get(name)?.[nth]
      if (partner !== undefined) found.push({ left: at, right: partner })
    }
    return rising(found)
  }
}

// The longest increasing subsequence by `right`.
function rising(pairs: readonly Required<AlignedPair>[]): readonly Required<AlignedPair>[] {
  const tails: number[] = []
  const before: number[] = []
  for (const [at, { right }] of pairs.entries()) {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[tails[middle] as number]?.right ?? 0) < right) low = middle + 1
      else high = middle
    }
    before[at] = low === 0 ? -1 : (tails[low - 1] as number)
    tails[low] = at
  }
  const chosen: Required<AlignedPair>[] = []
  for (let at = tails.at(-1) ?? -1; at !== -1; at = before[at] as number)
    chosen.push(pairs[at] as Required<AlignedPair>)
  return chosen.reverse()
}

function pairs(left: number, right: number, count: number): readonly AlignedPair[] {
  return Array.from({ length: count }, (_, at) => ({ left: left + at, right: right + at }))
}

function placesOf({ from, to }: Span, side: 'left' | 'right'): readonly AlignedPair[] {
  return Array.from({ length: to - from }, (_, at) => ({ [side]: from + at }))
}
