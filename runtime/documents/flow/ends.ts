// Ends of a called script, on one way through it: with a status, by an error that nobody catches, or by itself.

import type { Range } from '../../contract/problems.ts'
import type { Spot } from '../spots.ts'
import { named, type SyntaxNode } from '../treeSitter.ts'
import { isQuestion } from './content.ts'
import { note } from './found.ts'
import { firstWords, textOf } from './printedTexts.ts'
import { errorsAfter } from './standardError.ts'
import type { FlowState } from './state.ts'
import { alternatives, type FlowValue } from './values.ts'

/** A way that certainly ends here, or goes on with nothing that mends it. */
export function endAt(
  range: Range,
  status: number,
  flow: FlowState,
  more: Pick<Spot & { kind: 'end' }, 'byLines' | 'statusAt'> = {},
): void {
  const { printed, events } = flow
  const errors = errorsAfter(flow.errorsBefore, flow.errors)
  const isSilent =
    flow.reading.followsStreams !== true || (errors.text === '' && (errors.unsure === true || status === 0))
  if (!isSure(flow) || flow.caught > 0 || (printed === undefined ? isSilent : printed.text === undefined))
    return
  note(flow.reading.found, {
    kind: 'end',
    range,
    events,
    status,
    stdout: printed?.text ?? '',
    ...more,
    ...(flow.byContent ? { byContent: true } : {}),
    ...(status === 0 || isSilent ? {} : { stderr: errors.text.trimEnd() }),
    ...(printed === undefined ? {} : { printed: printed.range }),
    ...(printed?.beside === undefined || printed.beside === printed.range
      ? {}
      : { beside: besideAt(printed.beside, flow) }),
  })
}

// `print("…")` becomes `print("…", file=sys.stderr)`.
function besideAt(
  range: Range,
  { reading: { input } }: FlowState,
): NonNullable<(Spot & { kind: 'end' })['beside']> {
  const call = input.text.slice(range.start, range.end)
  const isPrint = /^print\([\s\S]*[^\s,]\s*\)$/.test(call) && /^\s*import\s.*\bsys\b/m.test(input.text)
  const at = range.end - 1
  return isPrint ? { range, away: [{ range: { start: at, end: at }, text: ', file=sys.stderr' }] } : { range }
}

/** Whether something may be said of what is printed. */
export function isSure({ reading, aside, guessed }: FlowState): boolean {
  return reading.certain && reading.plainOutput && !aside && guessed === 0
}

/** With a status of its own, what was said may be the reason. */
export function endForCaller(
  node: SyntaxNode,
  status: SyntaxNode | undefined,
  flow: FlowState,
  value: FlowValue | undefined,
): void {
  if (status?.type === 'conditional_expression' && isWrittenOut(status)) {
    endByChoice(node, status, isQuestion(value) ? { ...flow, byContent: true } : flow)
    return
  }
  if (flow.reading.printing.statusText === true && (value?.kind === 'text' || status?.type === 'string')) {
    endByError(node, textOf(value) ?? firstWords(status), flow)
    return
  }
  for (const { status: number, isChosen } of statusesOf(status, value, flow)) {
    if (number === 0) continue
    withdraw(flow)
    // Below zero they count from 256.
    if (number !== undefined && (number & 255) !== 0)
      endAt(
        { start: node.start, end: node.end },
        number & 255,
        isChosen ? { ...flow, byContent: true } : flow,
      )
  }
}

type Status = { readonly status: number | undefined; readonly isChosen: boolean }

// The statuses that it may end with here; undefined for one that nobody knows. What a function gave back counts where
// it was given back, unless nothing was said by then.
function statusesOf(
  status: SyntaxNode | undefined,
  value: FlowValue | undefined,
  { reading: { before, now } }: FlowState,
): readonly Status[] {
  if (status === undefined) return []
  if (value === undefined)
    return [{ status: status.type === 'integer' ? Number(status.text) : undefined, isChosen: false }]
  const all = alternatives(value)
  const returns = all.flatMap((one) => (one.kind === 'constant' ? (one.from ?? []) : []))
  for (const from of returns)
    if (!now.statuses.has(from)) now.statuses.set(from, before.statuses.get(from) === true)
  const hasWordsBefore = returns.some((from) => before.statuses.get(from) !== false)
  const here = all.filter((one) => one.kind !== 'constant' || one.from === undefined || !hasWordsBefore)
  const failures = new Map<number | undefined, Status>()
  for (const one of here) {
    const known = one.kind === 'constant' ? Number(one.value ?? 0) : undefined
    if (known !== 0) failures.set(known, { status: known, isChosen: isQuestion(one) })
  }
  // Of several nobody knows which goes with what was said.
  return failures.size > 1 ? [{ status: undefined, isChosen: false }] : [...failures.values()]
}

function isWrittenOut(status: SyntaxNode): boolean {
  const [yes, , no] = named(status)
  return yes?.type === 'integer' && no?.type === 'integer'
}

// `sys.exit(1 if blocked else 0)`: one way ends with each.
function endByChoice(node: SyntaxNode, status: SyntaxNode, flow: FlowState): void {
  const [yes, , no] = named(status)
  for (const one of [yes, no]) {
    if (one?.type !== 'integer' || Number(one.text) === 0) continue
    const statusAt = { start: one.start, end: one.end }
    endAt({ start: node.start, end: node.end }, Number(one.text) & 255, flow, { statusAt })
  }
}

/** An error that nobody catches: the program ends with status 1, and the error's text is on standard error. */
export function endByError(node: SyntaxNode, text: string, flow: FlowState): void {
  if (flow.reading.input.called === undefined || flow.reading.followsStreams !== true) return
  flow.errors = { ...flow.errors, text: `${flow.errors.text}${text}\n` }
  withdraw(flow)
  endAt({ start: node.start, end: node.end }, 1, flow)
}

/** What was said goes with a status of its own. */
export function withdraw({ reading, errorsBefore, errors }: FlowState): void {
  for (const start of errorsAfter(errorsBefore, errors).answers) reading.found.withdrawn.add(start)
}

/** The program ends by itself: text may be all that it printed. */
export function endByItself(flow: FlowState): void {
  const { reading } = flow
  const printed = flow.printed ?? flow.perhaps
  if (reading.followsStreams !== true || flow.ended !== undefined || printed?.kind !== 'text') return
  endAt(printed.range, 0, { ...flow, printed }, { byLines: true })
}

/** The status that the program has once it ends by itself; only what was said before is looked at. */
export function endLater({ start, end }: SyntaxNode, value: FlowValue | undefined, flow: FlowState): void {
  const status = value?.kind === 'constant' ? Number(value.value ?? 0) & 255 : 0
  if (status === 0 || errorsAfter(flow.errorsBefore, flow.errors).text === '') return
  withdraw(flow)
  endAt({ start, end }, status, flow)
}
