// Validates values against the schemas of the records with ajv; each schema is compiled on first use.
// The only file that imports ajv.

import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import { type Branch, choicesOf, listed, oneOf, shown, strays } from './choices.ts'
import { isObject } from './json.ts'
import { didYouMean } from './suggest.ts'

export type Mismatch = {
  /** Dotted path into the value, empty for the value itself. */
  readonly path: string
  /** What was expected and what was found, without the path. */
  readonly message: string
}

const settings = { strict: false, allowUnionTypes: true, validateFormats: false, verbose: true }
const ajv = new Ajv(settings)
const compiled = new WeakMap<TSchema, ValidateFunction>()
/** Reports every mismatch; used only after the fast validator has found one, or for the value to compare with. */
const thorough = new Ajv({ ...settings, allErrors: true })
const compiledThorough = new WeakMap<TSchema, ValidateFunction>()

/** Undefined when `value` has the shape, otherwise the first mismatch. */
export function mismatch(schema: TSchema, value: unknown): Mismatch | undefined {
  const validate = validator(schema)
  return validate(value) ? undefined : likeliest(validate.errors ?? [])
}

/** A predicate that compiles its schema on the first call, for frequent checks. */
export function accepts(schema: TSchema): (value: unknown) => boolean {
  let validate: ValidateFunction | undefined
  return (value) => {
    validate ??= validator(schema)
    return validate(value)
  }
}

/** One line for users: `tool_input.command: expected string, got 3; cwd and event are missing`, up to five parts. */
export function mismatchText(schema: TSchema, value: unknown): string | undefined {
  const validate = validator(schema)
  if (validate(value)) return undefined
  const errors = validate.errors ?? []
  const first = likeliest(errors)
  // A huge value may have a million mismatches; only the first one is reported.
  if (!isModest(value)) return lineOf(first)
  const all = partsOf(mismatches(schema, value))
  const parts = [
    ...all.filter(({ paths }) => paths.includes(first.path)),
    ...all.filter(({ paths }) => !paths.includes(first.path)),
  ].map(({ line }) => line)
  if (parts.length < 2) return parts[0] ?? lineOf(first)
  const rest = parts.length <= MOST_LISTED ? '' : `; and ${parts.length - MOST_LISTED} more`
  return (
    parts
      .slice(0, MOST_LISTED)
      .map((line) => line.replace(/\.$/, ''))
      .join('; ') + rest
  )
}

type Part = { readonly paths: readonly string[]; readonly line: string }

// All missing fields of one object are reported together.
function partsOf(all: readonly Located[]): readonly Part[] {
  const objects = Map.groupBy(all, (one) => (one.missing === undefined ? one : JSON.stringify(one.at)))
  return [...objects.values()].map((group) => {
    const paths = group.map(({ path }) => path)
    const [only] = group
    return { paths, line: group.length === 1 && only ? lineOf(only) : `${listed(paths)} are missing` }
  })
}

/** Maximum number of mismatches in one line. */
const MOST_LISTED = 5

/** Values with more parts than this are not checked in detail. */
const MODEST = 10_000

function isModest(value: unknown): boolean {
  const left = [value]
  for (let seen = 0; seen < MODEST; seen += 1) {
    const next = left.pop()
    if (isObject(next) || Array.isArray(next)) {
      const parts = Object.values(next)
      if (parts.length > MODEST) return false
      for (const part of parts) left.push(part)
    }
    if (left.length === 0) return true
  }
  return false
}

/** The same line for the first mismatch that `before` does not have: existing mismatches are not reported again. */
export function newMismatchText(schema: TSchema, value: unknown, before: unknown): string | undefined {
  const old = new Set(allErrors(schema, before).map(kindOf))
  if (old.size === 0) return mismatchText(schema, value)
  const added = allErrors(schema, value).filter((error) => !old.has(kindOf(error)))
  return added.length === 0 ? undefined : lineOf(likeliest(added))
}

/** A mismatch with its place, for callers that have the source text of the value. */
export type Located = Mismatch & {
  /** Keys from the whole value to the value that does not fit; list indexes as strings. */
  readonly at: readonly string[]
  /** The field that is missing there, or that is not allowed. */
  readonly missing?: string
  readonly extra?: string
}

/** Every mismatch, one per place; empty when `value` has the shape. */
export function mismatches(schema: TSchema, value: unknown): readonly Located[] {
  return each(allErrors(schema, value).slice(0, MOST))
}

// Limit for lists with a great many wrong items.
const MOST = 500

// A union is one mismatch, unless only one of its branches fits the value's type and constants: then the mismatches of
// that branch.
function each(errors: readonly ErrorObject[]): readonly Located[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf')
  const outer = unions.filter((union) => !unions.some((other) => other !== union && isWithin(union, other)))
  const plain = errors.filter((error) => !outer.some((union) => error === union || isWithin(error, union)))
  const found = [
    ...plain.map((error) => ({ ...located(error), path: pathOf(error), message: complaint(error) })),
    ...outer.flatMap((union) => {
      const inside = errors.filter((error) => isWithin(error, union))
      const intendedForm = onlyForm(union, inside)
      if (intendedForm !== undefined) return each(intendedForm)
      const { path, message } = likeliest([...inside, union])
      const at = keysOf(union)
      const below = path.slice(at.length === 0 ? 0 : at.join('.').length + 1)
      return [{ at: below === '' ? at : [...at, below], path, message }]
    }),
  ]
  const seen = new Set<string>()
  return found.filter(({ path }) => !seen.has(path) && seen.add(path))
}

function isWithin(error: ErrorObject, union: ErrorObject): boolean {
  const { schemaPath, instancePath } = union
  if (!error.schemaPath.startsWith(`${schemaPath}/`)) return false
  return error.instancePath === instancePath || error.instancePath.startsWith(`${instancePath}/`)
}

// The mismatches of the only branch whose type and constants the value has; undefined where there is not exactly one.
function onlyForm(union: ErrorObject, inside: readonly ErrorObject[]): readonly ErrorObject[] | undefined {
  const forms = branches(union).flatMap((branch, at) => {
    const own = inside.filter(({ schemaPath }) => schemaPath.startsWith(`${union.schemaPath}/${at}/`))
    const isOther = own.some(
      ({ keyword, instancePath }) =>
        instancePath === union.instancePath && ['type', 'const', 'enum'].includes(keyword),
    )
    return isOther || strays(branch, union.data) !== undefined ? [] : [own]
  })
  return forms.length === 1 ? forms[0] : undefined
}

function located(error: ErrorObject): Pick<Located, 'at' | 'missing' | 'extra'> {
  const { missingProperty: missing, additionalProperty: extra } = error.params
  return {
    at: keysOf(error),
    ...(typeof missing === 'string' ? { missing } : {}),
    ...(typeof extra === 'string' ? { extra } : {}),
  }
}

function lineOf({ path, message }: Mismatch): string {
  if (path === '') return message
  return message.startsWith('is ') ? `${path} ${message}` : `${path}: ${message}`
}

function allErrors(schema: TSchema, value: unknown): readonly ErrorObject[] {
  const validate = validator(schema, thorough, compiledThorough)
  return validate(value) ? [] : (validate.errors ?? [])
}

// Identified by the place in the schema, not in the value: a mismatch that only moved within its list is not new.
function kindOf({ schemaPath, params, data }: ErrorObject): string {
  const type = Array.isArray(data) ? 'array' : data === null ? 'null' : typeof data
  return JSON.stringify([schemaPath, params.missingProperty ?? params.additionalProperty, type])
}

function validator(schema: TSchema, compiler = ajv, known = compiled): ValidateFunction {
  let validate = known.get(schema)
  if (validate === undefined) {
    validate = compiler.compile(schema)
    known.set(schema, validate)
  }
  return validate
}

// In a union, every branch reports errors. Branches with a constant that the value does not have are excluded; of the
// remaining errors, the deepest is the likeliest.
function likeliest(errors: readonly ErrorObject[]): Mismatch {
  const unions = errors.filter((error) => error.keyword === 'anyOf')
  const others = unions.flatMap((union) =>
    branches(union).flatMap((branch, at) =>
      strays(branch, union.data) === undefined ? [] : [`${union.schemaPath}/${at}/`],
    ),
  )
  const relevant = errors.filter((error) => !others.some((other) => error.schemaPath.startsWith(other)))
  const deepest = relevant.reduce((best, error) => (depth(error) > depth(best) ? error : best))
  const union =
    deepest.keyword === 'anyOf'
      ? deepest
      : unions.find(({ instancePath }) => instancePath === deepest.instancePath)
  if (union !== undefined && !missesField(deepest)) return ofUnion(union)
  return { path: pathOf(deepest), message: complaint(deepest) }
}

function ofUnion(union: ErrorObject): Mismatch {
  const all = branches(union)
  // An object can only be intended as one of the object branches.
  const objects = isObject(union.data) ? all.filter((branch) => branch.properties !== undefined) : []
  const marks = [...new Set(objects.map((branch) => strays(branch, union.data)))]
  const [mark] = marks
  if (mark !== undefined && marks.length === 1) {
    const choices = objects.flatMap((branch) => choicesOf(branch.properties?.[mark] as Branch))
    const got = shown((union.data as Record<string, unknown>)[mark])
    return { path: pathOf(union, mark), message: `expected ${oneOf(choices)}, got ${got}` }
  }
  return {
    path: pathOf(union),
    message: `expected ${oneOf(all.flatMap(choicesOf))}, got ${shown(union.data)}`,
  }
}

function branches(union: ErrorObject): readonly Branch[] {
  return union.schema as readonly Branch[]
}

function missesField(error: ErrorObject): boolean {
  return error.keyword === 'required' || error.keyword === 'additionalProperties'
}

function depth(error: ErrorObject): number {
  return error.instancePath.split('/').length + (missesField(error) ? 1 : 0)
}

function pathOf(error: ErrorObject, below?: string): string {
  const keys = keysOf(error)
  const field = below ?? error.params.missingProperty ?? error.params.additionalProperty
  return [...keys, ...(field === undefined ? [] : [field])].join('.')
}

function keysOf({ instancePath }: ErrorObject): readonly string[] {
  const keys = instancePath.split('/').slice(1)
  return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function complaint(error: ErrorObject): string {
  const got = shown(error.data)
  switch (error.keyword) {
    case 'required':
      return 'is missing'
    case 'additionalProperties': {
      const known = Object.keys((error.parentSchema as Branch).properties ?? {})
      return `is not a field of this object.${didYouMean(error.params.additionalProperty, known)}`
    }
    case 'minimum':
      return `expected ${error.schema} or more, got ${got}`
    case 'maximum':
      return `expected ${error.schema} or less, got ${got}`
    case 'maxLength':
      return `expected at most ${error.schema} characters, got ${got}`
    case 'pattern': {
      const { examples: [example] = [] } = error.parentSchema as { examples?: readonly unknown[] }
      return `expected ${example === undefined ? 'another text' : `a text like ${shown(example)}`}, got ${got}`
    }
    case 'type':
    case 'const':
    case 'enum':
      return `expected ${oneOf(choicesOf(error.parentSchema as Branch))}, got ${got}`
    default:
      return `${error.message ?? 'does not match'}, got ${got}`
  }
}
