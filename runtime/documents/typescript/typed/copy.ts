// The virtual copy of an author's text: the text with annotations inserted. Nothing is removed, so offsets are mapped
// by adding the lengths of the preceding insertions.

/** A text inserted at an offset of the author's text. Several at one offset keep their order. */
export type Insertion = { readonly at: number; readonly text: string }

export type TypedCopy = {
  readonly text: string
  /** Maps an offset of the author's text to the copy; after anything inserted there. */
  toCopy(offset: number): number
  /** Maps a position of the copy to the author's text; inside an insertion, to the offset of the insertion. */
  toAuthor(position: number): number
  /** True where a position of the copy is in the author's own text. */
  isAuthors(position: number): boolean
}

/** Makes the copy. */
export function copyOf(author: string, insertions: readonly Insertion[]): TypedCopy {
  const sorted = insertions
    .map((one, place) => ({ ...one, place }))
    .sort((one, two) => one.at - two.at || one.place - two.place)
  let text = ''
  let done = 0
  const pieces: { readonly at: number; readonly start: number; readonly end: number }[] = []
  for (const { at, text: put } of sorted) {
    text += author.slice(done, at)
    pieces.push({ at, start: text.length, end: text.length + put.length })
    text += put
    done = at
  }
  text += author.slice(done)
  return { text, toCopy, toAuthor, isAuthors }

  function toCopy(offset: number): number {
    let shift = 0
    for (const { at, start, end } of pieces) {
      if (at > offset) break
      shift += end - start
    }
    return offset + shift
  }

  function toAuthor(position: number): number {
    let shift = 0
    for (const { at, start, end } of pieces) {
      if (start >= position) break
      if (position < end) return at
      shift += end - start
    }
    return position - shift
  }

  function isAuthors(position: number): boolean {
    return !pieces.some(({ start, end }) => start <= position && position < end)
  }
}
