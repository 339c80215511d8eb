// Reads a recording line by line: a header, then steps, each checked against its kind, payloads against their event. A
// truncated last line is reported as the result of a crash. Only the beginning of long recordings is read.

import type { TSchema } from 'typebox'
import { dialectOf, recordOf } from '../../contract/dialects/index.ts'
import { dataShape } from '../../contract/files.ts'
import { isObject } from '../../contract/json.ts'
import { type Problem, problem, type Range } from '../../contract/problems.ts'
import { Header, isStep, RecordingLine } from '../../contract/recording.ts'
import type { Located } from '../../contract/validate.ts'
import type { Spot } from '../spots.ts'
import type { DataDocument, DataInput } from './document.ts'
import { parseJson } from './json.ts'
import { payloadProblems } from './payload.ts'
import { shapeProblems } from './shapeProblems.ts'
import { MOST_SPOTS, spotsOf } from './spots.ts'
import { memberOf, plain, type Tree } from './tree.ts'

/** Reads a recording. */
export function readRecordingData({ path, text: whole }: DataInput): DataDocument {
  const text = whole.length > LONGEST ? whole.slice(0, whole.lastIndexOf('\n', LONGEST) + 1) : whole
  const problems: Problem[] = []
  const spots: Spot[] = []
  const unknown = new Set<string>()
  const shape = dataShape('recording')
  let number = 0
  let isRecording = true
  for (let start = 0; start < text.length && isRecording && problems.length < MOST_PROBLEMS; ) {
    const found = text.indexOf('\n', start)
    const end = found === -1 ? text.length : found
    const line = text.slice(start, end)
    number++
    const range = { start, end: start + line.trimEnd().length }
    if (line.trim() !== '' || (number === 1 && text.trim() !== '')) readLine(line, range, found === -1)
    start = end + 1
  }
  return { spots: spots.filter(({ range }) => range.end > range.start), problems }

  function readLine(line: string, range: Range, isLast: boolean): void {
    const { tree, errors } = parseJson(line, { lenient: false, base: range.start })
    if (tree !== undefined && spots.length < MOST_SPOTS)
      spots.push(...spotsOf(tree, { text, side: { of: 'recording' }, shape, path: [number - 1] }))
    const whole = errors.length === 0 ? tree : undefined
    if (number === 1) header(whole, range)
    else if (whole !== undefined) step(whole, range)
    else if (isLast) say(range, 'the last line is incomplete, as after a crash; it is ignored')
    else say(range, 'not JSON, so it is ignored')
  }

  function header(tree: Tree | undefined, range: Range): void {
    const { kind, v } = fieldsOf(tree)
    isRecording = kind === 'recording' && v === 1
    if (tree === undefined || kind !== 'recording')
      say(range, 'the first line is not a header, so this is not read as a recording')
    else if (v !== 1) say(range, `recording version ${JSON.stringify(v)}; this Hookbench reads version 1`)
    else held(tree, Header, '')
  }

  function step(tree: Tree, range: Range): void {
    const value = plain(tree)
    const known = isStep(value)
    const before = problems.length
    held(tree, RecordingLine, known ? '' : ', so this is not a step of a firing and is ignored')
    // The schema accepts any verdict or effect, but readers of recordings do not.
    if (!known && problems.length === before) say(range, 'not a step of a firing, so it is ignored')
    const fields = fieldsOf(tree)
    if (known && fields.kind === 'fired') fired(tree, fields)
  }

  function held(tree: Tree, schema: TSchema, so: string): void {
    const locate = ({ path: at, message }: Located) =>
      `line ${number}: ${at === '' ? '' : `${at}: `}${message}${so}`
    problems.push(...shapeProblems({ path, tree, schema, code: 'recording.invalid', say: locate }))
  }

  function fired(tree: Tree, { dialect, event }: Record<string, unknown>): void {
    if (tree.kind !== 'object' || typeof dialect !== 'string' || typeof event !== 'string') return
    const id = dialectOf(dialect)?.id
    if (id !== undefined && recordOf(id, event) !== undefined) {
      const payload = memberOf(tree, 'payload')?.value
      // A payload is recorded as fired: fields that the firing program left out are not errors of this file.
      problems.push(...payloadProblems(payload, { dialect: id, event }, path, true))
      return
    }
    const name = `${dialect} ${event}`
    if (unknown.has(name)) return
    unknown.add(name)
    const what = id === undefined ? `the dialect "${dialect}"` : `the ${dialect} event "${event}"`
    const member = memberOf(tree, id === undefined ? 'dialect' : 'event')
    const range = member?.value?.range ?? tree.range
    say(range, `this Hookbench does not know ${what}; its events are shown but cannot be fired`)
  }

  function say(range: Range, what: string): void {
    problems.push(problem('recording.invalid', path, `line ${number}: ${what}`, { range }))
  }
}

// Payloads may have any length; of a recording only this much is read, in UTF-16 units.
const LONGEST = 2 ** 22

// Limits the problems of a file that is not a recording at all.
const MOST_PROBLEMS = 200

function fieldsOf(tree: Tree | undefined): Record<string, unknown> {
  const value = plain(tree)
  return isObject(value) ? value : {}
}
