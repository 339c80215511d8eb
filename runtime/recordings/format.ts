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
  /** ISO time. */
  readonly startedAt: string
  readonly session: string
  /** Counts from 1 where a recording outgrew its first file. */
  readonly part?: number
  /** Payloads captured elsewhere: events without outcomes. */
  readonly imported?: true
}

/** A step as it stands in a file: secrets masked, hook paths relative to their place. */
export type RecordedStep = Step & { readonly masked?: readonly string[] }

/** Where a hook's file stands within its place; never absolute. */
export type RelativePath = (run: HookRun) => string

/** The path that is part of a hook's id: `kodelet:workspace:guard.py` stands at `guard.py`. */
export const pathInId: RelativePath = ({ id, path }) =>
  path === ''
    ? ''
    : id
        .split(':')
        .slice(2)
        .join(':')
        .replace(/#[^#]*$/, '')

/** One line of a recording, without its line end. */
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

// What a hook prints may be larger, and six times as large as JSON: such a line could not be read again.
const MOST_OUTPUT = 4 * 1024 * 1024

function beginning(output: string): string {
  if (output.length <= MOST_OUTPUT) return output
  return `${output.slice(0, MOST_OUTPUT).toWellFormed()}\n(${output.length - MOST_OUTPUT} more characters were not recorded)\n`
}

// What joins steps to hooks stays as it is; everything else may hold a secret, the name as well: an entry without a
// script has the first words of its command for one.
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
