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
    const line = finished[i] as string
    const { result, verdict } = run
    if (run.status !== 'returned') return false
    let at = said(line, line.indexOf(',"run":'), headOf(run))
    if (result !== undefined) at = said(line, said(line, at, ',"result":'), words(result))
    if (verdict !== undefined) at = said(line, fields(line, said(line, at, ',"verdict":{'), verdict, ''), '}')
    if (!isEnd(line, at)) return false
  }
  return outcomeIsSaid(settled, outcome)
}

// The order is that of the engine's `settled` step.
function outcomeIsSaid(line: string, outcome: Outcome): boolean {
  const { dialect, event, decision, reason, by, changed, answer, handled, error } = outcome
  const { context, notes, followUps } = outcome
  const payload = changed ? outcome.payload : undefined
  let at = said(line, line.indexOf(OUTCOME), OUTCOME)
  at = said(line, said(line, said(line, at, dialect), '","event":"'), event)
  at = said(line, said(line, said(line, at, '","decision":"'), decision), '"')
  const rest = { reason, by, payload, changed, answer, handled, error, context, notes, followUps }
  return isEnd(line, fields(line, at, rest, ','))
}

const OUTCOME = ',"outcome":{"v":1,"dialect":"'

// What follows is a duration and the end of the line. Output and masks, which would stand there too, take the long way.
const END = /,"durationMs":\d+(?:\.\d+)?(?:e-\d+)?\}\}$/y

function isEnd(line: string, at: number): boolean {
  END.lastIndex = at
  return at >= 0 && END.test(line)
}

/** Where `line` goes on behind these words, if they stand at `at`; otherwise -1. Nothing stands at -1. */
function said(line: string, at: number, words: string): number {
  return at >= 0 && line.startsWith(words, at) ? at + words.length : -1
}

function fields(line: string, from: number, of: Readonly<Record<string, unknown>>, before: string): number {
  let at = from
  let comma = before
  for (const key in of) {
    const value = of[key]
    if (value === undefined) continue
    at = said(line, said(line, said(line, said(line, at, comma), '"'), key), '":')
    at = said(line, at, words(value))
    if (at < 0) return -1
    comma = ','
  }
  return at
}

const heads = new Map<string, string>()

function headOf(run: HookRun): string {
  let head = heads.get(run.id)
  if (head === undefined) {
    const { id, name, source, status } = run
    head = `,"run":${JSON.stringify({ id, name, source, path: pathInId(run), status }).slice(0, -1)}`
    heads.set(id, head)
  }
  return head
}

// A replacement is the result, the verdict's payload and the outcome's: one object, told three times.
let latest: unknown
let latestWords = ''

function words(value: unknown): string {
  if (value === true) return 'true'
  if (value === false) return 'false'
  if (Array.isArray(value) && value.length === 0) return '[]'
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (value !== latest) {
    latestWords = JSON.stringify(value)
    latest = value
  }
  return latestWords
}
