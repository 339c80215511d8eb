// Generates the declarations that hook authors use besides payloads and results: handler types, classes and functions
// of each dialect.

import type { Dialect, Exports } from '../../runtime/contract/dialect.ts'
import { comment, fieldText, literal, typeText } from '../../runtime/contract/typeText.ts'
import { type Field, fieldsOf, type WalkedShape } from './shape.ts'

type Writer = (dialect: Dialect, payloads: readonly WalkedShape[], results: readonly WalkedShape[]) => string

const WRITERS: Readonly<Record<Exports, Writer>> = {
  executable: executableApi,
  extension: extensionApi,
  classes: classesApi,
  lists: listsApi,
  settings: () => '',
}

const HANDLER_OPTIONS = `/** What a handler receives besides its context; a handler that does not need it can omit the parameter. */
export interface HandlerOptions {
  /** Aborted when the runtime gives up on the handler. */
  signal: AbortSignal
}
`

/** The declarations at the start of a dialect's file. */
export function apiText(
  dialect: Dialect,
  payloads: readonly WalkedShape[],
  results: readonly WalkedShape[],
): string {
  return WRITERS[dialect.exports](dialect, payloads, results)
}

/** A payload's own declaration if it is an instance of a generic type. */
export function payloadText(
  dialect: Dialect,
  name: string,
  shape: WalkedShape,
  event: string,
): string | undefined {
  if (dialect.exports !== 'classes') return undefined
  return `${comment(shape.description, '')}export type ${name} = HookContext<${literal(event)}>\n`
}

function executableApi(dialect: Dialect): string {
  const names = Object.keys(dialect.events).map(literal).join(' | ')
  return `/** The events of ${dialect.title}; a hook prints one of them when called with \`hook\`. */
export type HookType = ${names}
`
}

function extensionApi(dialect: Dialect, payloads: readonly WalkedShape[]): string {
  const handlers = Object.entries(dialect.events).map(([event, record], at) => {
    const context = typeText(payloads[at] ?? {})
    const answer = { observe: 'void', transform: context, veto: `${context} | null` }[record.semantics]
    return `${comment(record.summary, '  ')}  ${event}: (ctx: ${context}, options: HandlerOptions) => Promise<${answer}>`
  })
  return `/** A module that exports one or more hook handlers. */
export interface Extension {
  name: string
  version?: string
  hooks: Partial<HookHandlers>
}

${HANDLER_OPTIONS}
/** One handler per event. A handler that may return \`null\` cancels the operation by doing so. */
export interface HookHandlers {
${handlers.join('\n')}
}

/** Emits a custom event on the same bus as the hook points. */
export declare function emit(event: string, data: unknown): void
`
}

function classesApi(dialect: Dialect, payloads: readonly WalkedShape[]): string {
  const events = Object.keys(dialect.events)
  const data = payloads.map(
    (payload, at) => `  ${events[at]}: ${typeText(payload.properties?.data ?? {}, '  ')}\n`,
  )
  const fields = fieldsOf(payloads[0] ?? {}).map((field) => fieldText(generalField(field), '  '))
  return `/** The events of ${dialect.title}, under the names of the Python enum. */
export declare const HookEvent: {
${events.map((event) => `  readonly ${event.toUpperCase()}: ${literal(event)}\n`).join('')}}

/** The name of an event. */
export type HookEvent = (typeof HookEvent)[keyof typeof HookEvent]

/** The data of each event. */
export interface HookData {
${data.join('')}}

/** What a hook receives; for a hook of a single event the data is typed: \`HookContext<'${events[0]}'>\`. */
export interface HookContext<E extends HookEvent = HookEvent> {
${fields.join('\n')}
}

${HANDLER_OPTIONS}
/** A hook: any object with a \`handle\` method. */
export interface HookHandler<E extends HookEvent = HookEvent> {
  name?: string
  /** The events it is bound to; all events if omitted. */
  events?: readonly E[]
  handle(context: HookContext<E>, options: HandlerOptions): Promise<HookResult>
  /** Called with an error that \`handle\` threw; \`on_error\`, the Python spelling, is called too. */
  onError?(error: Error, context: HookContext<E>): Promise<void>
}

/** A base class to extend; subclasses implement \`handle\`. */
export declare class BaseHook<E extends HookEvent = HookEvent> implements HookHandler<E> {
  /** The name defaults to the name of the class. */
  constructor(name?: string)
  name: string
  handle(context: HookContext<E>, options: HandlerOptions): Promise<HookResult>
  onError(error: Error, context: HookContext<E>): Promise<void>
}
`
}

// A field of one event's context, generalized to all events.
function generalField(field: Field): Field {
  if (field.shape.const !== undefined) return { ...field, shape: { ...described(field), typescript: 'E' } }
  if (field.name !== 'data') return field
  return { ...field, shape: { description: 'The data of the event.', typescript: 'HookData[E]' } }
}

function described(field: Field): WalkedShape {
  return field.shape.description === undefined ? {} : { description: field.shape.description }
}

function listsApi(
  dialect: Dialect,
  payloads: readonly WalkedShape[],
  results: readonly WalkedShape[],
): string {
  const events = Object.entries(dialect.events)
  const functions = events.map(([event, record], at) => {
    const answers = results[at] ?? {}
    const result = typeText(answers)
    const silent = result === 'void'
    // A single promise of either, so that an async function may return a result on one path and nothing on another.
    const answer = silent ? 'undefined | Promise<void>' : `undefined | ${result} | Promise<void | ${result}>`
    return `${comment(record.summary, '')}export type ${hookName(event)} = (context: ${typeText(payloads[at] ?? {})}) => ${answer}\n`
  })
  const lists = events.map(
    ([event, record]) => `${comment(record.summary, '  ')}  ${event}?: ${hookName(event)}[]`,
  )
  return `/** What a hook file exports by default: lists of functions, each list run in order. */
export interface HooksConfig {
${lists.join('\n')}
}

${functions.join('\n')}`
}

/** `BeforeToolHook` for `beforeTool`. */
function hookName(event: string): string {
  return `${event.charAt(0).toUpperCase()}${event.slice(1)}Hook`
}
