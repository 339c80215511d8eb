// Would this outcome be recorded in the very words that stand in the recording? Then it is the same, and those words
// need not be read. False says nothing: the words may differ where the meaning does not.

import type { HookRun, Outcome } from '../../contract/outcome.ts'
import { pathInId } from '../../recordings/format.ts'

/** Compares an outcome with the `finished` lines and the `settled` line of a recording, except for durations. */
export function sameWords(outcome: Outcome, finished: readonly string[], settled: string): boolean {
  const { hooks } = outcome
  if (hooks.length !== finished.length) return false
  for (let i = 0; i < hooks.length; i++) {
    const run = hooks[i] as HookRun
    if (run.status !== 'returned' || !isAt(finished[i] as string, ',"run":', runWords(run))) return false
  }
  return isAt(settled, ',"outcome":', outcomeWords(outcome))
}

// What follows is a duration and the end of the line. Output and masks, which would stand there too, take the long way.
const END = /\d+(?:\.\d+)?(?:e-\d+)?\}\}$/y

function isAt(line: string, name: string, words: string): boolean {
  // Before it stand a number and a firing's id, which has no bare quotes.
  const at = line.indexOf(name) + name.length
  if (!line.startsWith(words, at)) return false
  END.lastIndex = at + words.length
  return END.test(line)
}

function runWords(run: HookRun): string {
  const { result, verdict } = run
  const said = verdict === undefined ? '' : `,"verdict":{${fields(verdict)}}`
  return `${headOf(run)}${result === undefined ? '' : `,"result":${words(result)}`}${said},"durationMs":`
}

// The order is that of the engine's `settled` step.
function outcomeWords(outcome: Outcome): string {
  const { v, dialect, event, decision, reason, by, changed, answer, handled, error } = outcome
  const { context, notes, followUps } = outcome
  const payload = changed ? outcome.payload : undefined
  const said = { reason, by, payload, changed, answer, handled, error, context, notes, followUps }
  return `{"v":${v},"dialect":"${dialect}","event":"${event}","decision":"${decision}",${fields(said)},"durationMs":`
}

function fields(of: Readonly<Record<string, unknown>>): string {
  let text = ''
  for (const key in of) {
    const value = of[key]
    if (value === undefined) continue
    text += text === '' ? `"${key}":` : `,"${key}":`
    text += value === true ? 'true' : value === false ? 'false' : words(value)
  }
  return text
}

const heads = new Map<string, string>()

function headOf(run: HookRun): string {
  let head = heads.get(run.id)
  if (head === undefined) {
    const { id, name, source, status } = run
    head = JSON.stringify({ id, name, source, path: pathInId(run), status }).slice(0, -1)
    heads.set(id, head)
  }
  return head
}

// A replacement is the result, the verdict's payload and the outcome's: one object, told three times.
let latest: unknown
let latestWords = ''

function words(value: unknown): string {
  if (Array.isArray(value) && value.length === 0) return '[]'
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (value !== latest) {
    latestWords = JSON.stringify(value)
    latest = value
  }
  return latestWords
}
