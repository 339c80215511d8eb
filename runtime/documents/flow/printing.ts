// Output to stdout, where an executable hook answers: JSON, text next to it, and whether the answer counts.
// Only what certainly happens on one path is reported, and only after the payload was read.

import { oncePer } from '../../contract/oncePer.ts'
import type { Range } from '../../contract/problems.ts'
import type { DocumentInput } from '../document.ts'
import { rangeOf } from '../python/literals.ts'
import { replace } from '../repairs.ts'
import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { endAt, endForCaller, isSure } from './ends.ts'
import type { PrintingWords } from './followed.ts'
import { addProblem } from './found.ts'
import { answerText, jsonText } from './jsonText.ts'
import type { FlowPrinted } from './printed.ts'
import { ANSWER_KEY, isWritten, leading, textOf, wordsIn, wordsOf } from './printedTexts.ts'
import { answer } from './results.ts'
import type { FlowState } from './state.ts'
import { builtText } from './textParts.ts'
import { alternatives, type FlowValue, isNothing, UNKNOWN } from './values.ts'

export type FlowPrinting = {
  /** The call that prints. */
  readonly node: SyntaxNode
  /** The node of the value that is printed. */
  readonly from: SyntaxNode | undefined
  readonly value: FlowValue
  /** The output ends with a line break. */
  readonly whole: boolean
}

/** Records that a value is printed to stdout. */
export function printOut({ node, from, value, whole }: FlowPrinting, flow: FlowState): void {
  if (flow.reading.input.exports !== 'executable') return
  const range: Range = { start: node.start, end: node.end }
  const apart = answerBehind(value)
  if (apart !== undefined && flow.reading.input.called !== undefined) {
    printOut({ node, from, value: apart.words, whole: false }, flow)
    printedToCaller({ node, from, value: apart.answer, whole }, flow, undefined)
    return
  }
  flow.perhaps = undefined
  const { met } = flow
  flow.met = undefined
  for (const one of alternatives(value)) if (one.kind === 'json') answer(one.of, flow, from ?? node)
  const texts = alternatives(value).map(jsonText)
  for (const one of texts) if (one?.kind === 'whole') answerText(one, flow)
  const text = texts.includes(undefined)
    ? undefined
    : (texts.find((one) => one?.kind === 'broken') ?? texts[0])
  if (flow.reading.input.called !== undefined) {
    printedToCaller({ node, from, value, whole }, flow, text)
    if (met?.printed.kind === 'json' && flow.printed !== undefined)
      printedAfter(met.printed, flow.printed, range, { ...flow, events: met.events })
    return
  }
  const before = flow.printed
  if (!whole || before?.kind === 'part') {
    flow.printed = { kind: 'part', range }
    return
  }
  if (alternatives(value).every(({ kind }) => kind === 'json')) {
    if (before !== undefined && claims(flow)) unreadable(flow, before, range)
    flow.printed = { kind: 'json', range }
  } else if (text !== undefined) {
    if (claims(flow) && text.kind === 'broken') broken(flow, range, text.what)
    else if (claims(flow) && before !== undefined) unreadable(flow, before, range)
    flow.printed = { kind: 'json', range }
  } else if (isBareDict(value, flow)) {
    bareDict(flow, range, from)
  } else if (startOf(value, from, flow) !== undefined) {
    if (claims(flow))
      tell(flow, range, 'This prints text inside the answer, so the host cannot read it.', {
        fix: 'Print it to stderr: print(…, file=sys.stderr).',
      })
    else flow.printed ??= { kind: 'text', range }
  } else flow.printed = { kind: 'part', range }
}

// `console.log('answer:', JSON.stringify({ decision: 'block' }))`: words, and an answer behind them.
function answerBehind(
  value: FlowValue,
): { readonly words: FlowValue; readonly answer: FlowValue } | undefined {
  const parts = value.kind === 'unknown' ? (value.parts ?? []) : []
  const at = parts.findIndex(({ json }) => json !== undefined)
  const of = parts[at]?.json
  const before = parts.slice(0, at)
  if (parts.slice(at + 1).some(({ text }) => text.trim() !== '')) return undefined
  if (of?.kind !== 'dict' || !of.entries.some(({ key }) => ANSWER_KEY.test(key))) return undefined
  if (!before.some(({ text, computed }) => computed !== true && text.trim() !== '')) return undefined
  const words = builtText(before)
  return words && { words, answer: { kind: 'json', of } }
}

// What a host makes of the output depends on all of it and on the exit status, so the text is accumulated.
function printedToCaller(
  { node, from, value, whole }: FlowPrinting,
  flow: FlowState,
  json: ReturnType<typeof jsonText>,
): void {
  const range: Range = { start: node.start, end: node.end }
  const before = flow.printed
  const soFar = before === undefined ? '' : before.text
  const isAnswer = json !== undefined || alternatives(value).every(({ kind }) => kind === 'json')
  // After text, output that is not an answer is more text.
  const isMore = !isAnswer && WORDS.test(soFar ?? '')
  const own = textOf(value) ?? startOf(value, from, flow) ?? (isMore ? '…' : undefined)
  const text = own === undefined || soFar === undefined ? undefined : soFar + own + (whole ? '\n' : '')
  if (isSure(flow) && json?.kind === 'broken') broken(flow, range, json.what)
  else if (isBareDict(value, flow)) bareDict(flow, range, from)
  flow.printed = {
    kind: isAnswer ? 'json' : 'text',
    range,
    text,
    beside: before?.beside ?? (isAnswer ? undefined : range),
  }
  if ((before !== undefined && !isMore) || (value.kind === 'json' && isWritten(value.of)))
    endAt(range, 0, flow)
}

/** Appends what a called function prints to earlier output. */
export function printedAfter(
  before: FlowPrinted,
  prints: FlowPrinted,
  range: Range,
  flow: FlowState,
): FlowPrinted {
  const text = before.text === undefined || prints.text === undefined ? undefined : before.text + prints.text
  const printed = { ...prints, range, text, beside: before.beside ?? prints.beside }
  flow.printed = printed
  endAt(range, 0, flow)
  return printed
}

function claims(flow: FlowState): boolean {
  const { certain, plainOutput } = flow.reading
  return certain && flow.read && !flow.aside && plainOutput
}

// A second JSON value makes the first unreadable too, and a line of text makes any JSON unreadable.
function unreadable(
  flow: FlowState,
  before: { readonly kind: string; readonly range: Range },
  here: Range,
): void {
  if (before.kind === 'json')
    tell(flow, here, 'This prints a second JSON value, so the host can read neither.', {
      fix: 'Print one JSON object, once.',
    })
  else
    tell(flow, before.range, 'This prints text before the answer, so the host cannot read it.', {
      fix: 'Print it to stderr: print(…, file=sys.stderr).',
    })
}

function broken(flow: FlowState, range: Range, what: string): void {
  tell(flow, range, `The output is not JSON (${what}), so the host cannot read it.`, {
    fix: flow.reading.printing.asJson,
  })
}

function bareDict(flow: FlowState, range: Range, from: SyntaxNode | undefined): void {
  const { called } = flow.reading.input
  if (!(called === undefined ? claims(flow) : isSure(flow)) || from === undefined) return
  const canMend = /^\s*import\s.*\bjson\b/m.test(flow.reading.input.text)
  const edits = [
    { range: { start: from.start, end: from.start }, text: 'json.dumps(' },
    { range: { start: from.end, end: from.end }, text: ')' },
  ]
  tell(flow, range, flow.reading.printing.bareDict, {
    fix: flow.reading.printing.asJson,
    repairs: canMend ? [{ kind: 'edit', title: 'Print it as JSON', edits }] : [],
  })
}

export const PYTHON_PRINTING: PrintingWords = {
  bareDict: 'This prints the Python form of a dict, which is not JSON, so the host cannot read it.',
  asJson: 'Print json.dumps(…) of the dict.',
  statusText: true,
  catches: /\bexcept\b([^:\n]{0,300}?)(?:\bas\s+\w+\s*)?:|\bsuppress\(([^)\n]{0,300})|\bexcepthook\b/g,
}

type More = Pick<Parameters<typeof addProblem>[4], 'fix' | 'repairs'>

function tell(flow: FlowState, range: Range, message: string, more: More): void {
  addProblem(flow.reading.found, flow.reading.input.path, 'output.unreadable', message, { range, ...more })
}

// print({"blocked": True}); an empty dict prints as valid JSON.
function isBareDict(value: FlowValue, { reading }: FlowState): boolean {
  const all = alternatives(value).filter((one) => !isNothing(one))
  return all.length > 0 && all.every(isFilledDict) && !hasTextForms(reading.input)
}

// Objects of the file may have a text form of their own.
const hasTextForms = oncePer(({ text }: DocumentInput) =>
  /\btoPrimitive\b|\bprototype\.toString\s*=/.test(text),
)

function isFilledDict(value: FlowValue): boolean {
  if (value.kind !== 'dict' || isNothing(value)) return false
  return (
    value.entries.some(({ read }) => read === undefined) &&
    !value.entries.some(({ key }) => key === 'toString')
  )
}

// A line that starts with a word is not JSON, unless it is true, false or null.
const WORDS = /^\s*(?!(?:true|false|null)\s*$)[A-Za-z]+[^\n]*/

// The start of a text that is no JSON, whatever follows (`…` stands for a part that is not known).
const NO_JSON = /^\s*(?:\[[A-Za-z]|[A-Za-z]{2,}(?:[^\w]|$)|-[^\d…]|[^\s\w"{[\-…])/

/** Fields of the payload whose text is never JSON. */
const NAMES = /^(?:tool_?name|hook_event_name|cwd|transcript_?path|file_?path|session_?id)$/i

// What is printed of the payload: the whole in the language's own form, or a field.
function startOfPayload(
  { places }: FlowValue & { readonly kind: 'payload' },
  { reading }: FlowState,
): string | undefined {
  const [place, ...others] = places
  if (place?.sure !== true || others.length > 0) return undefined
  if (place.path.length > 0) return NAMES.test(String(place.path.at(-1))) ? 'text…' : undefined
  return reading.missingKeysFail === true || reading.filtersLists === true ? 'payload…' : undefined
}

// The start of a text that is certainly not an answer; undefined for other values.
function startOf(value: FlowValue, whole: SyntaxNode | undefined, flow: FlowState): string | undefined {
  const { called, events } = flow.reading.input
  if (value.kind === 'text') {
    const isSign = called !== undefined && /^\s*\W/.test(value.text) && NO_JSON.test(value.text)
    return (isSign || WORDS.test(value.text)) && !events.includes(value.text.trim()) ? value.text : undefined
  }
  // One of several texts, none of which is an answer: any of them stands for all.
  if (value.kind === 'either') {
    const all = value.of.map((one) => startOf(one, undefined, flow))
    return all.includes(undefined) ? undefined : all[0]
  }
  if (value.kind === 'payload') return startOfPayload(value, flow)
  const from = leading(whole)
  if (from?.type === 'conditional_expression') {
    const [yes, , no] = named(from)
    const [first, second] = [startOf(UNKNOWN, yes, flow), startOf(UNKNOWN, no, flow)]
    return second === undefined ? undefined : first
  }
  const plain = value.kind === 'unknown' && value.parts !== undefined ? wordsOf(value.parts) : wordsIn(from)
  // Scripts that entries call have no query protocol, so a text may also start with a single word or a bracket.
  const begins = called === undefined ? /^[A-Za-z]{2,}[ :]/ : NO_JSON
  return plain !== undefined && begins.test(plain) ? `${plain}…` : undefined
}

/** The program ends with a status; its output counts only if that is 0. */
export function endProgram(
  node: SyntaxNode,
  status: SyntaxNode | undefined,
  flow: FlowState,
  value?: FlowValue,
): void {
  flow.ended = 'away'
  markAnswerLost(node, status, flow, value)
}

/** Reports an answer that was printed before an exit with a failing status. */
export function markAnswerLost(
  node: SyntaxNode,
  status: SyntaxNode | undefined,
  flow: FlowState,
  value?: FlowValue,
): void {
  if (flow.reading.input.called !== undefined) {
    endForCaller(node, status, flow, value)
    return
  }
  if (flow.printed?.kind !== 'json' || !claims(flow) || flow.caught > 0 || status === undefined) return
  const isNumber =
    status.type === 'integer' && /^[1-9]\d*$/.test(status.text) && Number(status.text) % 256 !== 0
  if (!isNumber && status.type !== 'string') return
  const how = isNumber ? `status ${status.text}` : 'status 1'
  const message = `The answer printed before is lost: a hook that exits with ${how} has failed.`
  addProblem(flow.reading.found, flow.reading.input.path, 'output.lost', message, {
    range: { start: node.start, end: node.end },
    fix: 'Exit with status 0 after answering.',
    repairs: isNumber ? [replace('Exit with status 0', rangeOf(status), '0')] : [],
  })
}

/** Whether the call prints to something other than stdout: `file=sys.stderr`. */
export function goesElsewhere(file: FlowValue | undefined, isStdout: (name: string) => boolean): boolean {
  if (file === undefined || (file.kind === 'constant' && file.value === null)) return false
  return file.kind !== 'named' || !isStdout(file.name)
}

/** The first argument of a call, by position. */
export function firstArgument(node: SyntaxNode): SyntaxNode | undefined {
  return child(node, 'arguments')?.children.find(
    ({ named: isNamed, type }) => isNamed && type !== 'comment' && type !== 'keyword_argument',
  )
}
