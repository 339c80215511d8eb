// The facts about an event that all templates share: its useful fields, an answer that denies, and the fields of an
// answer.

import type { TSchema } from 'typebox'
import type { Dialect } from '../dialect.ts'
import type { EventRecord } from '../eventRecord.ts'

export type TemplateFacts = {
  readonly dialect: Dialect
  readonly event: string
  readonly record: EventRecord
  readonly name: string
  readonly path: string
  /** Dotted paths of at most three useful fields that every payload has. */
  readonly fields: readonly string[]
  /** The field that the sample rule tests; undefined stands for the whole payload. */
  readonly subject: string | undefined
  /** The text that the sample rule searches for. */
  readonly forbidden: string
  /** An answer that denies the operation, where the event has one. */
  readonly denial: { readonly answer: Readonly<Record<string, unknown>> | null } | undefined
  /** The fields of an answer: name and meaning. */
  readonly answers: readonly { readonly name: string; readonly meaning: string }[]
}

/** Derives the facts from an event's record. */
export function factsOf(dialect: Dialect, event: string, name: string, path: string): TemplateFacts {
  const record = dialect.events[event] as EventRecord
  const required = new Set(requiredFields(record.payload))
  const { tool, input, output, prompt } = record.common
  const known = [tool, input, output, prompt].filter(
    (one) => one !== undefined && required.has(one),
  ) as string[]
  const fields = distinct(known.length > 0 ? known : specificFields(dialect, record)).slice(0, 3)
  return {
    dialect,
    event,
    record,
    name,
    path,
    fields,
    subject: [input, prompt].find((one) => one !== undefined && fields.includes(one)),
    forbidden: input !== undefined && fields.includes(input) ? 'rm -rf /' : 'forbidden',
    denial: denialOf(record, `${name} does not allow this`),
    answers: Object.entries(view(record.result).properties ?? {}).map(([field, schema]) => ({
      name: field,
      meaning: meaningOf(schema),
    })),
  }
}

/** The description of an answer's field, without the reason why its schema is open. */
export function meaningOf(schema: TSchema): string {
  return (view(schema).description ?? '').replace(/; open because [^;]*$/, '.')
}

/** The comment at the top of a hook file, line by line. */
export function headerOf(facts: TemplateFacts): readonly string[] {
  const { dialect, event, record, name, path } = facts
  return [`${name}: a ${dialect.title} hook for ${event}.`, '', record.summary, `Lives at ${path}.`]
}

/** Comment lines; an empty line is just the comment sign. */
export function commented(lines: readonly string[], mark: string): string {
  return lines.map((line) => `${mark} ${line}`.trimEnd()).join('\n')
}

/** The last segment of a path, used as the name of the variable for its value. */
export function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

/** `tool_name` from `toolName`. */
export function snakeCase(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase()
}

/** `noSudo` from `no-sudo`: a function name. */
export function functionNameOf(name: string): string {
  const pascal = classNameOf(name)
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1)
  return RESERVED.test(camel) ? `${camel}Hook` : camel
}

// Names that a function in a module must not have.
const RESERVED =
  /^(arguments|await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|eval|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield)$/

/** `NoSudo` from `no-sudo`: a class name. */
export function classNameOf(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return /^[A-Za-z]/.test(joined) ? joined : `Hook${joined}`
}

// Two paths with the same last segment would need the same variable.
function distinct(paths: readonly string[]): readonly string[] {
  return paths.filter((path, at) => paths.findIndex((other) => lastName(other) === lastName(path)) === at)
}

// Fields that only some events of the dialect have.
function specificFields(dialect: Dialect, record: EventRecord): readonly string[] {
  const everywhere = Object.values(dialect.events).map((one) => new Set(requiredFields(one.payload)))
  const own = requiredFields(record.payload).filter((path) => !everywhere.every((paths) => paths.has(path)))
  // A nested field adds nothing to its parent, which is read anyway.
  return own.filter((path) => !own.some((other) => path.startsWith(`${other}.`)))
}

function requiredFields(schema: TSchema, prefix = ''): readonly string[] {
  const { properties = {}, required = [] } = view(schema)
  return required.flatMap((name) => {
    return [`${prefix}${name}`, ...requiredFields(properties[name] ?? {}, `${prefix}${name}.`)]
  })
}

// The record's own `verdict` determines which answer denies; no wire format is hard-coded here.
function denialOf(record: EventRecord, reason: string): TemplateFacts['denial'] {
  if (record.semantics !== 'veto') return undefined
  const result = view(record.result)
  const fields = Object.entries(result.properties ?? {})
  const why = Object.fromEntries(
    fields.filter(([name]) => name === 'reason' || name === 'error').map(([name]) => [name, reason]),
  )
  const flagged = fields.flatMap(([name, field]) =>
    flagsOf(field).map((value) => ({ [name]: value, ...why })),
  )
  const mayBeNull = result.anyOf?.some((one) => view(one).type === 'null') === true
  const answer = [...(mayBeNull ? [null] : []), ...flagged].find((candidate) => denies(record, candidate))
  return answer === undefined ? undefined : { answer }
}

// The boolean values a field may have, whether or not it may also be null.
function flagsOf(field: TSchema): readonly unknown[] {
  const { type, const: only, anyOf } = view(field)
  if (anyOf !== undefined) return anyOf.flatMap(flagsOf)
  if (type !== 'boolean') return []
  return only === undefined ? [true, false] : [only]
}

function denies(record: EventRecord, answer: unknown): boolean {
  try {
    const verdict = record.verdict(answer as never, record.example as never)
    if ('rejected' in verdict) return false
    return verdict.decision === 'deny' || verdict.decision === 'stop' || verdict.answer !== undefined
  } catch {
    // Not a valid answer of this event.
    return false
  }
}

/** The part of a schema that templates read. */
type View = {
  readonly type?: string
  readonly description?: string
  readonly const?: unknown
  readonly anyOf?: readonly TSchema[]
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
}

/** A schema, typed as the part that templates read. */
export function view(schema: TSchema): View {
  return schema as View
}
