// Texts that an answer contains as they are: with some characters in them, the answer is not JSON.

import { calledOf } from '../contract/called.ts'
import type { Dialect } from '../contract/dialect.ts'
import { type Problem, problem } from '../contract/problems.ts'
import type { Spot } from '../documents/spots.ts'
import type { View } from '../project/view.ts'
import { callEnd, endConsequence, entryCalls, sameEndAndTexts } from './callEnds.ts'
import { sentenceByHosts } from './sentenceByHosts.ts'

/** A problem where such a text makes a host lose the answer. */
export function unescapedProblem(
  { unescaped, value, events, range }: Spot & { readonly kind: 'answer' },
  view: View,
  dialect: Dialect,
): readonly Problem[] {
  const calls = calledOf(dialect)?.calls
  if (unescaped === undefined || value === undefined || calls === undefined) return []
  const whole = JSON.stringify(value, (_, one: unknown) => (one === undefined ? '…' : one))
  const faults = entryCalls(calls, events).flatMap((call) => {
    const { host, event } = call
    const endOf = (stdout: string) => callEnd(call, { exitCode: 0, stdout, stderr: '' })
    const then = endConsequence(call, { exitCode: 0, stdout: BROKEN, stderr: '' })
    if (then === undefined && sameEndAndTexts(endOf(whole), endOf(''))) return []
    const what = unescaped === 'output' ? 'the output of the program' : `"${unescaped}"`
    return [
      {
        title: host.title,
        say: (hosts: string, verb: (one: string, several: string) => string) =>
          `With a double quote, a backslash or a line break in ${what}, this is not JSON, so ${then === undefined ? `${hosts} ${verb('does', 'do')} not read the answer` : `${then} in ${hosts}`} at ${event}.`,
      },
    ]
  })
  if (faults.length === 0) return []
  const fix = 'Let jq write the answer, with the text as an --arg.'
  const found = problem('output.unreadable', view.document.path, sentenceByHosts(faults), { range, fix })
  // A field may never have such a character; the output of a test or of git nearly always has several lines.
  return [{ ...found, severity: unescaped === 'output' ? 'warning' : 'info' }]
}

const BROKEN = '{"reason": "a "quoted" word"}'
