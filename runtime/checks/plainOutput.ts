// Output of a called script that is not JSON where the host expects an answer: text, broken JSON, and text beside
// output of which only a part is known.

import { type ParseError, parse } from 'jsonc-parser'
import { objectOf } from '../contract/json.ts'
import { ignored } from '../contract/shapes.ts'
import { type CallEnd, callEnd, type EntryCall, endConsequence, isJson, sameEnd } from './callEnds.ts'
import type { EndFault, EndSpot } from './unintendedEnds.ts'

/** The fix where more than an answer, or something else, is printed. */
export const ONE_OBJECT = 'Print one JSON object and nothing else; send messages to standard error.'

const NO_BRACKET = 'Start with a letter, or send it to standard error.'

/** Moments at which hooks give the model text to read. */
const HEEDED: readonly unknown[] = ['session.start', 'prompt', 'subagent.before']

/** A fault where the output is not JSON, and the host expects JSON. */
export function plainOutput(spot: EndSpot, call: EntryCall): EndFault | undefined {
  const { status, stdout, stderr, printed } = spot
  // Where no answer counts, any text is a log.
  if (call.record.result === ignored) return undefined
  if (stdout === undefined && status === 0) return badPart(spot, call)
  const text = stdout?.trim() ?? ''
  if (text === '' || printed === undefined || status !== 0 || text.startsWith('…')) return undefined
  const { host, event } = call
  const raw = { exitCode: 0, stderr: stderr ?? '' }
  const ended = { ...raw, stdout: stdout as string }
  const end = callEnd(call, ended)
  const fault = { title: host.title, code: 'output.unreadable', range: printed, fix: ONE_OBJECT } as const
  if (!text.includes('{')) {
    const isFailed = host.host?.rules.showsFailure === true
    const what = `the output is ignored${isFailed ? ' and the hook counts as failed' : ''}`
    const dropped = end.failure === undefined ? undefined : what
    const then = endConsequence(call, ended) ?? dropped
    if (then === undefined) return toNobody(text, spot.beside?.range ?? printed, call)
    // A log does no harm where it is only ignored.
    const isMild = then === dropped && !isFailed && !isForModel(text, call)
    const isBroken = end.failure !== undefined && text.startsWith('[')
    return {
      ...fault,
      ...(isMild ? { mild: true } : {}),
      ...(isBroken ? { fix: NO_BRACKET, range: spot.beside?.range ?? printed } : {}),
      say: (hosts, verb) =>
        isBroken
          ? `${hosts} ${verb('reads', 'read')} this as invalid JSON at ${event}, so ${then}.`
          : `${hosts} ${verb('expects', 'expect')} JSON on standard output at ${event}, so ${then}.`,
    }
  }
  if (!isBrokenJson(text)) return undefined
  if (host.host?.rules.progress === true && text.split('\n').every(isProgress)) return undefined
  const here = callEnd(call, { ...raw, stdout: text })
  const isLikeNone = sameEnd({ ...here, failure: undefined }, callEnd(call, { ...raw, stdout: '' }))
  const there = callEnd(call, { ...raw, stdout: BROKEN })
  if (!isLikeNone && spelled(here, text) !== spelled(there, BROKEN)) return undefined
  const then = endConsequence(call, ended)
  return {
    ...fault,
    say: (hosts, verb) =>
      `This starts like JSON but is not JSON, so ${then === undefined ? `${hosts} ${verb('does', 'do')} not read the answer` : `${then} in ${hosts}`} at ${event}.`,
  }
}

/** Words of a text that asks for work, and so is rather for the model than for a person who looks at a log. */
export const REQUESTS =
  /^\W*reminder\b[^.!?\n]{0,40}[:,]|\byou (?:still|also|must|should|need to|have to|forgot)\b(?! install)|\b(?:please (?!wait|install)|make sure|remember(?: to|:)|(?:do not|don't) forget|(?:must|should) be fixed|fix (?:them|it|this|these|the)\b)|(?:^|[.:;!]\s+)(?:run|re-?run|use|follow|update|regenerate|check|read|keep|prefer|avoid) (?!\d|complete\b|\w+ed\b|\w+ (?:is|was|are|were)\b)[^!?\n]{1,80}\b(?:now|before|after|again|first|instead|every|always)\b/i

function isForModel(text: string, call: EntryCall): boolean {
  return REQUESTS.test(text) || HEEDED.includes(call.record.lifecycle)
}

// A text for the model at a moment where the host passes plain text to nobody, or only to the user.
function toNobody(text: string, range: EndSpot['range'], call: EntryCall): EndFault | undefined {
  const raw = { exitCode: 0, stderr: '' }
  const given = callEnd(call, { ...raw, stdout: text })
  const shown = given.verdict.notes?.length
    ? { ...given, verdict: { ...given.verdict, notes: undefined } }
    : given
  const isShown = shown !== given
  // A text that the user sees may be for the user.
  if (isShown ? !REQUESTS.test(text) : !isForModel(text, call)) return undefined
  const none = callEnd(call, { ...raw, stdout: '' })
  if (given.operation === undefined || !sameEnd(shown, none)) return undefined
  const { host, event } = call
  const then = (verb: (one: string, several: string) => string) =>
    isShown
      ? `${verb('shows', 'show')} plain text on standard output to the user`
      : `${verb('ignores', 'ignore')} plain text on standard output`
  return {
    ...{ title: host.title, code: 'output.lost', range, mild: true, everywhere: true },
    say: (hosts, verb) => `The model does not read this text: ${hosts} ${then(verb)} at ${event}.`,
    fix: 'Print an answer with the text as its context.',
  }
}

/** A fault where the host passes plain text to the model, but not with the status of this script. */
export function lostText(spot: EndSpot, call: EntryCall): EndFault | undefined {
  const { status, stdout, begins, range, undecided, always } = spot
  const text = (stdout ?? begins ?? '').trim()
  if (status === 0 || status === 2 || text === '' || text.includes('{')) return undefined
  if ((undecided !== 'test' && always !== true) || !HEEDED.includes(call.record.lifecycle)) return undefined
  // A script that only reports why it fails.
  if (always === true && !text.includes('\n')) return undefined
  const [passed, failed] = [0, status].map((exitCode) =>
    callEnd(call, { exitCode, stdout: text, stderr: '' }),
  )
  if (passed?.model === undefined || passed.model.length === 0 || (failed?.model ?? []).length > 0)
    return undefined
  const { host, event } = call
  const when = undecided === 'test' ? 'If this test is false, the script' : 'This'
  const exits = undecided === 'test' ? 'exits' : 'always exits'
  return {
    ...{ title: host.title, code: 'output.lost', range },
    say: (hosts, verb) =>
      `${when} ${exits} with status ${status}, and then ${hosts} ${verb('ignores', 'ignore')} what it prints at ${event}.`,
    fix: 'End the script with exit 0.',
  }
}

// Whether a text starts as JSON and is none, whatever its unknown parts (`…`) are.
function isBrokenJson(text: string): boolean {
  if (!STARTS_AS_JSON.test(text) || isJson(text)) return false
  const unknown = text.indexOf('…')
  if (unknown === -1) return true
  const errors: ParseError[] = []
  parse(text, errors)
  const [first] = errors
  // An unknown part may close the string that it is in.
  return first !== undefined && first.offset < unknown && first.offset + first.length < text.length
}

const STARTS_AS_JSON = /^\{\s*(?:["'\\]|\w+\s*:)/
const BROKEN = '{"…'

// What the host does with an output, whatever the output's own text is.
function spelled({ verdict, operation }: CallEnd, output: string): string {
  return JSON.stringify({ verdict, operation }).replaceAll(JSON.stringify(output).slice(1, -1), '…')
}

// `{"type": "progress", "message": "…"}`
function isProgress(line: string): boolean {
  return isJson(line) && objectOf(JSON.parse(line)).type === 'progress'
}

// A beginning that is not JSON, whatever the unknown parts are.
const NO_JSON = /^\[?\s*(?!null|true|false)[a-z]/i

// The rest of the output is unknown: a fault only if the host would not read any answer in it either.
function badPart(spot: EndSpot, call: EntryCall): EndFault | undefined {
  const { begins = '', closes = '', stderr = '', beside, printed } = spot
  const known = `${begins}${closes}`
  const range = begins === '' ? printed : beside?.range
  if (known === '' || known.includes('{') || range === undefined) return undefined
  if (known.includes('…') && !NO_JSON.test(known)) return undefined
  const ends = ['', '{}', '{"continue":true}'].map((more) => ({
    exitCode: 0,
    stderr,
    stdout: [begins.trimEnd(), more, closes].filter((one) => one !== '').join('\n'),
  }))
  if (!ends.every((raw) => callEnd(call, raw).failure !== undefined)) return toNobody(known, range, call)
  const [then = 'the output is ignored', ...others] = new Set(ends.map((raw) => endConsequence(call, raw)))
  const { host, event } = call
  const isStart = begins !== ''
  return {
    ...{ title: host.title, code: 'output.unreadable', range },
    say: (hosts, verb) =>
      isStart && begins.startsWith('[')
        ? `${hosts} ${verb('reads', 'read')} this as invalid JSON at ${event}, so the output is ignored.`
        : `${hosts} ${verb('expects', 'expect')} JSON on standard output at ${event}, so ${others.length === 0 ? then : 'the output is ignored'}.`,
    fix: isStart && begins.startsWith('[') ? NO_BRACKET : ONE_OBJECT,
  }
}
