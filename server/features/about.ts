// Documentation of events and fields, written from the contract as Markdown; hovers and completions share it.

import { answersTo } from '../../runtime/contract/dialects/index.ts'
import type { EventRecord } from '../../runtime/contract/eventRecord.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import { emptyText, failureText, flowText, SEMANTICS } from '../../runtime/contract/recordWords.ts'
import { type Path, typeName, valuesOf, type WalkedShape } from '../../runtime/contract/walk.ts'
import type { DialectEvent } from './shapesOf.ts'
import { escaped, fenced, inCode, paragraphs } from './text.ts'

/** Documentation of an event: purpose, what its hooks may do, which hooks handle it, example payload. */
export function aboutEvent(event: DialectEvent, hooks: readonly Hook[]): string {
  const { dialect, name, record } = event
  return paragraphs([
    `**${name}**: ${record.semantics} event of ${dialect.title}`,
    record.summary,
    [
      `- ${SEMANTICS[record.semantics]}`,
      `- ${flowText(dialect, record)}`,
      `- A hook that fails or takes longer than its time-out ${failureText(record.onFailure)}.`,
      `- A hook that says nothing ${emptyText(record.empty)}.`,
    ].join('\n'),
    handledBy(event, hooks),
    'Example payload:',
    fenced('json', JSON.stringify(record.example, null, 2)),
    record.note,
    sourceText(record),
  ])
}

/** Short documentation of an event for completion lists, without the hooks that handle it. */
export function eventSummary({ record }: DialectEvent): string {
  return paragraphs([
    record.summary,
    `**${record.semantics}**: ${SEMANTICS[record.semantics]}`,
    sourceText(record),
  ])
}

/** Documentation of a field: path and type, whether it is required, contents. */
export function aboutField(path: Path, shape: WalkedShape, required: boolean, where: string): string {
  const type = `${pathText(path)}${required ? '' : '?'}: ${typeName(shape)}`
  return paragraphs([
    fenced('typescript', type),
    fieldSummary(shape),
    `${sentence(where)}${presence(required, where)}`,
  ])
}

/** The contents of a field and its possible values. */
export function fieldSummary(shape: WalkedShape): string {
  const values = valuesOf(shape)
  const listed =
    values === undefined || values.length === 0 || shape.type === 'boolean'
      ? undefined
      : `One of ${values.map((value) => inCode(JSON.stringify(value))).join(', ')}.`
  const limits = [
    shape.default === undefined ? undefined : `Default: ${inCode(JSON.stringify(shape.default))}.`,
    shape.minimum === undefined ? undefined : `At least ${shape.minimum}.`,
    shape.maximum === undefined ? undefined : `At most ${shape.maximum}.`,
  ]
  const rest = limits.filter((limit) => limit !== undefined).join(' ')
  return paragraphs([descriptionOf(shape), listed, rest])
}

// `data.tool_input.command`, `messages[0].role`, `webhooks[].url`.
function pathText(path: Path): string {
  return path.reduce<string>((text, key) => {
    if (key === '*') return `${text}[]`
    if (typeof key === 'number') return `${text}[${key}]`
    return text === '' ? key : `${text}.${key}`
  }, '')
}

// All hooks of the event; those that do not run are listed with their state.
function handledBy({ dialect, name }: DialectEvent, hooks: readonly Hook[]): string | undefined {
  const own = hooksOf(dialect.id, name, hooks)
  if (own.length === 0) return undefined
  const lines = own.map((hook, at) => {
    const state =
      hook.state === 'active'
        ? ''
        : `, ${hook.state}${hook.why === undefined ? '' : `: ${escaped(hook.why)}`}`
    return `${at + 1}. ${escaped(hook.name)} (${hook.source}${state})`
  })
  return paragraphs(['Handled by, in firing order:', lines.join('\n')])
}

// The hooks of an event, in firing order.
function hooksOf(dialect: string, event: string, hooks: readonly Hook[]): readonly Hook[] {
  return hooks
    .filter((hook) => hook.dialect === dialect && answersTo(hook, event))
    .toSorted((one, two) => one.order - two.order)
}

function descriptionOf(shape: WalkedShape): string | undefined {
  return shape.description ?? shape.anyOf?.find(({ description }) => description !== undefined)?.description
}

function sourceText(record: EventRecord): string {
  const ours = record.ours === true ? ' The fields are Hookbench’s.' : ''
  const later = record.later === true ? ' From the later upstream.' : ''
  return `Source: ${record.source}.${ours}${later}`
}

function sentence(where: string): string {
  return where.charAt(0).toUpperCase() + where.slice(1)
}

function presence(required: boolean, where: string): string {
  const payload = where.startsWith('payload')
  if (required) return payload ? '; always there.' : '; required.'
  return payload ? '; not always there.' : '; may be left out.'
}
