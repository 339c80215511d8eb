// The file format of a recording: a header line, then one step per line. Version 1.
// Fields are added, never renamed; a reader refuses a version it does not know.

import type { HookRun, Step } from '../contract/outcome.ts'
import type { Redactor } from './redact.ts'

export const VERSION = 1

/** The first line of a recording. */
export type RecordingHeader = {
  readonly v: 1
  readonly kind: 'recording'
  /** The version of Hookbench that wrote it. */
  readonly hookbench: string
  /** Start time in ISO 8601. */
  readonly startedAt: string
  readonly session: string
  /** Number of the file, from 1, if the recording was split into several. */
  readonly part?: number
  /** Set if the events are imported payloads without outcomes. */
  readonly imported?: true
}

/** A step as stored in a file: secrets are masked, and paths of hooks are relative to their place. */
export type RecordedStep = Step & { readonly masked?: readonly string[] }

/** The path of a hook's file within its place; never absolute. */
export type RelativePath = (run: HookRun) => string

/** The path contained in a hook's id: `guard.py` for `kodelet:workspace:guard.py`. */
export const pathInId: RelativePath = ({ id, path }) =>
  path === ''
    ? ''
    : id
        .split(':')
        .slice(2)
        .join(':')
        .replace(/#[^#]*$/, '')

/** One line of a recording, without its line break. */
export function stepLine(step: Step, redactor: Redactor, relative: RelativePath): string {
  const { v, kind, at, firing, ...rest } = step
  const { value, masked } = redacted(kind === 'finished' ? { run: written(step.run) } : rest, redactor)
  const list = masked.length === 0 ? {} : { masked }
  return JSON.stringify({ v, kind, at, firing, ...(value as object), ...list })

  function written(run: HookRun): HookRun {
    const { stdout, stderr } = run
    return {
      ...run,
      path: relative(run),
      ...(stdout === undefined ? {} : { stdout: beginning(stdout) }),
      ...(stderr === undefined ? {} : { stderr: beginning(stderr) }),
    }
  }
}

// Output can be larger, and up to six times as large as JSON; such a line would be too long to read back.
const MOST_OUTPUT = 4 * 1024 * 1024

function beginning(output: string): string {
  if (output.length <= MOST_OUTPUT) return output
  return `${output.slice(0, MOST_OUTPUT).toWellFormed()}\n(${output.length - MOST_OUTPUT} more characters were not recorded)\n`
}

// Fields that link steps to hooks are stored unchanged; everything else may contain a secret, including the name: an
// entry without a script is named by the first words of its command.
const JOINS = new Set(['dialect', 'event', 'hook', 'id', 'source', 'path', 'status', 'failure', 'by'])

function redacted(fields: object, redactor: Redactor) {
  const masked: string[] = []
  const value = mapped(fields, (key, field) => {
    if (JOINS.has(key)) return field
    if (key !== 'run' && key !== 'outcome') return noted(redactor.redact(field, key))
    return mapped(field as object, (inner, item) =>
      JOINS.has(inner) ? item : noted(redactor.redact(item, `${key}.${inner}`)),
    )
  })
  return { value, masked }

  function noted(done: { readonly value: unknown; readonly masked: readonly string[] }): unknown {
    masked.push(...done.masked)
    return done.value
  }
}

function mapped(fields: object, map: (key: string, field: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, map(key, field)]))
}
