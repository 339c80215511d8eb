// Checks how a called script or command ends against what the host of each calling entry does with it: a status that
// stops nothing although it is meant to, output that the host cannot read, or does not read with that status.

import { calledOf } from '../contract/called.ts'
import { defined } from '../contract/defined.ts'
import type { Dialect } from '../contract/dialect.ts'
import { refuses } from '../contract/ignored.ts'
import { type Problem, problem, type Repair } from '../contract/problems.ts'
import { factsOf } from '../documents/languages.ts'
import { WARNS } from '../documents/noteTexts.ts'
import type { View } from '../project/view.ts'
import { answerIn, textIn } from './answerTexts.ts'
import {
  type CallEnd,
  callEnd,
  type EntryCall,
  entryCalls,
  holdsUp,
  isJson,
  sameEnd,
  sameEndAndTexts,
  saysSomething,
} from './callEnds.ts'
import { discarded } from './discardedEnds.ts'
import { misplaced } from './misplacedAnswers.ts'
import { lostText, ONE_OBJECT, plainOutput, REQUESTS } from './plainOutput.ts'
import { sentenceByHosts } from './sentenceByHosts.ts'
import { isTraced, withTrace } from './traces.ts'
import {
  BLOCKS,
  constant,
  dropped,
  type EndFault,
  type EndSpot,
  letPass,
  refusing,
  unended,
  warned,
} from './unintendedEnds.ts'

/** A problem where one of the hosts ignores how the script ends. */
export function endProblem(at: EndSpot, view: View, dialect: Dialect): readonly Problem[] {
  const { calls, within } = calledOf(dialect) ?? {}
  const isLost = at.status !== 0 && within?.ends === false
  if (calls === undefined || within?.captured || (isLost && within?.loses === undefined)) return []
  const called = entryCalls(calls, at.events)
  const spot = isTraced(view, called) ? withTrace(at) : at
  const faults = called.map((call) =>
    isLost
      ? discarded(spot, call, within?.loses)
      : spot.goesOn !== undefined
        ? unended(spot, call)
        : spot.undecided !== undefined
          ? (refusing(spot, call) ?? lostText(spot, call))
          : spot.dropped !== undefined
            ? dropped(spot, call)
            : (discarded(spot, call) ??
              unstopped(spot, view, call) ??
              warned(spot, call) ??
              letPass(spot, call) ??
              constant(spot, call) ??
              misplaced(spot, call) ??
              unread(spot, call, view) ??
              plainOutput(spot, call) ??
              lostText(spot, call)),
  )
  const all = faults.filter((one) => one !== undefined)
  const [first] = all
  if (first === undefined || (first.everywhere === true && faults.includes(undefined))) return []
  const { code, range, fix, repairs } = first
  const same = all.filter((one) => one.code === code && one.range.start === range.start)
  const found = problem(code, view.document.path, sentenceByHosts(same), {
    range,
    ...defined({ fix, repairs }),
  })
  // Where another host does what the author intends, the script was probably written for that one.
  return [faults.includes(undefined) || first.mild === true ? { ...found, severity: 'info' } : found]
}

const BREAKS = /\b(?:not found|not installed|required|missing|invalid json|parse|usage|cannot read|unable)\b/i

function unstopped(spot: EndSpot, view: View, call: EntryCall): EndFault | undefined {
  const { status, stdout, stderr, logged, range, byContent } = spot
  const printed = stdout?.trim() ?? ''
  if (status === 2 && !printed.includes('{') && !printed.startsWith('…')) {
    if (stderr === '') return silent(range, call, stdout, view) ?? lostOutput(range, call, printed, view)
    // What the programs before it have written to standard error may be reason enough.
    const isUnknown = stderr === undefined && !WRITES_ERRORS.test(view.text)
    const lost = isUnknown ? lostOutput(range, call, printed, view) : undefined
    if (lost !== undefined) return { ...lost, mild: true }
  }
  if (status === 2 && stderr !== undefined && stdout !== undefined && printed.endsWith('}')) {
    const found = overlooked(range, call, stdout, stderr)
    if (found !== undefined || stderr !== '') return found
  }
  const isPrinted = stderr === '' && printed !== '' && !printed.includes('{')
  // Status 2 refuses, whatever a program called by the script has written to standard error.
  const written = stderr === '' ? (logged ?? '') : stderr
  const text = isPrinted ? printed : (written ?? (status === 2 && stdout === '' ? '…' : undefined))
  if (status === 0 || text === undefined) return undefined
  // Status 2 beside a text about blocking is not a failure of the script, even if the text mentions something missing.
  const breaks = BREAKS.test(text) && byContent !== true && !(status === 2 && BLOCKS.test(text))
  if (breaks || (status !== 2 && WARNS.test(text) && !BLOCKS.test(text))) return undefined
  // Other text beside it is progress, unless it may hold an answer.
  if (!isPrinted && /^…|\{/.test(printed)) return undefined
  const { title } = call.host
  const { event } = call
  const end = callEnd(call, { exitCode: status, stdout: printed, stderr: stderr ?? '…' })
  const stops = status !== 2 && holdsUp(callEnd(call, { exitCode: 2, stdout: '', stderr: text }))
  // Status 2 alone counts as a refusal where the operation can be refused.
  const isRefusal =
    BLOCKS.test(text) ||
    (end.operation?.kind === 'result' && REQUESTS.test(text)) ||
    ((status === 2 || byContent === true) && REFUSABLE.includes(end.operation?.kind))
  const isUsed = saysSomething(withoutNotes(end)) || (end.model ?? []).length > 0
  if (holdsUp(end) || (isUsed && !stops)) return undefined
  // Status 2 is never accidental; where nothing can be refused, it may only be meant to be shown.
  if (!isRefusal && status !== 2) return undefined
  const isOnly = !holdsUp(callEnd(call, { exitCode: 3, stdout: '', stderr: text }))
  const then = stops ? `; ${isOnly ? 'only ' : ''}status 2 does` : ''
  return {
    ...{ title, code: 'exit.ignored', range: spot.writtenAt ?? range },
    say: (hosts) => `Status ${status} blocks nothing at ${event} in ${hosts}${then}.`,
    ...(isRefusal ? {} : { mild: true }),
    ...(stops ? { fix: 'Exit with status 2.', repairs: withStatus(view, spot, 2) } : {}),
  }
}

/** Code that sends something to standard error: what is printed beside may be for people who run it. */
const WRITES_ERRORS = />\s{0,9}&2|stderr|console\.(?:error|warn)|Write-Error/

const REFUSABLE: readonly unknown[] = ['tool', 'permission', 'prompt', 'stop', 'result']

// A message for the user does not block anything.
function withoutNotes({ verdict: { notes: _, ...verdict }, ...end }: CallEnd): CallEnd {
  return { ...end, verdict }
}

// Some hosts require a reason with a refusal.
function silent(
  range: EndSpot['range'],
  call: EntryCall,
  stdout: string | undefined,
  view: View,
): EndFault | undefined {
  if (stdout === undefined) return undefined
  const [without, withReason] = ['', '…'].map((stderr) => callEnd(call, { exitCode: 2, stdout, stderr }))
  if (without === undefined || withReason === undefined || holdsUp(without) || !holdsUp(withReason))
    return undefined
  const { host, event } = call
  return {
    ...{ title: host.title, code: 'exit.ignored', range },
    say: (hosts) => `Status 2 blocks nothing at ${event} in ${hosts} when standard error is empty.`,
    fix: `Print the reason ${onErrors(view)} first.`,
  }
}

// Some hosts read standard error only where there is no answer.
function overlooked(
  range: EndSpot['range'],
  call: EntryCall,
  stdout: string,
  stderr: string,
): EndFault | undefined {
  const both = callEnd(call, { exitCode: 2, stdout, stderr: stderr || '…' })
  const alone = callEnd(call, { exitCode: 2, stdout: '', stderr: stderr || '…' })
  if (holdsUp(both) || !holdsUp(alone)) return undefined
  const { host, event } = call
  const ignored = stderr === '' ? 'the status' : 'standard error'
  return {
    ...{ title: host.title, code: 'exit.ignored', range },
    say: (hosts) =>
      `Status 2 blocks nothing at ${event} in ${hosts} when an answer is on standard output: ${ignored} is ignored.`,
    fix: 'Print no answer first, or print one that blocks.',
  }
}

// The refusal works, but its reason is printed where the host does not read it.
function lostOutput(
  range: EndSpot['range'],
  call: EntryCall,
  printed: string,
  view: View,
): EndFault | undefined {
  if (printed === '') return undefined
  const [here, other, there] = [
    callEnd(call, { exitCode: 2, stdout: printed, stderr: '' }),
    callEnd(call, { exitCode: 2, stdout: `${printed} ${printed}`, stderr: '' }),
    callEnd(call, { exitCode: 2, stdout: '', stderr: printed }),
  ]
  return sameEndAndTexts(here, there) || !sameEndAndTexts(here, other)
    ? undefined
    : unreadFault(range, call, view)
}

function onErrors({ document }: View): string {
  const by = factsOf(document.language)?.toErrors
  return by === undefined ? 'on standard error' : `with ${by}`
}

function unreadFault(range: EndSpot['range'], { host, event }: EntryCall, view: View): EndFault {
  return {
    ...{ title: host.title, code: 'output.lost', range },
    say: (hosts, verb) =>
      `${hosts} ${verb('reads', 'read')} only standard error of a hook that exits with status 2 at ${event}: this text is lost.`,
    fix: `Print it ${onErrors(view)}.`,
  }
}

// The refusal works, but its reason is in an answer that is not read.
function isReasonLost(alone: CallEnd, after: CallEnd, { status, stderr }: EndSpot): boolean {
  const { decision, run } = alone.verdict
  const reason = run?.ends === true ? run.reason : decision === 'deny' ? alone.verdict.reason : undefined
  if (status !== 2 || stderr !== '' || typeof reason !== 'string') return false
  return holdsUp(after) && !JSON.stringify(after).includes(JSON.stringify(reason).slice(1, -1))
}

function unread(spot: EndSpot, call: EntryCall, view: View): EndFault | undefined {
  const { status, stdout, stderr, printed, beside, range } = spot
  if (stdout === undefined || printed === undefined) return undefined
  const twice = textIn(stdout)
  const answer = twice ?? answerIn(stdout)
  if (answer === undefined || !isJson(answer)) return undefined
  const raw = { stderr: stderr ?? '…' }
  const alone = callEnd(call, { ...raw, exitCode: 0, stdout: answer })
  const before = status === 0 ? alone : callEnd(call, { ...raw, exitCode: 0, stdout })
  const after = callEnd(call, { ...raw, exitCode: status, stdout })
  if (isReasonLost(alone, after, spot)) return unreadFault(printed, call, view)
  // An answer that allows the operation is also lost if the operation is then blocked.
  if (!saysSomething(alone) && !holdsUp(after)) return undefined
  if ((holdsUp(after) && holdsUp(alone)) || sameEnd(alone, after)) return undefined
  // The status refuses where the words of an answer do not: with another status, nothing would.
  if (holdsUp(after) && refuses(JSON.parse(answer))) return undefined
  const { host, event } = call
  const { title } = host
  if (status !== 0 && sameEnd(alone, before))
    return {
      ...{ title, code: 'output.lost', range },
      say: (hosts, verb) =>
        `${hosts} ${verb('does', 'do')} not read the answer of a hook that exits with status ${status} at ${event}.`,
      fix: 'Print the answer and exit with status 0.',
      repairs: withStatus(view, spot, 0),
    }
  if (stdout.trim() === answer) return undefined
  if (twice !== undefined)
    return {
      ...{ title, code: 'output.unreadable', range: printed, fix: 'Serialize it once.' },
      say: (hosts, verb) =>
        `This answer is serialized twice, which makes it a string, so ${hosts} ${verb('does', 'do')} not read it as one at ${event}.`,
    }
  const away = beside?.away
  return {
    ...{ title, code: 'output.unreadable', range: beside?.range ?? printed, fix: ONE_OBJECT },
    say: (hosts, verb) =>
      beside === undefined
        ? `There is other text on standard output besides this answer, so ${hosts} ${verb('does', 'do')} not read it as one at ${event}.`
        : `This text is on standard output beside the answer, so ${hosts} ${verb('does', 'do')} not read the answer as one at ${event}.`,
    ...(away === undefined
      ? {}
      : { repairs: [{ kind: 'edit', title: 'Send it to standard error', edits: away } as const] }),
  }
}

function withStatus(
  { text }: View,
  { range: { start, end }, statusAt, status }: EndSpot,
  to: number,
): readonly Repair[] | undefined {
  const at = new RegExp(`(?<![\\w$])${status}(?!.*(?<![\\w$])${status}\\b)\\b`, 's').exec(
    text.slice(start, end),
  )
  const written = at === null ? undefined : { start: start + at.index, end: start + at.index + at[0].length }
  const range = statusAt ?? written
  if (range === undefined || text.slice(range.start, range.end) !== String(status)) return undefined
  return [{ kind: 'edit', title: `Exit with status ${to}`, edits: [{ range, text: String(to) }] }]
}
