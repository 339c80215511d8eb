// Would this outcome be recorded in the very words that stand in the recording? Then it is the same, and those words
// need not be read. False says nothing: the words may differ where the meaning does not.

import type { HookRun, Outcome, Step } from '../../contract/outcome.ts'
import { settledStep } from '../../engine/outcome.ts'
import { pathInId } from '../../recordings/format.ts'

/** Compares an outcome with the `finished` lines and the `settled` line of a recording, except for durations. */
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

/** Where `line` goes on behind these words, if they stand at `at`; otherwise -1. Nothing stands at -1. */
function skipText(line: string, at: number, words: string): number {
  return at >= 0 && line.startsWith(words, at) ? at + words.length : -1
}

// Masks would stand there too, and take the long way.
function isEnd(line: string, at: number): boolean {
  return at >= 0 && line.length === at + 2 && line.endsWith('}}')
}

/** Where `line` goes on behind these fields, in their order, with any duration. */
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

// What begins every run of one hook.
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
