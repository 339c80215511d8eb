// Finds secrets in environment variables, because a hook may print their values under any name or none.

import { existsSync } from 'node:fs'
import type { SecretKeys } from './keys.ts'
import { isReference } from './secrets.ts'

/** Variables, as in `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>

const SHORTEST = 8
const LONGEST = 65_536

/** The values of variables with secret names, also in the forms they take in JSON and in URLs. */
export function secretsOf(variables: Variables, isSecretKey: SecretKeys): readonly string[] {
  return Object.entries(variables).flatMap(([name, value]) =>
    value !== undefined && isSecretKey(name, value) && isTelling(value, isSecretKey)
      ? [...new Set([value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value.toWellFormed())])]
      : [],
  )
}

// False for values that are the path of an existing file, a reference, or too common to be masked everywhere.
function isTelling(value: string, isSecretKey: SecretKeys): boolean {
  if (value.length < SHORTEST || value.length > LONGEST) return false
  if (value.trim() === '' || isReference(value) || isSecretKey(value)) return false
  return !(/^(?:[/~]|[A-Za-z]:[\\/])/.test(value) && existsSync(value))
}
