// Does a value have a shape? ajv on the very schema of the record, compiled when first asked.
// The only file that imports ajv.

import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'

export type Mismatch = {
  /** Dotted path into the value, empty for the value itself. */
  readonly path: string
  /** What was expected and what was found, without the path. */
  readonly message: string
}

const ajv = new Ajv({ strict: false, allErrors: false, allowUnionTypes: true, validateFormats: false, verbose: true })
const compiled = new WeakMap<TSchema, ValidateFunction>()

/** Undefined when `value` has the shape, otherwise the first mismatch. */
export function mismatch(schema: TSchema, value: unknown): Mismatch | undefined {
  let validate = compiled.get(schema)
  if (validate === undefined) {
    validate = ajv.compile(schema)
    compiled.set(schema, validate)
  }
  if (validate(value)) return undefined
  return worst(validate.errors ?? [])
}

/** One line for people: `tool_input.command: expected string, got 3`. */
export function mismatchText(schema: TSchema, value: unknown): string | undefined {
  const found = mismatch(schema, value)
  if (found === undefined) return undefined
  return found.path === '' ? found.message : `${found.path}: ${found.message}`
}

// In a union every branch reports; the deepest error is the branch that was meant.
function worst(errors: readonly ErrorObject[]): Mismatch {
  const deepest = errors.reduce((best, error) => (depth(error) > depth(best) ? error : best), errors[0] as ErrorObject)
  const missing = deepest.keyword === 'required' ? `/${deepest.params['missingProperty']}` : ''
  const path = `${deepest.instancePath}${missing}`.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
  return { path, message: describe(deepest, errors) }
}

function depth(error: ErrorObject): number {
  return error.instancePath.split('/').length + (error.keyword === 'required' ? 1 : 0)
}

function describe(error: ErrorObject, all: readonly ErrorObject[]): string {
  const got = shown(error.data)
  if (error.keyword === 'required') return 'is missing'
  if (error.keyword === 'type') return `expected ${[error.params['type']].flat().join(' or ')}, got ${got}`
  if (error.keyword === 'enum') return `expected one of ${(error.params['allowedValues'] as unknown[]).map(shown).join(', ')}, got ${got}`
  if (error.keyword === 'const' || error.keyword === 'anyOf') {
    const same = all.filter((one) => one.instancePath === error.instancePath)
    const choices = same.flatMap((one) =>
      one.keyword === 'const' ? [shown(one.params['allowedValue'])] : one.keyword === 'type' ? [[one.params['type']].flat().join(' or ')] : [],
    )
    return choices.length === 0 ? `does not match, got ${got}` : `expected ${[...new Set(choices)].join(' or ')}, got ${got}`
  }
  return `${error.message ?? 'does not match'}, got ${got}`
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value === 'function') return 'a function'
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
