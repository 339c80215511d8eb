// Ends of a script that entries call, on one path: an exit with a status, an uncaught error, or the end of the code.

import { defined } from '../../contract/defined.ts'
import { oncePer } from '../../contract/oncePer.ts'
import type { Range } from '../../contract/problems.ts'
import { rejectsContent } from '../comparedWords.ts'
import type { DocumentInput } from '../document.ts'
import type { Spot } from '../spots.ts'
import type { SyntaxNode } from '../treeSitter.ts'
import { isQuestion } from './content.ts'
import { note } from './found.ts'
import { firstWords, leading, textOf } from './printedTexts.ts'
import { errorsAfter, NO_ERRORS } from './standardError.ts'
import type { FlowState } from './state.ts'
import { alternatives, type FlowValue, isBoolean, UNKNOWN, type Way } from './values.ts'

/** Records an end where the path certainly ends here, or continues with nothing that changes the result. */
export function endAt(
  range: Range,
  status: number,
  flow: FlowState,
  more: Pick<Spot & { kind: 'end' }, 'statusAt' | 'writtenAt' | 'dropped' | 'always'> = {},
): void {
  const { printed, events } = flow
  const errors = errorsAfter(flow.errorsBefore, flow.errors)
  const isSilent = errors.text === '' && (errors.unsure === true || status === 0)
  const isKnown = isSure(flow) || (status !== 0 && flow.handled && isSure({ ...flow, aside: false }))
  const isCaught = flow.caught > (flow.swallows ? 1 : 0)
  if (!isKnown || isCaught || (printed === undefined ? isSilent : printed.text === undefined)) return
  note(flow.reading.found, {
    kind: 'end',
    range,
    events,
    status,
    stdout: printed?.text ?? '',
    ...more,
    ...(flow.swallows ? { dropped: 'except' } : {}),
    ...(rejectsContent(flow.byContent, status, flow.reading.input) ? { byContent: true } : {}),
    ...(status === 0 || isSilent ? {} : { stderr: errors.text.trimEnd() }),
    ...(printed === undefined ? {} : { printed: printed.range }),
    ...(printed?.beside === undefined || printed.beside === printed.range
      ? {}
      : { beside: besideAt(printed.beside, flow) }),
  })
}

// A statement of the module itself, outside of all branches, before which nothing ends the program or raises an error.
function isOnlyEnd({ start }: Range, { routine, scope, reading: { input } }: FlowState): boolean {
  if (routine !== undefined) return false
  const before = input.text.slice(0, start)
  return !LEAVES.test(before) && (scope.above === undefined || IS_MAIN.test(before))
}

/** The first statement of this block follows. */
const IS_MAIN = /(?:^|\n)if __name__ == ["']__main__["']:\s+$/

const LEAVES = /\b(?:exit\w*|quit|abort|raise|throw)\b|^return\b/m

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

/** Whether output is known well enough to report on it. */
export function isSure({ reading, aside, guessed }: FlowState): boolean {
  return reading.certain && reading.plainOutput && !aside && guessed === 0
}

/** Ends with an explicit status, for which the text on standard error may be the reason. */
export function endForCaller(
  node: SyntaxNode,
  status: SyntaxNode | undefined,
  flow: FlowState,
  value?: FlowValue,
): void {
  if (status === undefined) return
  if (
    flow.reading.printing.statusText === true &&
    (value?.kind === 'text' || leading(status)?.type === 'string')
  ) {
    endByError(node, textOf(value) ?? firstWords(status), flow)
    return
  }
  const all = statusesOf(value ?? UNKNOWN)
  if (isCalled(flow) && all.every(({ number }) => number === 0)) endByItself(flow)
  // If the status may be zero, an answer on standard error may be lost, so the finding stays.
  if (all.every(({ number }) => number !== 0)) withdraw(flow)
  // If one status has its own text on standard error, that text does not apply to the others.
  const hasWords = all.some(({ way }) => way?.errors !== undefined && way.errors !== NO_ERRORS)
  // `return 1, "no command"` and `return 2, "blocked"`: status 1 may have another text than the one that blocks.
  const isAware = !hasWords && flow.byContent === false && all.some(({ number }) => number === 2)
  for (const one of all)
    if (one.number !== 0 && (!isAware || one.number === 2 || one.byContent))
      endWith(one, node, flow, { hasWords, isOnly: all.length === 1, isOneOf: value?.kind === 'either' })
}

// Module-level code always runs; a function only if something calls it.
function isCalled({ routine, reading }: FlowState): boolean {
  return routine === undefined || reading.before.routines.get(routine.node.start)?.entry !== undefined
}

type Status = {
  readonly number: number
  readonly way?: Way | undefined
  readonly at?: SyntaxNode | undefined
  readonly byContent: boolean
}

// The alternatives of the status that are known.
function statusesOf(value: FlowValue): readonly Status[] {
  return alternatives(value).flatMap((one): readonly Status[] => {
    if (one.kind === 'constant')
      return [{ number: Number(one.value ?? 0), way: one.way, at: one.node, byContent: isQuestion(one) }]
    // `sys.exit("rm -rf" in command)`: True is status 1.
    return isBoolean(one) && isQuestion(one) ? [0, 1].map((number) => ({ number, byContent: true })) : []
  })
}

function endWith(
  { number, way, at, ...one }: Status,
  node: SyntaxNode,
  flow: FlowState,
  { hasWords, isOnly, isOneOf }: { readonly [is in 'hasWords' | 'isOnly' | 'isOneOf']: boolean },
): void {
  // The system keeps the low 8 bits: -1 becomes 255.
  if ((number & 255) === 0 || !Number.isInteger(number)) return
  if (hasWords && way?.errors === NO_ERRORS) return
  const isWithin = way === undefined || (node.start <= way.range.start && way.range.end <= node.end)
  const range = isWithin ? placeOf(node) : way.range
  const errors = way?.errors === undefined || way.errors === NO_ERRORS ? flow.errors : way.errors
  // Output after the status was chosen still counts.
  const printed = way?.errors === undefined ? flow.printed : (way.printed ?? flow.printed)
  const statusAt = at === undefined ? undefined : placeOf(at)
  const isElsewhere = statusAt !== undefined && (statusAt.end <= range.start || range.end <= statusAt.start)
  // One of several statuses is identified by where it is written.
  const writtenAt =
    isElsewhere && (!isOnly || isChosenByCallers(flow))
      ? statusAt
      : at === undefined && !isWithin
        ? placeOf(node)
        : undefined
  const isAfterTest = flow.afterTest && isOnly && !isOneOf && errors.text !== ''
  const byContent = one.byContent || isAfterTest || flow.byContent
  const always = !isOneOf && isOnlyEnd(node, flow) ? true : undefined
  endAt(
    range,
    number & 255,
    { ...flow, errors, printed, byContent },
    defined({ statusAt, writtenAt, always }),
  )
}

// `fail(message, 1)` and `fail(message, 2)`: each call is followed by itself.
function isChosenByCallers({ routine, reading }: FlowState): boolean {
  const given = routine && reading.before.routines.get(routine.node.start)?.given
  return [...(given?.values() ?? [])].some(
    (value) => value.kind === 'either' && value.of.every(({ kind }) => kind === 'constant'),
  )
}

function placeOf({ start, end }: SyntaxNode): Range {
  return { start, end }
}

/** An uncaught error: the program ends with status 1 and the error's text on standard error. */
export function endByError(node: SyntaxNode, text: string, flow: FlowState): void {
  if (flow.reading.input.called === undefined) return
  flow.errors = { ...flow.errors, text: `${flow.errors.text}${text}\n` }
  withdraw(flow)
  endAt(placeOf(node), 1, flow, isOnlyEnd(node, flow) ? { always: true } : {})
}

/** Withdraws the findings for answers on standard error: the program ends with an explicit status. */
export function withdraw({ reading, errorsBefore, errors }: FlowState): void {
  for (const start of errorsAfter(errorsBefore, errors).answers) reading.found.withdrawn.add(start)
}

/** The program reaches the end of its code (status 0); its whole output may be text that is not an answer. */
export function endByItself(flow: FlowState): void {
  const printed = flow.printed ?? flow.perhaps
  if (printed?.kind !== 'text') return
  const { start, end } = printed.range
  const range = printed.beside ?? printed.range
  // A finding for text next to an answer at the same place is more specific, so it takes precedence.
  if (!flow.reading.found.others.has(`end ${start} ${end} `))
    endAt(range, 0, { ...flow, printed: { ...printed, range } })
}

/** A function returns a status, but every call discards it. */
export function endDropped({ start, end }: SyntaxNode, value: FlowValue, flow: FlowState): void {
  const isStatus = value.kind === 'constant' && typeof value.value === 'number' && value.value !== 0
  if (!isStatus || flow.errors.text === '') return
  endAt({ start, end }, Number(value.value) & 255, flow, { dropped: 'call' })
}

/** A status set for the end of the code (`process.exitCode = 2`); only the output up to here is considered. */
export function endLater(node: SyntaxNode, value: FlowValue | undefined, flow: FlowState): void {
  const { input } = flow.reading
  const isSilent = errorsAfter(flow.errorsBefore, flow.errors).text === ''
  if (isSilent && (flow.printed === undefined || lastError(input) >= node.end)) return
  const all = statusesOf(value ?? UNKNOWN)
  if (all.every(({ number }) => number !== 0)) withdraw(flow)
  // Code after it may set another one.
  const isLast = !LEAVES.test(input.text.slice(node.end))
  const about = { hasWords: false, isOnly: all.length === 1, isOneOf: value?.kind === 'either' || !isLast }
  for (const one of all) endWith(one, node, flow, about)
}

// The last place of a file that may write to standard error.
const lastError = oncePer(({ text }: DocumentInput): number => {
  const all = [...text.matchAll(/\b(?:console\.(?:error|warn|trace|assert)|stderr|throw)\b/g)]
  return all.at(-1)?.index ?? -1
})
