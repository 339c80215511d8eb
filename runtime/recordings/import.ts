// Imports captured payloads as a recording: JSON (one payload or a list) or NDJSON; recognizes events and masks
// secrets. Unrecognized payloads are skipped and reported; nothing is fired.

import { recordOf } from '../contract/dialects/index.ts'
import { isObject, valueAt } from '../contract/json.ts'
import { parseJson } from '../contract/parseJson.ts'
import { MOST_DATA, readText } from '../files/read.ts'
import { type Line, readLines } from './lines.ts'
import { recognise, type StatedEvent } from './recognise.ts'
import { openRecorder, type RecorderOptions } from './recorder.ts'

/** How many problems are reported one by one; the rest are only counted. */
const MOST_PROBLEMS = 100

export type ImportSource = { readonly path: string } | { readonly text: string }

export type ImportOptions = Omit<RecorderOptions, 'session' | 'imported' | 'relative'> &
  StatedEvent & {
    /** The session of the recording; default: `imported`. */
    readonly session?: string
  }

export type Imported = {
  /** The recording; undefined if nothing was imported. */
  readonly path: string | undefined
  readonly events: number
  /** One line per skipped payload: where it is, and why it was skipped. */
  readonly problems: readonly string[]
}

/** Writes captured payloads as a recording. */
export async function importRecording(source: ImportSource, options: ImportOptions): Promise<Imported> {
  const problems: string[] = []
  const session = options.session ?? 'imported'
  let more = 0
  const onProblem = (message: string) => {
    if (problems.length < MOST_PROBLEMS) problems.push(message)
    else more++
  }
  const recorder = openRecorder({ ...options, session, imported: true, onProblem })
  const at = (options.now?.() ?? new Date()).getTime()
  let events = 0
  try {
    for await (const { where, value, problem } of valuesOf(source)) {
      if (problem !== undefined) {
        onProblem(`${where}: ${problem}`)
        continue
      }
      const found = recognise(value, options)
      if (found.kind === 'unknown') {
        onProblem(`${where}: ${found.message}`)
        continue
      }
      const { dialect, event, payload } = found
      const common = recordOf(dialect, event)?.common
      const own = common?.session === undefined ? undefined : valueAt(payload, common.session)
      const cwd = common?.cwd === undefined ? undefined : valueAt(payload, common.cwd)
      recorder.write({
        v: 1,
        kind: 'fired',
        at,
        firing: `i${++events}`,
        dialect,
        event,
        payload,
        session: typeof own === 'string' ? own : session,
        ...(typeof cwd === 'string' ? { cwd } : {}),
      })
    }
  } finally {
    recorder.close()
  }
  if (more > 0) problems.push(`${more} more were left out`)
  const { path } = recorder
  return { path, events: path === undefined ? 0 : events, problems }
}

type Captured = { readonly where: string; readonly value?: unknown; readonly problem?: string }

// One payload per line, unless the first line is not a complete JSON value; then the whole text is one value.
async function* valuesOf(source: ImportSource): AsyncGenerator<Captured> {
  const lines = 'path' in source ? readLines(source.path) : linesOf(source.text)
  let first = true
  for await (const { number, bytes, cut } of lines) {
    if (cut) {
      yield { where: `line ${number}`, problem: 'too long, or binary; nothing after it is read' }
      return
    }
    const text = bytes.toString().replace(/^\uFEFF/, '')
    if (text.trim() === '') continue
    const value = parsed(text)
    if (first && (value === undefined || Array.isArray(value))) {
      yield* wholeOf('path' in source ? readText(source.path, MOST_DATA) : source.text)
      return
    }
    first = false
    const where = `line ${number}`
    if (value === undefined) yield { where, problem: 'not JSON; left out' }
    else if (isRecording(value)) {
      yield { where, problem: 'this is a recording already; replay it as it is' }
      return
    } else yield { where, value }
  }
}

function* wholeOf(text: string): Generator<Captured> {
  const value = parsed(text.replace(/^\uFEFF/, ''))
  // The parser's own message is not used, because it quotes the text, which may contain a secret.
  if (value === undefined) {
    yield { where: 'the text', problem: 'neither JSON nor one JSON value per line' }
    return
  }
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  for (const [i, item] of list.entries())
    yield { where: list.length === 1 ? 'the payload' : `payload ${i + 1}`, value: item }
}

async function* linesOf(text: string): AsyncGenerator<Pick<Line, 'number' | 'bytes' | 'cut'>> {
  for (const [i, line] of text.split('\n').entries())
    yield { number: i + 1, bytes: Buffer.from(line), cut: false }
}

function isRecording(value: unknown): boolean {
  return isObject(value) && value.kind === 'recording'
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
