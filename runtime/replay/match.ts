// Compares a value with an expected one: equality, except for matchers: `{"$match":
// "regex"}`, `{"$any": true}`, `{"$type": "string"}`.

import { asMatcher, matcherFault } from '../contract/case.ts'
import { defined } from '../contract/defined.ts'
import { boundedTest } from '../contract/hosts/matcher.ts'
import { isObject } from '../contract/json.ts'
import type { Difference } from './compare.ts'

/** The differences between `expected` and `actual`; empty if they match. */
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

/** Why a value that looks like a matcher is invalid; undefined if all matchers in it are valid. */
export function matcherProblem(expected: unknown, path = ''): string | undefined {
  if (Array.isArray(expected)) {
    return expected
      .map((item, i) => matcherProblem(item, below(path, String(i))))
      .find((one) => one !== undefined)
  }
  if (!isObject(expected)) return undefined
  const matcher = asMatcher(expected)
  const why = matcher === undefined ? undefined : matcherFault(matcher.key, matcher.given)
  if (why !== undefined) return `${path === '' ? 'expect' : path}: ${why}`
  return Object.entries(expected)
    .map(([name, item]) => matcherProblem(item, below(path, name)))
    .find((one) => one !== undefined)
}

function matcherOf(expected: unknown): ((actual: unknown) => boolean) | undefined {
  const matcher = asMatcher(expected)
  if (matcher === undefined || matcherFault(matcher.key, matcher.given) !== undefined) return undefined
  const { key, given: value } = matcher
  if (key === '$any') return (actual) => actual !== undefined
  if (key === '$type') return (actual) => typeOf(actual) === value
  if (key !== '$match') return undefined
  const matches = boundedTest(new RegExp(String(value), 'u'))
  return (actual) => typeof actual === 'string' && matches(actual)
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function differs(path: string, expected: unknown, actual: unknown): Difference {
  return {
    path,
    ...defined({ recorded: expected, replayed: actual }),
  }
}

function own(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined
}

function below(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}
