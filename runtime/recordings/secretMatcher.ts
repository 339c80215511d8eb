// Finds known secrets in text, all in one pass, and masks them: a window of eight characters moves over the text and
// skips positions where no secret can start. What counts as a secret is decided elsewhere.

const WINDOW = 8
const BLOCK = 3
const FARTHEST = WINDOW - BLOCK + 1

export type SecretMatcher = {
  readonly size: number
  /** Adds a secret of at least eight characters; the first mask of a secret is kept. */
  add(secret: string, mask: string): void
  has(secret: string): boolean
  /** The text with every known secret masked; if several start at the same position, the longest. */
  mask(text: string): string
}

/** Creates an empty matcher. */
export function knownSecrets(): SecretMatcher {
  const masks = new Map<string, string>()
  // The first eight characters -> the lengths of the secrets that start with them, longest first.
  const lengths = new Map<string, readonly number[]>()
  let shifts = new Uint8Array(256).fill(FARTHEST)

  return {
    get size() {
      return masks.size
    },
    has: (secret) => masks.has(secret),
    add(secret, mask) {
      if (secret.length < WINDOW || masks.has(secret)) return
      masks.set(secret, mask)
      const begin = secret.slice(0, WINDOW)
      const known = lengths.get(begin) ?? []
      if (!known.includes(secret.length)) {
        lengths.set(
          begin,
          [...known, secret.length].sort((one, two) => two - one),
        )
      }
      if (lengths.size * 32 > shifts.length) {
        shifts = new Uint8Array(shifts.length * 4).fill(FARTHEST)
        for (const each of lengths.keys()) note(each)
      } else note(begin)
    },
    mask(text) {
      const last = text.length - WINDOW
      if (masks.size === 0 || last < 0) return text
      let done = ''
      let from = 0
      for (let at = 0; at <= last; ) {
        const shift = shifts[slot(text, at + WINDOW - BLOCK)] as number
        const secret = shift > 0 ? undefined : secretAt(text, at)
        if (secret === undefined) at += Math.max(1, shift)
        else {
          done += text.slice(from, at) + masks.get(secret)
          at += secret.length
          from = at
        }
      }
      return from === 0 ? text : done + text.slice(from)
    },
  }

  function secretAt(text: string, at: number): string | undefined {
    for (const length of lengths.get(text.slice(at, at + WINDOW)) ?? []) {
      const one = text.slice(at, at + length)
      if (masks.has(one)) return one
    }
    return undefined
  }

  // Records how far the window may move if its last characters are these.
  function note(begin: string): void {
    for (let at = 0; at <= WINDOW - BLOCK; at++) {
      const where = slot(begin, at)
      shifts[where] = Math.min(shifts[where] as number, WINDOW - BLOCK - at)
    }
  }

  function slot(text: string, at: number): number {
    const mixed = text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)
    return (mixed ^ (mixed >>> 7)) & (shifts.length - 1)
  }
}
