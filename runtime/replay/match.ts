// Does a value match what was expected? Equal, except where a matcher stands: `{"$match": "regex"}`,
// `{"$any": true}`, `{"$type": "string"}`.

import { isObject } from '../contract/json.ts'
import type { Difference } from './compare.ts'

const TYPES = ['string', 'number', 'boolean', 'object', 'array', 'null'] as const

/** Where `actual` differs from `expected`; empty when it matches. */
export function unmatched(expected: unknown, actual: unknown, path = ''): readonly Difference[] {
  const fits = matcherOf(expected)
  if (fits !== undefined) return fits(actual) ? [] : [differs(path, expected, actual)]
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const length = Math.max(expected.length, actual.length)
    return Array.from({ length }, (_, i) => unmatched(expected[i], actual[i], below(path, String(i)))).flat()
  }
  if (isObject(expected) && isObject(actual)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(actual)])
    return [...keys].flatMap((key) => unmatched(own(expected, key), own(actual, key), below(path, key)))
  }
  return Object.is(expected, actual) ? [] : [differs(path, expected, actual)]
}

/** Why a value that looks like a matcher is none; undefined when all in it are well formed. */
export function matcherProblem(expected: unknown, path = ''): string | undefined {
  if (Array.isArray(expected)) {
    return expected
      .map((item, i) => matcherProblem(item, below(path, String(i))))
      .find((one) => one !== undefined)
  }
  if (!isObject(expected)) return undefined
  const [[key, value] = [], ...rest] = Object.entries(expected)
  if (key !== undefined && rest.length === 0 && key.startsWith('$')) {
    const why = wrong(key, value)
    if (why !== undefined) return `${path === '' ? 'expect' : path}: ${why}`
  }
  return Object.entries(expected)
    .map(([name, item]) => matcherProblem(item, below(path, name)))
    .find((one) => one !== undefined)
}

function matcherOf(expected: unknown): ((actual: unknown) => boolean) | undefined {
  if (!isObject(expected)) return undefined
  const [[key, value] = [], ...rest] = Object.entries(expected)
  if (key === undefined || rest.length > 0 || wrong(key, value) !== undefined) return undefined
  if (key === '$any') return (actual) => actual !== undefined
  if (key === '$type') return (actual) => typeOf(actual) === value
  if (key !== '$match') return undefined
  const pattern = new RegExp(String(value), 'u')
  return (actual) => typeof actual === 'string' && pattern.test(actual)
}

function wrong(key: string, value: unknown): string | undefined {
  if (key === '$any') return value === true ? undefined : '`$any` takes true'
  if (key === '$type') {
    return TYPES.some((type) => type === value) ? undefined : `\`$type\` takes one of ${TYPES.join(', ')}`
  }
  if (key !== '$match') return undefined
  if (typeof value !== 'string') return '`$match` takes a regular expression as text'
  try {
    new RegExp(value, 'u')
    return undefined
  } catch (error) {
    return `\`$match\`: ${(error as Error).message}`
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function differs(path: string, expected: unknown, actual: unknown): Difference {
  return {
    path,
    ...(expected === undefined ? {} : { recorded: expected }),
    ...(actual === undefined ? {} : { replayed: actual }),
  }
}

function own(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined
}

function below(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}
