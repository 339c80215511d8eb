// Private keys in PEM form, of PGP too: where their bodies stand in a text. Certificates and public keys are no secrets.

import { maskBase64 } from './mask.ts'

export type Piece = { readonly kind: 'text' | 'head' | 'body'; readonly text: string }

const BEGIN = '-----BEGIN '
const HEAD = /^-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/

/** The text in pieces: heads and bodies of private keys, and everything around them. */
export function splitKeys(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (let at = text.indexOf(BEGIN); at !== -1; at = text.indexOf(BEGIN, Math.max(at + BEGIN.length, from))) {
    const head = HEAD.exec(text.slice(at, at + 80))?.[0]
    if (head === undefined) continue
    const start = at + head.length
    // A key that was cut off is secret to the end of the text.
    const end = text.indexOf('-----END', start)
    const stop = end === -1 ? text.length : end
    pieces.push(
      { kind: 'text', text: text.slice(from, at) },
      { kind: 'head', text: head },
      { kind: 'body', text: text.slice(start, stop) },
    )
    from = stop
  }
  pieces.push({ kind: 'text', text: text.slice(from) })
  return pieces
}

/** True when a text is one private key and nothing else. */
export function isKey(text: string): boolean {
  if (!HEAD.test(text)) return false
  const end = text.indexOf('-----END')
  return end === -1 || /^-----END [A-Z0-9 ]{0,60}-----\s*$/.test(text.slice(end))
}

/** The same private keys with their bodies masked. */
export function maskKeys(text: string): string {
  return splitKeys(text)
    .map((piece) => (piece.kind === 'body' ? maskBase64(piece.text) : piece.text))
    .join('')
}
