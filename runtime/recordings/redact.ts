// Redaction before writing to disk: copies any value as plain JSON data with every secret masked, and lists where.
// Masks values with secret names, values that look like secrets, and further occurrences of secrets already found.

import { errorToWire } from '../contract/errors.ts'
import { exactNumber } from '../contract/exactJson.ts'
import { isObject } from '../contract/json.ts'
import type { Settings } from '../contract/settings.ts'
import { textOfJson } from '../contract/textOfJson.ts'
import { maskedArguments } from './argumentLists.ts'
import { secretsOf, type Variables } from './environment.ts'
import { holdsSecretNumber, secretKeys } from './keys.ts'
import { compilePatterns } from './patterns.ts'
import { knownSecrets } from './secretMatcher.ts'
import { isReference, maskValue } from './secrets.ts'
import { maskText, type TextRules } from './text.ts'

export type Redaction = Settings['redaction']

export type Redacted = {
  readonly value: unknown
  /** Dotted paths of the masked values. */
  readonly masked: readonly string[]
}

export type Redactor = {
  /** Plain JSON data without secrets; `path` is the value's own path, used as prefix in the list of masked paths. */
  redact(value: unknown, path?: string): Redacted
  /** One line per unused pattern of the settings. */
  readonly problems: readonly string[]
}

const NAMES = ['name', 'key', 'header', 'field', 'variable', 'Name', 'Key', 'Header', 'Field', 'Variable']
const VALUE = /^[vV]alue$/

const DEEPEST = 600
const MOST_NODES = 20_000_000
const MOST_PATHS = 1000
const MOST_KNOWN = 10_000

/**
 * Creates a redactor. It remembers the secrets it finds, so use one per recording; the secrets in `environment` are
 * known from the start. `onProblem` is called once if there are more secrets than it can remember.
 */
export function createRedactor(
  redaction: Redaction,
  environment: Variables = process.env,
  onProblem?: (message: string) => void,
): Redactor {
  const { enabled } = redaction
  const isSecretKey = secretKeys(redaction.keys)
  const patterns = compilePatterns(enabled ? redaction.patterns : [])
  const allowed = redaction.allow.map((path) => path.split('.'))
  const known = knownSecrets()
  let isFull = false
  const rules: TextRules = { isSecretKey, patterns: patterns.mask, found: remember }
  if (enabled) for (const secret of secretsOf(environment, isSecretKey)) known.add(secret, maskValue(secret))

  return {
    problems: patterns.problems,
    redact(value, path = '') {
      // A secret identified further down may also occur further up, so the value is walked again.
      const before = known.size
      const first = walk(value, path)
      return known.size === before ? first : walk(first.value, path, first.masked)
    },
  }

  function walk(value: unknown, root: string, masked: readonly string[] = []): Redacted {
    const paths = new Set(masked)
    const at: string[] = root === '' ? [] : root.split('.')
    const above = new Set<object>()
    let nodes = 0
    return { value: visit(value, false), masked: [...paths] }

    function visit(item: unknown, secret: boolean): unknown {
      if (typeof item === 'string') return maskedText(item, secret)
      if (typeof item === 'number') return secret ? maskedNumber(item) : item
      if (typeof item === 'bigint') return maskedText(String(item), secret)
      if (typeof item === 'function' || typeof item === 'symbol') return undefined
      if (typeof item !== 'object' || item === null) return item
      const digits = exactNumber(item)
      if (digits !== undefined) return secret ? maskedText(digits, true) : item
      if (above.has(item)) return '[circular]'
      if (above.size >= DEEPEST) return `[deeper than ${DEEPEST} levels]`
      if (++nodes > MOST_NODES) return '[left out: too many values]'
      above.add(item)
      const data = asData(item)
      const seen = Array.isArray(data) ? visitList(data, secret) : visitObject(data, secret)
      above.delete(item)
      return seen
    }

    function visitList(list: readonly unknown[], secret: boolean): unknown {
      const given = enabled ? maskedArguments(list, remember) : list
      let copy: unknown[] | undefined
      for (let i = 0; i < list.length; i++) {
        at.push(String(i))
        const isPlaced = given[i] !== list[i] && !isAllowed(allowed, at)
        if (isPlaced) note()
        const item = isPlaced ? given[i] : list[i]
        const seen = visit(item, secret || (i > 0 && enabled && namesNext(list, i, at.at(-2))))
        at.pop()
        if (seen === list[i]) continue
        copy ??= [...list]
        copy[i] = seen
      }
      return copy ?? list
    }

    function visitObject(data: unknown, secret: boolean): unknown {
      if (!isObject(data)) return visit(data, secret)
      const all = secret && !isSchema(data)
      const named = enabled && isNamedSecret(data)
      const typed = enabled && isPasswordField(data)
      let copy: Record<string, unknown> | undefined
      for (const key of Object.keys(data)) {
        const item = data[key]
        const name = enabled ? maskedKey(key) : key
        at.push(name)
        const isSecret =
          all ||
          (enabled && (isSecretKey(key, item) || (named && VALUE.test(key)) || (typed && key === 'text')))
        const isCount = typeof item === 'number' && !all && !holdsSecretNumber(key, item)
        const seen = visit(item, isSecret && !isCount)
        at.pop()
        if (seen === item && name === key) continue
        copy ??= { ...data }
        if (name !== key) delete copy[key]
        Object.defineProperty(copy, name, {
          value: seen,
          enumerable: true,
          writable: true,
          configurable: true,
        })
      }
      return copy ?? data
    }

    function maskedText(text: string, secret: boolean): string {
      if (!enabled || text === '') return text
      if (allowed.length > 0 && isAllowed(allowed, at)) return text
      const mask = secret && !isReference(text) ? maskValue(text) : maskedIn(text)
      if (mask === text) return text
      if (secret) remember(text, mask)
      note()
      return mask
    }

    function maskedNumber(number: number): number {
      if (!enabled || !Number.isSafeInteger(number) || isAllowed(allowed, at)) return number
      const mask = Number(String(number).replaceAll(/\d/g, '1'))
      if (mask !== number) note()
      return mask
    }

    function note(): void {
      if (paths.size < MOST_PATHS) paths.add(at.join('.'))
    }
  }

  function maskedIn(text: string): string {
    return known.mask(maskText(text, rules))
  }

  function maskedKey(key: string): string {
    return known.mask(key.length < 12 ? key : maskText(key, rules))
  }

  // Only values that are unlikely to be anything else: a password `function` must not mask every function.
  function remember(secret: string, mask: string): void {
    if (secret.length < 8 || secret.length > 4096 || known.has(secret)) return
    if (!/[0-9]/.test(secret) || !/[A-Za-z]/.test(secret) || /[\s*]/.test(secret)) return
    if (known.size < MOST_KNOWN) known.add(secret, mask)
    else if (!isFull) {
      isFull = true
      onProblem?.(
        `redaction remembers ${MOST_KNOWN} secrets; later ones are masked where a name or their look shows them, but not where they are mentioned again`,
      )
    }
  }

  // `['--password', 'x']`, `['Authorization', 'x']`, and flat lists of headers with alternating names and values.
  function namesNext(list: readonly unknown[], i: number, of: string | undefined): boolean {
    const name = list[i - 1]
    if (typeof name !== 'string' || typeof list[i] !== 'string' || !isSecretKey(name, list[i])) return false
    if (i % 2 === 1 && of !== undefined && /headers$/i.test(of)) return true
    return list.length === 2 || (/^--?[\w-]+$/.test(name) && !/^-/.test(list[i]))
  }

  // `{ name: 'API_KEY', value: 'x' }`.
  function isNamedSecret(data: Record<string, unknown>): boolean {
    const value = data.value ?? data.Value
    if (typeof value !== 'string') return false
    return NAMES.some((field) => {
      const name = data[field]
      return typeof name === 'string' && isSecretKey(name, value)
    })
  }
}

// What a tool types into a field of a page: `{ element: 'Password field', text: 'x' }`.
function isPasswordField({ element, text }: Record<string, unknown>): boolean {
  return (
    typeof text === 'string' && typeof element === 'string' && /\bpass(?:word|phrase|code)\b/i.test(element)
  )
}

// The data that JSON would contain, but only the size of binary data.
function asData(item: object): unknown {
  if (item instanceof Error) return errorToWire(item)
  if (ArrayBuffer.isView(item) || item instanceof ArrayBuffer) return `[${item.byteLength} bytes]`
  if ('toJSON' in item && typeof item.toJSON === 'function') return item.toJSON()
  return item
}

// A tool's input schema may have a property named `password`.
function isSchema(data: Record<string, unknown>): boolean {
  return (
    ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'].includes(textOfJson(data.type)) ||
    typeof data.$ref === 'string'
  )
}

// Allowed paths start at any `payload` or `result`; `*` matches any single field.
function isAllowed(allowed: readonly (readonly string[])[], at: readonly string[]): boolean {
  const starts = at.flatMap((key, i) => (key === 'payload' || key === 'result' ? [i + 1] : []))
  return allowed.some((path) =>
    starts.some((start) => path.every((key, i) => key === '*' || key === at[start + i])),
  )
}
