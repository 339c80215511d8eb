// Finds private keys in PEM form, including PGP's, and their bodies in a text.
// Certificates and public keys are not secrets.

import { maskBase64 } from './mask.ts'

export type PemPiece = { readonly kind: 'text' | 'head' | 'body'; readonly text: string }

// Headers of PEM and PGP, SSH2, and PuTTY, whose body ends at its checksum.
const HEAD =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|---- BEGIN SSH2 (?:ENCRYPTED )?PRIVATE KEY ----|Private-Lines: \d{1,4}/g
const END = /----+ ?END|Private-MAC/g

/** Splits a text into heads and bodies of private keys, and the text around them. */
export function splitKeys(text: string): readonly PemPiece[] {
  if (!text.includes('PRIVATE KEY') && !text.includes('Private-Lines')) return [{ kind: 'text', text }]
  const pieces: PemPiece[] = []
  let from = 0
  for (const { 0: head, index } of text.matchAll(HEAD)) {
    if (index < from) continue
    const start = index + head.length
    // A truncated key is secret up to the end of the text.
    END.lastIndex = start
    const stop = END.exec(text)?.index ?? text.length
    pieces.push(
      { kind: 'text', text: text.slice(from, index) },
      { kind: 'head', text: head },
      { kind: 'body', text: text.slice(start, stop) },
    )
    from = stop
  }
  pieces.push({ kind: 'text', text: text.slice(from) })
  return pieces
}

/** Whether a text consists of exactly one private key. */
export function isKey(text: string): boolean {
  if (text.search(HEAD) !== 0) return false
  const end = text.indexOf('-----END')
  return end === -1 || /^-----END [A-Z0-9 ]{0,60}-----\s*$/.test(text.slice(end))
}

/** The text with the bodies of its private keys masked. */
export function maskKeys(text: string): string {
  return splitKeys(text)
    .map((piece) => (piece.kind === 'body' ? maskBase64(piece.text) : piece.text))
    .join('')
}
