// Ends of a script that do not have the effect its author intends: a `return` or `exit` that does not end it, a final
// test that was false, or a mere warning, where the host treats the status as a refusal.

import type { ProblemCode } from '../contract/problemCodes.ts'
import type { Repair } from '../contract/problems.ts'
import { WARNS } from '../documents/noteTexts.ts'
import type { Spot } from '../documents/spots.ts'
import { callEnd, type EntryCall, endConsequence, holdsUp } from './callEnds.ts'
import type { HostFault } from './sentenceByHosts.ts'

export type EndSpot = Spot & { readonly kind: 'end' }

/** A fault of an end for one host. */
export type EndFault = HostFault & {
  readonly code: ProblemCode
  readonly range: EndSpot['range']
  readonly fix?: string | undefined
  readonly repairs?: readonly Repair[] | undefined
  /** The host ignores it, and nothing is lost. */
  readonly mild?: true
  /** Not reported where any other call is without a fault: the text may be printed only there. */
  readonly everywhere?: true
}

/** Words of a text that blocks; a text about something missing or broken describes an ordinary error. */
export const BLOCKS = new RegExp(
  [
    String.raw`\b(?:block(?:ed|ing|s)?|den(?:y|ied|ies)|refus(?:e|ed|ing)|forbidden|disallow(?:ed)?|reject(?:ed|ing)?)\b`,
    String.raw`\b(?:prohibited|off[ -]limits|protected|dangerous|destructive|must(?:n't| not) be)\b`,
    String.raw`(?:\bnot|n['’]t) (?:allowed|permitted)\b`,
    String.raw`\b(?:do not|don['’]t|never|(?:must|may|should) not|shouldn['’]t) (?:use|run|edit|write|touch|commit|push|delete|modify|change|read)\b`,
    String.raw`\b(?:cannot|can['’]t|may not) (?:stop|finish|be (?:edited|modified|changed|committed|pushed|deleted|overwritten))\b`,
    String.raw`\bonly [^.\n]{1,60} (?:may|can) be (?:used|run|edited|changed|called|read)\b`,
    String.raw`\bonly [^.\n]{1,60} (?:is|are) (?:allowed|permitted)\b`,
  ].join('|'),
  'i',
)

// The status would stop something, but the statement does not end the script.
export function unended(spot: EndSpot, call: EntryCall): EndFault | undefined {
  const { status, stdout, stderr = '', range, goesOn, byContent } = spot
  // What is printed reaches the host with the status of the rest, and may block by itself.
  if (stdout !== undefined && holdsUp(callEnd(call, { exitCode: 0, stdout, stderr: '' }))) return undefined
  if (!holdsUp(callEnd(call, { exitCode: status, stdout: '', stderr: stderr || '…' }))) return undefined
  const { host, event } = call
  if (goesOn !== 'return') {
    // Leaving only a part of the script is not a refusal, but status 2 is never accidental.
    const isIntended = goesOn !== 'function' || status === 2
    const isRefusal = BLOCKS.test(stderr) || (byContent === true && isIntended)
    if (!isRefusal) return undefined
    const [ends, fix] = {
      function: [
        'The status of this function is ignored, so the script continues',
        `Write exit ${status}, or call it with "|| exit $?".`,
      ],
      subshell: [
        'After a pipe, in parentheses or in $(…), "exit" ends only that part, so the script continues',
        'Add "|| exit $?" after that part, or feed the loop with done < <(…).',
      ],
      trap: ['The trap on EXIT replaces this status', 'Leave "exit" out of the trap.'],
    }[goesOn ?? 'subshell'] as [string, string]
    return {
      ...{ title: host.title, code: 'exit.ignored', range },
      say: (hosts, verb) => `${ends}: ${hosts} ${verb('does', 'do')} not get status ${status} at ${event}.`,
      fix,
    }
  }
  const edits = [{ range: { start: range.start, end: range.start + 'return'.length }, text: 'exit' }]
  return {
    ...{ title: host.title, code: 'exit.ignored', range },
    say: (hosts, verb) =>
      `"return" does not end a script in bash, so it continues: ${hosts} ${verb('does', 'do')} not get status ${status} at ${event}.`,
    fix: `Write exit ${status}.`,
    repairs: [{ kind: 'edit', title: `Change to exit ${status}`, edits }],
  }
}

// The status would stop something, but the script does not exit with it.
export function dropped(
  { status, stderr = '', range, dropped: by }: EndSpot,
  call: EntryCall,
): EndFault | undefined {
  const [ended, done] = [status, 0].map((exitCode) => callEnd(call, { exitCode, stdout: '', stderr }))
  if (status !== 2 || ended === undefined || done === undefined || !holdsUp(ended) || holdsUp(done))
    return undefined
  const { host, event } = call
  return {
    ...{ title: host.title, code: 'exit.ignored', range },
    say: (hosts, verb) =>
      `${by === 'call' ? `The script does not exit with the ${status} returned here` : 'The "except" for all errors catches this exit too'}: ${hosts} ${verb('gets', 'get')} status 0 at ${event}.`,
    fix:
      by === 'call'
        ? 'Exit the script with the return value of the function.'
        : 'Write "except Exception:" there.',
  }
}

// The host treats the status as a refusal, but the script only had nothing to do.
export function refusing(
  { status, stdout = '', range, undecided }: EndSpot,
  call: EntryCall,
): EndFault | undefined {
  const [failed, done] = [status, 0].map((exitCode) => callEnd(call, { exitCode, stdout, stderr: '' }))
  if (failed === undefined || done === undefined || !holdsUp(failed) || holdsUp(done)) return undefined
  const { host, event } = call
  return {
    ...{ title: host.title, code: 'exit.refuses', range },
    say: (hosts, verb) =>
      `If this ${undecided === 'search' ? 'search finds nothing' : 'test is false'}, the script exits with status ${status}, and ${hosts} ${verb('refuses', 'refuse')} at ${event}.`,
    fix: undecided === 'search' ? 'Add "|| true" to it.' : 'End the script with exit 0.',
  }
}

// The host treats the status as a refusal, but the text is only a warning.
export function warned(
  { status, stdout, stderr = '', range }: EndSpot,
  call: EntryCall,
): EndFault | undefined {
  if (status === 0 || status === 2 || stdout !== '' || !WARNS.test(stderr)) return undefined
  const [failed, done] = [status, 0].map((exitCode) => callEnd(call, { exitCode, stdout, stderr }))
  if (failed === undefined || done === undefined || !holdsUp(failed) || holdsUp(done)) return undefined
  const { host, event } = call
  return {
    ...{ title: host.title, code: 'exit.refuses', range },
    say: (hosts, verb) =>
      `This only warns, but ${hosts} ${verb('treats', 'treat')} status ${status} as a refusal at ${event}.`,
    fix: 'End the script with exit 0.',
  }
}

// The host refuses every call of every tool, or every prompt. It may be intended to refuse those that a matcher or the
// event selects, and any with a reason and status 2.
export function constant(
  { status, stdout, stderr, range, always }: EndSpot,
  call: EntryCall,
): EndFault | undefined {
  if (always !== true || status === 0 || stdout !== '' || stderr === undefined) return undefined
  if (BLOCKS.test(stderr) || (status === 2 && stderr !== '')) return undefined
  const { matcher = '' } = call.entry
  if (!/^(?:|\*|\.\*)$/.test(matcher)) return undefined
  const raw = { exitCode: status, stdout, stderr }
  const consequence = endConsequence(call, raw)
  const { host, event } = call
  const isAnyTool = host.events[event]?.common.tool !== undefined
  const kind = callEnd(call, raw).operation?.kind
  if (consequence === undefined || !(kind === 'prompt' || (kind === 'tool' && isAnyTool))) return undefined
  return {
    ...{ title: host.title, code: 'exit.refuses', range },
    say: (hosts) => `This always exits with status ${status}, so ${consequence} at ${event} in ${hosts}.`,
    fix: 'Exit with status 0 where nothing is to be blocked.',
  }
}

/** The text of a script that has refused something. */
const REFUSED =
  /^(?:\[[^\]]*\])?\W*(?:blocked|denied|refused|rejected|forbidden|prohibited|disallowed)\b(?!.*\b(?:dry|would|warn\w*|allow\w*|anyway)\b)/is

// The script reports that it has refused the payload's content, but its status allows it.
export function letPass(
  { status, stdout, stderr = '', range, byContent }: EndSpot,
  call: EntryCall,
): EndFault | undefined {
  if (status !== 0 || byContent !== true || stdout === undefined || stdout.includes('{')) return undefined
  const text = stdout.trim() || stderr
  if (!REFUSED.test(text)) return undefined
  const passed = callEnd(call, { exitCode: 0, stdout, stderr })
  if (holdsUp(passed) || passed.operation?.kind === 'result') return undefined
  if (!holdsUp(callEnd(call, { exitCode: 2, stdout: '', stderr: text }))) return undefined
  const { host, event } = call
  return {
    ...{ title: host.title, code: 'exit.ignored', range },
    say: (hosts) => `Status 0 blocks nothing at ${event} in ${hosts}; status 2 does.`,
    fix: 'Print it to standard error and exit with status 2.',
  }
}
