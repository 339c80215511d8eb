// How a called script or a command ends, held against what its host makes of it for each entry that calls it: a status
// that stops nothing though it says so, output that the host cannot read, or not with that status.

import { calledOf } from '../contract/called.ts'
import { defined } from '../contract/defined.ts'
import type { Dialect } from '../contract/dialect.ts'
import { type Problem, problem, type Repair } from '../contract/problems.ts'
import type { Spot } from '../documents/spots.ts'
import type { View } from '../project/view.ts'
import { type EntryCall, entryCalls, type HeardEnd, heardEnd, holdsUp, saysSomething } from './heard.ts'

type EndSpot = Spot & { readonly kind: 'end' }

/** A problem where one of the hosts makes nothing of how the script ends. */
export function endProblem(spot: EndSpot, view: View, dialect: Dialect): readonly Problem[] {
  const calls = calledOf(dialect)?.calls
  if (calls === undefined) return []
  const faults = entryCalls(calls, spot.events).map(
    (call) => unstopped(spot, view, call) ?? unread(spot, view, call) ?? plain(spot, view, call),
  )
  const found = faults.find((one) => one !== undefined)
  if (found === undefined) return []
  // Where another host makes of it what is meant, the script was written for that one first.
  return [faults.includes(undefined) ? { ...found, severity: 'info' } : found]
}

// In the words of those who block; what is only missing or broken is an error like any other.
const BLOCKS =
  /\b(?:block(?:ed|ing|s)?|den(?:y|ied|ies)|refus(?:e|ed|ing)|forbidden|disallow(?:ed)?|reject(?:ed|ing)?|prohibited|not (?:allowed|permitted)|protected|dangerous|destructive|(?:do not|don't|never|must not) (?:use|run|edit|write|touch|commit|push|delete|modify|change|read))\b/i
const BREAKS = /\b(?:not found|not installed|required|missing|invalid json|parse|usage|cannot read|unable)\b/i

function unstopped(
  { status, stdout, stderr, range }: EndSpot,
  view: View,
  call: EntryCall,
): Problem | undefined {
  const printed = stdout?.trim() ?? ''
  if (status === 2 && stderr === '' && !printed.includes('{') && !printed.startsWith('…'))
    return silent(range, view, call, stdout) ?? unsaid(range, view, call, printed)
  if (status === 2 && stderr !== undefined && stderr !== '' && stdout !== undefined && printed.endsWith('}'))
    return overlooked(range, view, call, stdout, stderr)
  const isPrinted = stderr === '' && printed !== '' && !printed.includes('{')
  const said = isPrinted ? printed : stderr
  if (status === 0 || said === undefined || BREAKS.test(said)) return undefined
  if (!isPrinted && printed !== '') return undefined
  const { host, event } = call
  const end = heardEnd(call, { exitCode: status, stdout: isPrinted ? printed : '', stderr: stderr ?? '' })
  const stops = status !== 2 && holdsUp(heardEnd(call, { exitCode: 2, stdout: '', stderr: said }))
  // Status 2 alone says what is meant where there is something to refuse.
  const isMeant = BLOCKS.test(said) || (status === 2 && REFUSABLE.includes(end.operation?.kind))
  if (!isMeant || holdsUp(end) || (saysSomething(withoutNotes(end)) && !stops)) return undefined
  const then = stops ? '; only status 2 does' : ''
  const message = `Status ${status} stops nothing at ${event} in ${host.title}${then}.`
  const repairs = stops ? withStatus(view, range, status, 2) : undefined
  return problem('exit.ignored', view.document.path, message, {
    range,
    ...(stops ? { fix: 'End with status 2.' } : {}),
    ...defined({ repairs }),
  })
}

const REFUSABLE: readonly unknown[] = ['tool', 'permission', 'prompt', 'stop']

// A line for the person holds nothing up.
function withoutNotes({ verdict: { notes: _, ...verdict }, ...end }: HeardEnd): HeardEnd {
  return { ...end, verdict }
}

// A host may want to be told why.
function silent(
  range: EndSpot['range'],
  view: View,
  call: EntryCall,
  stdout: string | undefined,
): Problem | undefined {
  if (stdout === undefined) return undefined
  const [without, withReason] = ['', '…'].map((stderr) => heardEnd(call, { exitCode: 2, stdout, stderr }))
  if (without === undefined || withReason === undefined || holdsUp(without) || !holdsUp(withReason))
    return undefined
  const { host, event } = call
  const message = `Status 2 stops nothing at ${event} in ${host.title} where nothing is on standard error.`
  const fix = 'Say why with >&2 before.'
  return problem('exit.ignored', view.document.path, message, { range, fix })
}

// A host may look at standard error only where there is no answer.
function overlooked(
  range: EndSpot['range'],
  view: View,
  call: EntryCall,
  stdout: string,
  stderr: string,
): Problem | undefined {
  const both = heardEnd(call, { exitCode: 2, stdout, stderr })
  if (holdsUp(both) || !holdsUp(heardEnd(call, { exitCode: 2, stdout: '', stderr }))) return undefined
  const { host, event } = call
  const message = `Status 2 stops nothing at ${event} in ${host.title} where an answer is on standard output: standard error is not looked at.`
  const fix = 'Print no answer before, or one that refuses.'
  return problem('exit.ignored', view.document.path, message, { range, fix })
}

// It stops, and why stands where nobody looks.
function unsaid(range: EndSpot['range'], view: View, call: EntryCall, printed: string): Problem | undefined {
  if (!BLOCKS.test(printed)) return undefined
  const [here, there] = [
    heardEnd(call, { exitCode: 2, stdout: printed, stderr: '' }),
    heardEnd(call, { exitCode: 2, stdout: '', stderr: printed }),
  ]
  if (sameEnd(here, there) || JSON.stringify(here).includes(JSON.stringify(printed).slice(1, -1)))
    return undefined
  const { host, event } = call
  const message = `${host.title} reads only standard error of a hook that ends with status 2 at ${event}: nobody is told this.`
  return problem('output.lost', view.document.path, message, { range, fix: 'Print it with >&2.' })
}

function unread(
  { status, stdout, stderr, printed, beside, range }: EndSpot,
  view: View,
  call: EntryCall,
): Problem | undefined {
  if (stdout === undefined || printed === undefined) return undefined
  const answer = /\{[\s\S]*\}/.exec(stdout)?.[0]
  if (answer === undefined || !isObject(answer)) return undefined
  const raw = { stderr: stderr ?? '…' }
  const alone = heardEnd(call, { ...raw, exitCode: 0, stdout: answer })
  if (!saysSomething(alone)) return undefined
  const before = status === 0 ? alone : heardEnd(call, { ...raw, exitCode: 0, stdout })
  const after = heardEnd(call, { ...raw, exitCode: status, stdout })
  // What was allowed and is then held up for the status is lost as well.
  if ((holdsUp(after) && alone.verdict.decision !== 'allow') || sameEnd(alone, after)) return undefined
  const { host, event } = call
  const { path } = view.document
  if (status !== 0 && sameEnd(alone, before)) {
    const message = `${host.title} does not read the answer of a hook that ends with status ${status} at ${event}.`
    const fix = 'Answer and end with status 0.'
    const repairs = withStatus(view, range, status, 0)
    return problem('output.lost', path, message, {
      range,
      fix,
      ...defined({ repairs }),
    })
  }
  if (stdout.trim() === answer) return undefined
  const message = `There is other text on standard output beside this answer, so ${host.title} does not read it as one at ${event}.`
  const fix = 'Print one JSON object and nothing else; send messages to standard error.'
  const repairs = beside?.away && [
    { kind: 'edit', title: 'Send it to standard error', edits: beside.away } as const,
  ]
  return problem('output.unreadable', path, message, {
    range: beside?.range ?? printed,
    fix,
    ...defined({ repairs }),
  })
}

// What is no JSON at all, where the host wants some.
function plain(
  { status, stdout, begins, stderr, printed, beside }: EndSpot,
  view: View,
  call: EntryCall,
): Problem | undefined {
  if (begins !== undefined && status === 0 && beside !== undefined)
    return badStart(begins, beside.range, stderr, view, call)
  const text = stdout?.trim() ?? ''
  if (text === '' || printed === undefined || status !== 0 || text.startsWith('…')) return undefined
  const { host, event } = call
  const raw = { exitCode: 0, stderr: stderr ?? '' }
  const end = heardEnd(call, { ...raw, stdout: stdout as string })
  const { path } = view.document
  const fix = 'Print one JSON object and nothing else; send messages to standard error.'
  if (!text.includes('{')) {
    const then = end.consequence ?? (end.failure === undefined ? undefined : 'what is printed is dropped')
    if (then === undefined) return undefined
    const message = `${host.title} expects JSON on standard output at ${event}, so ${then}.`
    return problem('output.unreadable', path, message, { range: printed, fix })
  }
  if (!text.startsWith('{') || text.includes('…') || isObject(text)) return undefined
  if (!sameEnd({ ...end, failure: undefined }, heardEnd(call, { ...raw, stdout: '' }))) return undefined
  const message = `This begins like JSON and is none, so ${host.title} does not read the answer at ${event}.`
  return problem('output.unreadable', path, message, { range: printed, fix })
}

// What comes after it is not known; where an answer would not be read either, nothing is.
function badStart(
  begins: string,
  range: EndSpot['range'],
  stderr: string | undefined,
  view: View,
  call: EntryCall,
): Problem | undefined {
  if (begins.includes('{') || begins.includes('…')) return undefined
  const ends = ['', '\n{}', '\n{"continue":true}'].map((more) =>
    heardEnd(call, { exitCode: 0, stderr: stderr ?? '', stdout: `${begins.trimEnd()}${more}` }),
  )
  if (!ends.every(({ failure }) => failure !== undefined)) return undefined
  const { host, event } = call
  const message = `${host.title} takes this for broken JSON at ${event}, so what is printed is dropped.`
  return problem('output.unreadable', view.document.path, message, {
    range,
    fix: 'Begin with a letter, or send it to standard error.',
  })
}

function sameEnd(one: ReturnType<typeof heardEnd>, two: ReturnType<typeof heardEnd>): boolean {
  return JSON.stringify(one) === JSON.stringify(two)
}

function isObject(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function withStatus(
  { text }: View,
  { start, end }: EndSpot['range'],
  from: number,
  to: number,
): readonly Repair[] | undefined {
  const at = text.slice(start, end).lastIndexOf(String(from))
  if (at === -1) return undefined
  const range = { start: start + at, end: start + at + String(from).length }
  return [{ kind: 'edit', title: `End with status ${to}`, edits: [{ range, text: String(to) }] }]
}
