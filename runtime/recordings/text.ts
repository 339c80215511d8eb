// Masks the secrets of one text with every rule. Idempotent: the rules run until none applies.

import { maskAssignments } from './assignments.ts'
import { maskColored } from './colors.ts'
import { maskDecoded } from './decoded.ts'
import type { SecretKeys } from './keys.ts'
import { maskBase64 } from './mask.ts'
import { splitKeys } from './pem.ts'
import { maskCredentials, maskShapes, maybeSecret } from './secrets.ts'

export type TextRules = {
  readonly isSecretKey: SecretKeys
  /** Masks the matches of the settings' patterns. */
  readonly patterns: (text: string) => string
  /** Receives each value after a secret name, and its mask. */
  readonly found: (value: string, mask: string) => void
}

// Overlapping rules settle after two or three rounds; the limit is for texts crafted to prevent that.
const ROUNDS = 8

/** The text with its secrets masked, at the same length. */
export function maskText(text: string, rules: TextRules): string {
  return maskColored(text, (bare) => maskBare(bare, rules))
}

function maskBare(text: string, rules: TextRules): string {
  return splitKeys(text)
    .map((piece) => {
      if (piece.kind === 'head') return piece.text
      return piece.kind === 'body' ? maskBase64(piece.text) : settled(piece.text, rules)
    })
    .join('')
}

function settled(text: string, rules: TextRules): string {
  let before = text
  for (let round = 0; round < ROUNDS; round++) {
    const after = rules.patterns(maskDecoded(once(before, rules), (decoded) => once(decoded, rules)))
    if (after === before) break
    before = after
  }
  return before
}

function once(text: string, { isSecretKey, found }: TextRules): string {
  const bare = maskShapes(text)
  return maybeSecret(bare) ? maskAssignments(maskCredentials(bare), isSecretKey, found) : bare
}
