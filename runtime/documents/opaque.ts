// Loads that a reader saw and could not follow, as a person is told of them.

const LONGEST = 60

/** `line 3: . "$f"`; for loads in a text, given by offset. */
export function opaqueAt(text: string, start: number, load: string): string {
  const line = text.slice(0, start).split('\n').length
  const words = load.replaceAll(/\s+/g, ' ').trim()
  return `line ${line}: ${words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words}`
}

/** The field of a document; absent when everything was followed. */
export function withOpaque(opaque: readonly string[]): { readonly opaque?: readonly string[] } {
  return opaque.length === 0 ? {} : { opaque }
}
