// The secrets that variables of the environment hold: a hook may print them under any name or none.

import { existsSync } from 'node:fs'
import type { SecretKeys } from './keys.ts'
import { isReference } from './secrets.ts'

/** Variables, as in `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>

const SHORTEST = 8
const LONGEST = 65_536

/** The values of secret-named variables, also as they stand in JSON and in addresses. */
export function secretsOf(variables: Variables, isSecretKey: SecretKeys): readonly string[] {
  return Object.entries(variables).flatMap(([name, value]) =>
    value !== undefined && isSecretKey(name, value) && isTelling(value, isSecretKey)
      ? [...new Set([value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value.toWellFormed())])]
      : [],
  )
}

// A variable may also name the file that holds the secret, or hold a word that texts are full of.
function isTelling(value: string, isSecretKey: SecretKeys): boolean {
  if (value.length < SHORTEST || value.length > LONGEST) return false
  if (value.trim() === '' || isReference(value) || isSecretKey(value)) return false
  return !(/^(?:[/~]|[A-Za-z]:[\\/])/.test(value) && existsSync(value))
}
