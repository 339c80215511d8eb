// Checks whether an outcome would be recorded with exactly the text of the recording, in which case it is unchanged and
// the text need not be parsed. False is inconclusive: equal outcomes may differ in text.

import type { HookRun, Outcome, Step } from '../../contract/outcome.ts'
import { settledStep } from '../../engine/outcome.ts'
import { pathInId } from '../../recordings/format.ts'

/** Compares an outcome with the `finished` lines and the `settled` line of a recording, ignoring durations. */
export function equalText(outcome: Outcome, finished: readonly string[], settled: string): boolean {
  const { hooks } = outcome
  if (hooks.length !== finished.length) return false
  for (let i = 0; i < hooks.length; i++) {
    const run = hooks[i] as HookRun
    const line = finished[i] as string
    const at = skipText(line, line.indexOf(',"run":'), headOf(run))
    if (run.status !== 'returned' || !isEnd(line, fields(line, at, run, ','))) return false
  }
  const { outcome: recorded } = settledStep(outcome, outcome.payload, 0, '') as Extract<
    Step,
    { kind: 'settled' }
  >
  const at = skipText(settled, settled.indexOf(OUTCOME), OUTCOME)
  return isEnd(settled, fields(settled, at, recorded, ''))
}

const OUTCOME = ',"outcome":{'

/** The position after `words` if `line` has them at `at`, otherwise -1. Also -1 if `at` is -1. */
function skipText(line: string, at: number, words: string): number {
  return at >= 0 && line.startsWith(words, at) ? at + words.length : -1
}

// A line with masks has more fields here, and is compared in full.
function isEnd(line: string, at: number): boolean {
  return at >= 0 && line.length === at + 2 && line.endsWith('}}')
}

/** The position after these fields, in their order and with any duration, or -1. */
function fields(line: string, from: number, of: Readonly<Record<string, unknown>>, before: string): number {
  let at = from
  let comma = before
  for (const key in of) {
    const value = of[key]
    if (value === undefined || HEAD.has(key)) continue
    at = skipText(line, skipText(line, skipText(line, skipText(line, at, comma), '"'), key), '":')
    if (key === 'durationMs') at = numberEnd(line, at)
    else if (key === 'verdict')
      at = skipText(line, fields(line, skipText(line, at, '{'), value as object as Fields, ''), '}')
    else at = skipText(line, at, words(value))
    if (at < 0) return -1
    comma = ','
  }
  return at
}

type Fields = Readonly<Record<string, unknown>>

const NUMBER = /\d+(?:\.\d+)?(?:e-\d+)?/y

function numberEnd(line: string, at: number): number {
  NUMBER.lastIndex = at
  return at >= 0 && NUMBER.test(line) ? NUMBER.lastIndex : -1
}

// Fields at the start of every run of a hook, which are compared as one cached text.
const HEAD = new Set(['id', 'name', 'source', 'path', 'status'])
const heads = new Map<string, string>()

function headOf(run: HookRun): string {
  let head = heads.get(run.id)
  if (head === undefined) {
    const { id, name, source } = run
    const path = pathInId(run)
    head = `,"run":${JSON.stringify({ id, name, source, path, status: 'returned' }).slice(0, -1)}`
    heads.set(id, head)
  }
  return head
}

// The result, the verdict's payload and the outcome's payload may be one object, which is stringified only once.
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
