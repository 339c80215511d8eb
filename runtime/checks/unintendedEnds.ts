// Ends of a script that come to something else than its author meant: a `return` or `exit` that does not end it, a last test that did
// not hold, or a mere warning, where the host takes the status for a refusal.

import type { ProblemCode } from '../contract/problemCodes.ts'
import type { Repair } from '../contract/problems.ts'
import type { Spot } from '../documents/spots.ts'
import { callEnd, type EntryCall, holdsUp } from './callEnds.ts'
import type { HostFault } from './sentenceByHosts.ts'

export type EndSpot = Spot & { readonly kind: 'end' }

/** What is wrong with an end for one host. */
export type EndFault = HostFault & {
  readonly code: ProblemCode
  readonly range: EndSpot['range']
  readonly fix?: string | undefined
  readonly repairs?: readonly Repair[] | undefined
  /** The host passes over it, and nothing is lost. */
  readonly mild?: true
}

/** In the words of those who block; what is only missing or broken is an error like any other. */
export const BLOCKS =
  /\b(?:block(?:ed|ing|s)?|den(?:y|ied|ies)|refus(?:e|ed|ing)|forbidden|disallow(?:ed)?|reject(?:ed|ing)?|prohibited|not (?:allowed|permitted)|must(?:n't| not) be|off[ -]limits|protected|dangerous|destructive|(?:do not|don't|never|(?:must|may|should) not|shouldn't) (?:use|run|edit|write|touch|commit|push|delete|modify|change|read))\b/i
// It would stop something, and does not end the script.
export function unended(spot: EndSpot, call: EntryCall): EndFault | undefined {
  const { status, stderr = '', range, goesOn, byContent } = spot
  if (!holdsUp(callEnd(call, { exitCode: status, stdout: '', stderr: stderr || '…' }))) return undefined
  const { host, event } = call
  if (goesOn !== 'return') {
    // Who only leaves a part of the script refuses nothing.
    const isRefusal = BLOCKS.test(stderr) || (byContent === true && goesOn === 'subshell')
    if (!isRefusal) return undefined
    const ends =
      goesOn === 'function'
        ? 'Nothing looks at the status of this function'
        : 'Behind a pipe, in parentheses or in $(…) "exit" ends only that part'
    return {
      ...{ title: host.title, code: 'exit.ignored', range },
      say: (hosts, verb) =>
        `${ends}, and the script goes on: ${hosts} ${verb('is', 'are')} not told status ${status} at ${event}.`,
      fix:
        goesOn === 'function'
          ? `Write exit ${status}, or call it with || exit $?.`
          : "Add || exit $? behind that part, or read the loop's lines with done < <(…).",
    }
  }
  const edits = [{ range: { start: range.start, end: range.start + 'return'.length }, text: 'exit' }]
  return {
    ...{ title: host.title, code: 'exit.ignored', range },
    say: (hosts, verb) =>
      `"return" ends no script in bash, which goes on: ${hosts} ${verb('is', 'are')} not told status ${status} at ${event}.`,
    fix: `Write exit ${status}.`,
    repairs: [{ kind: 'edit', title: `Change to exit ${status}`, edits }],
  }
}

// It would stop something, and nobody ends the script with it.
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
      `${by === 'call' ? `Nothing ends the script with the ${status} that is given back here` : 'The "except" that takes every error takes this end as well'}: ${hosts} ${verb('is', 'are')} told status 0 at ${event}.`,
    fix:
      by === 'call'
        ? 'End the script with what the function gives back.'
        : 'Write "except Exception:" there.',
  }
}

// The host takes the status for a refusal, and the script only had nothing to do.
export function refusing({ status, stdout = '', range }: EndSpot, call: EntryCall): EndFault | undefined {
  const [failed, done] = [status, 0].map((exitCode) => callEnd(call, { exitCode, stdout, stderr: '' }))
  if (failed === undefined || done === undefined || !holdsUp(failed) || holdsUp(done)) return undefined
  const { host, event } = call
  return {
    ...{ title: host.title, code: 'exit.refuses', range },
    say: (hosts, verb) =>
      `Where this test does not hold, the script ends with status ${status}, and ${hosts} ${verb('refuses', 'refuse')} at ${event}.`,
    fix: 'End with exit 0.',
  }
}

/** In the words of those who stop nothing. */
export const WARNS = /^\W*(?:warn(?:ing)?|note|hint|info|notice)\b|\bskipp(?:ed|ing)\b/i

// The host takes the status for a refusal, and the text says that it is none.
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
      `This only warns, and ${hosts} ${verb('takes', 'take')} status ${status} for a refusal at ${event}.`,
    fix: 'End with exit 0.',
  }
}

/** What is refused, as a script says it that has done so. */
const REFUSED =
  /^(?:\[[^\]]*\])?\W*(?:blocked|denied|refused|rejected|forbidden|prohibited|disallowed)\b(?!.*\b(?:dry|would|warn\w*|allow\w*|anyway)\b)/is

// It says that it has refused what the payload holds, and the status lets it pass.
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
    say: (hosts) => `Status 0 stops nothing at ${event} in ${hosts}; status 2 does.`,
    fix: 'Write it to standard error and end with status 2.',
  }
}
