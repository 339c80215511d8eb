// Problems of a script's whole output on one path through it, independent of the contract: text beside the answer, JSON
// that does not parse, an answer that is discarded. Only problems certain on that path are reported.

import { type ParseError, parse } from 'jsonc-parser'
import { defined } from '../../contract/defined.ts'
import { type Problem, problem } from '../../contract/problems.ts'
import { rejectsContent } from '../comparedWords.ts'
import type { DocumentInput } from '../document.ts'
import { jsonTrouble } from '../jsonTrouble.ts'
import { replace } from '../repairs.ts'
import type { Spot } from '../spots.ts'
import { literalOf } from './answerSpots.ts'
import { listed } from './flow/state.ts'
import { joined, plain, type ShellValue } from './flow/value.ts'
import type { End, ShellPrinted } from './flow/walk.ts'

/**
 * The ends of a script that entries call, on each path that is certain; checks determine the effect for each caller.
 */
export function endSpots(
  ends: readonly End[],
  events: readonly string[],
  input: DocumentInput,
): readonly Spot[] {
  const misplaced = ends.filter(isSilentSuccess).flatMap((end) => misplacedSpots(end, events))
  const own = ends.flatMap(
    ({
      printed,
      status,
      at,
      node,
      events: left,
      stderr,
      logged,
      goesOn,
      undecided,
      byContent,
    }): readonly Spot[] => {
      const isEnd = node.type === 'program'
      // A script that ends without `exit` has the status of its last command, which is usually 0.
      if (status === undefined && !isEnd) return []
      return waysTo(printed).flatMap((all): readonly Spot[] => {
        // Output of other programs only is not judged.
        const isKnown =
          all.every(({ value }) => value !== undefined) && (all.length === 0 || !all.every(isChatter))
        const last = all.findLast(({ value }) => value !== undefined && textOf(value).trim() !== '')
        if (isEnd && last === undefined) return []
        return [
          {
            kind: 'end',
            range: isEnd ? (last as ShellPrinted).range : { start: node.start, end: node.end },
            events: left ?? events,
            status: status ?? 0,
            ...(isKnown ? { stdout: all.map(({ value = [] }) => stdoutOf(value)).join('') } : partly(all)),
            ...(last === undefined ? {} : { printed: last.range }),
            ...besideIn(all),
            ...defined({ stderr: status === 0 && stderr?.startsWith('{') ? undefined : stderr }),
            ...defined({ logged, goesOn, undecided }),
            ...(rejectsContent(byContent, status ?? 0, input) ? { byContent: true } : {}),
            ...(ends.length === 1 && !isEnd ? { always: true } : {}),
            ...(at === undefined || at.start < 0 ? {} : { statusAt: at }),
          },
        ]
      })
    },
  )
  return [...own, ...misplaced]
}

// Ends with status 0 at which nothing is on standard output.
function isSilentSuccess({ printed, status, node, goesOn, undecided }: End): boolean {
  const isSuccess = status === 0 || (status === undefined && node.type === 'program')
  return isSuccess && printed === undefined && goesOn === undefined && undecided === undefined
}

// An answer that was written elsewhere than to standard output on the way to an end.
function misplacedSpots({ misplaced, events: left }: End, events: readonly string[]): readonly Spot[] {
  return misplaced.map(({ value, range, to }) => {
    const text = stdoutOf(value).trim()
    const place = { kind: 'end', range, events: left ?? events, status: 0, stdout: '' } as const
    return to === 'stderr' ? { ...place, stderr: text } : { ...place, stderr: '', inFile: text }
  })
}

function isChatter({ value = [] }: ShellPrinted): boolean {
  return plain(value)?.trim() === '…'
}

// The known text before and after the unknown part.
function partly(all: readonly ShellPrinted[]): Pick<Spot & { kind: 'end' }, 'begins' | 'closes'> {
  const known = all.map(({ value }) => value !== undefined)
  const [begins, closes] = [all.slice(0, known.indexOf(false)), all.slice(known.lastIndexOf(false) + 1)].map(
    (some) => some.map(({ value = [] }) => stdoutOf(value)).join(''),
  )
  return defined({ begins: begins?.trim() ? begins : undefined, closes: closes?.trim() ? closes : undefined })
}

// The first command that prints other text beside the answer.
function besideIn(all: readonly ShellPrinted[]): Pick<Spot & { kind: 'end' }, 'beside'> {
  const text = all.find(({ value }) => value !== undefined && /^\s*[^\s{\0]/.test(textOf(value)))
  if (text === undefined || all.length < 2) return {}
  const { range, end } = text
  return { beside: { range, away: [{ range: { start: end, end }, text: ' >&2' }] } }
}

/** More paths than this to one end are not distinguished. */
const MOST_WAYS = 8

type Ways = readonly (readonly ShellPrinted[])[]

// Paths that diverge and merge repeatedly share most of what precedes them.
const waysBefore = new WeakMap<ShellPrinted, Ways>()

/** The output on each of the paths that merged before an end. */
export function waysTo(printed: ShellPrinted | undefined): Ways {
  const after: ShellPrinted[] = []
  for (let one = printed; one !== undefined; one = one.before) {
    if (one.either !== undefined) {
      const ways = waysBefore.get(one) ?? one.either.flatMap(waysTo)
      waysBefore.set(one, ways)
      return ways.length > MOST_WAYS ? [listed(printed)] : ways.map((way) => [...way, ...after.toReversed()])
    }
    after.push(one)
  }
  return [after.reverse()]
}

// An object that jq builds has known keys, but may have unknown values.
function stdoutOf(value: ShellValue): string {
  return value
    .map((part) =>
      part.kind === 'made'
        ? JSON.stringify(literalOf(part.built), (_, one: unknown) => (one === undefined ? '…' : one))
        : joined([part]).text.replaceAll('\0', '…'),
    )
    .join('')
}

/** The problems of all paths; two of them may have the same one. */
export function outputProblems(all: readonly End[], input: DocumentInput): readonly Problem[] {
  const ends = all.filter(({ goesOn, undecided }) => goesOn === undefined && undecided === undefined)
  const counts = ends.filter(({ status, node }) => status === 0 || node.type === 'program')
  // Output on a path that may fail does not count, and it is unknown which path that is.
  const excused = new Set(
    ends.filter((end) => !counts.includes(end)).flatMap(({ wrong }) => wrong.map(keyOf)),
  )
  return ends.flatMap((end) => {
    if (end.status !== undefined && end.status !== 0) return lost(end, input)
    if (!counts.includes(end)) return []
    if (end.wrong.length > 0) return end.wrong.filter((one) => !excused.has(keyOf(one)))
    const found = unended(listed(end.printed), input)
    return found === undefined ? [] : [found]
  })
}

function keyOf({ code, range }: Problem): string {
  return `${code} ${range?.start} ${range?.end}`
}

function lost({ printed, node, status }: End, { path, text }: DocumentInput): readonly Problem[] {
  const answer = listed(printed).find(({ value }) => value !== undefined && isAnswer(value))
  if (answer === undefined) return []
  const { start, end } = node
  const line = text.slice(0, answer.range.start).split('\n').length
  const message = `Exits with status ${status}, which is a failure, so the answer printed in line ${line} is ignored.`
  const digits = /\d+\s*$/.exec(node.text)
  const at = start + (digits?.index ?? 0)
  const number = { start: at, end: at + String(status).length }
  const repairs = digits === null ? [] : [replace('Exit with status 0', number, '0')]
  const fix = 'Exit with status 0 after the answer.'
  return [problem('output.lost', path, message, { range: { start, end }, fix, repairs })]
}

function isAnswer(value: ShellValue): boolean {
  const text = textOf(value).trim()
  return text.length > 1 && text.startsWith('{') && text.endsWith('}')
}

// An object that jq builds is complete, whatever it contains.
function textOf(value: ShellValue): string {
  return value.map((part) => (part.kind === 'made' ? '{}' : joined([part]).text)).join('')
}

/**
 * A problem that no later output can fix: the answer must be a single JSON object and nothing else. The last of
 * `printed` is new.
 */
export function judged(printed: readonly ShellPrinted[], input: DocumentInput): Problem | undefined {
  let text = ''
  let whole: ShellPrinted | undefined
  for (const one of printed) {
    if (one.value === undefined) return undefined
    const isNew = one === printed.at(-1)
    const next = textOf(one.value)
    if (whole !== undefined) return isNew && /^\s*[^\s\0]/.test(next) ? second(one, whole, input) : undefined
    if (text.trim() === '' && /^\s*[^\s{\0]/.test(next)) return isNew ? noObject(one, next, input) : undefined
    text += next
    if (isJson(text)) whole = one
  }
  // How a backslash is printed depends on the shell.
  return whole === undefined && !/[\0\\]/.test(text) ? broken(printed, text, input) : undefined
}

// An object ends with a brace, whatever was printed before it.
function unended(printed: readonly ShellPrinted[], input: DocumentInput): Problem | undefined {
  const last = printed.findLast(({ value }) => value === undefined || textOf(value).trim() !== '')
  if (last?.value === undefined) return undefined
  const ending = textOf(last.value)
  return /[^\s}\0]\s*$/.test(ending) ? noObject(last, ending, input) : undefined
}

function second(
  one: ShellPrinted,
  before: ShellPrinted,
  { path, events }: DocumentInput,
): Problem | undefined {
  if (one.value === undefined || events.includes(textOf(one.value).trim())) return undefined
  const message =
    'An answer is already printed before this; two JSON objects are not valid JSON, so the host reads neither.'
  const fix = 'Print one JSON object and nothing else; send messages to stderr with >&2.'
  const range = one.range.start === before.range.start ? before.range : one.range
  return problem('output.unreadable', path, message, { range, fix })
}

function noObject(one: ShellPrinted, text: string, { path, events }: DocumentInput): Problem | undefined {
  // A script that prints an event's name answers `hook` on a path that was not followed.
  if (events.includes(text.trim())) return undefined
  const line = text.trim().split('\n')[0]?.replaceAll('\0', '…') ?? ''
  const shown = line.length > 40 ? `${line.slice(0, 40)}…` : line
  const message = `Prints ${JSON.stringify(shown)}, which is not a JSON object, so the host cannot read the answer.`
  const { end } = one
  const repairs = [replace('Send it to stderr', { start: end, end }, ' >&2')]
  const fix = 'Send messages to stderr with >&2; standard output is for the answer only.'
  return problem('output.unreadable', path, message, { range: one.range, fix, repairs })
}

function broken(
  printed: readonly ShellPrinted[],
  text: string,
  { path }: DocumentInput,
): Problem | undefined {
  const last = printed.at(-1)
  const why = mistake(text)
  if (last === undefined || why === undefined) return undefined
  const message = `The output is not JSON (${why}), so the host cannot read the answer.`
  const fix = 'JSON requires double quotes around keys and strings; jq -n writes it safely.'
  return problem('output.unreadable', path, message, { range: last.range, fix })
}

// An error before the end of the text; text that is merely incomplete may continue.
function mistake(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    const message = (error as Error).message.replaceAll(/\s+/g, ' ')
    const at = /at position (\d+)/.exec(message)?.[1]
    const isToken = /^Unexpected token/.test(message)
    if (at === undefined ? !isToken : Number(at) >= text.trimEnd().length) return undefined
    return unescaped(text)
  }
}

// Words the error as for other JSON texts, not as the JavaScript engine does.
function unescaped(text: string): string {
  const errors: ParseError[] = []
  parse(text, errors)
  const [first] = errors
  if (first === undefined) return 'it does not parse'
  const range = { start: first.offset, end: first.offset + first.length }
  return jsonTrouble(text, first.error, range).what
}

function isJson(text: string): boolean {
  if (!text.trimEnd().endsWith('}')) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
