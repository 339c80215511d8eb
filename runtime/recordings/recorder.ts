// Writes steps to one recording, each with a single append, so that a crash damages at most the last line.
// Never throws: if writing fails, recording ends with one message, and what was written stays readable.

import { closeSync, fstatSync, ftruncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Step } from '../contract/outcome.ts'
import { makePrivateFolder, openNew, openToAppend } from '../files/write.ts'
import type { Variables } from './environment.ts'
import { pruneRecordings, recordingName } from './folder.ts'
import { pathInId, type RecordingHeader, type RelativePath, stepLine } from './format.ts'
import { openRecordingsInUse, type RecordingsInUse } from './inUse.ts'
import { createRedactor, type Redaction } from './redact.ts'

export type RecorderOptions = {
  /** The workspace; nothing is written or deleted outside its real path. */
  readonly root: string
  /** The folder of recordings; created with the first step. */
  readonly folder: string
  readonly session: string
  /** The version of Hookbench, for the header. */
  readonly version: string
  readonly redaction: Redaction
  /** Variables that the settings add to the environment of hooks; secrets in them are masked wherever they occur. */
  readonly environment?: Variables
  /** Size in bytes from which the recording continues in another part. */
  readonly maxBytes: number
  /** How many recordings are kept in the folder, in addition to those in use. */
  readonly keep: number
  /** How the path of a hook is written; default: derived from its id. */
  readonly relative?: RelativePath
  readonly now?: () => Date
  readonly imported?: true
  /** Protects the written files from pruning until its owner releases it; default: until `close`. */
  readonly holding?: RecordingsInUse
  /** Receives one-line reasons why the recording ended or is incomplete. */
  readonly onProblem?: (message: string) => void
}

export type Recorder = {
  /** Appends one step. Does nothing once closed or ended by a problem. */
  write(step: Step): void
  /** Closes the file handle; the next step opens it again. */
  rest(): void
  close(): void
  /** The file being written; undefined until the first step. */
  readonly path: string | undefined
}

/** Opens a recording. No file is created before the first step. */
export function openRecorder(options: RecorderOptions): Recorder {
  const {
    root,
    folder,
    redaction,
    maxBytes,
    keep,
    relative = pathInId,
    now = () => new Date(),
    onProblem,
  } = options
  const holding = options.holding ?? openRecordingsInUse()
  const redactor = createRedactor(redaction, { ...process.env, ...options.environment }, onProblem)
  const session = String(redactor.redact(options.session).value)
  const open = new Set<string>()
  let first: string | undefined
  let path: string | undefined
  let file: number | undefined
  let size = 0
  let part = 0
  let ended = false

  for (const problem of redactor.problems) onProblem?.(problem)

  return {
    get path() {
      return path
    },
    write(step) {
      if (ended) return
      try {
        const line = `${lineOf(step)}\n`
        if (path === undefined || (step.kind === 'fired' && isFull(Buffer.byteLength(line)))) nextPart()
        if (step.kind === 'fired' && isGone()) rest()
        file ??= reopened(root, path as string)
        if (file === undefined) nextPart()
        append(file as number, line)
        if (step.kind === 'fired') open.add(step.firing)
        if (step.kind === 'settled') open.delete(step.firing)
      } catch (error) {
        end(error)
      }
    },
    rest,
    close() {
      ended = true
      rest()
      if (options.holding === undefined) holding.release()
    },
  }

  // Another process may have pruned the file; further writes to the open handle would be lost.
  function isGone(): boolean {
    return file !== undefined && fstatSync(file).nlink === 0
  }

  function rest(): void {
    if (file !== undefined) closeSync(file)
    file = undefined
  }

  // A step that cannot be serialized (a throwing getter, a proxy) is recorded without its content.
  function lineOf(step: Step): string {
    try {
      return stepLine(step, redactor, relative)
    } catch (error) {
      onProblem?.(
        `a \`${step.kind}\` step could not be written as JSON and is recorded without its content: ${(error as Error).message}`,
      )
      return stepLine(withoutContent(step), redactor, relative)
    }
  }

  // A new part starts at a `fired` step while no other firing is open, so that each firing
  // is in one file; under steady load, at twice the size.
  function isFull(bytes: number): boolean {
    return size + bytes > maxBytes && (open.size === 0 || size > 2 * maxBytes)
  }

  function nextPart(): void {
    const startedAt = now()
    makePrivateFolder(root, folder)
    rest()
    const wanted =
      first === undefined
        ? recordingName(startedAt, session)
        : first.replace(/\.ndjson$/, `.${++part}.ndjson`)
    const created = create(root, folder, wanted)
    ;({ path, file } = created)
    holding.hold(path)
    first ??= created.name
    size = 0
    const header: RecordingHeader = {
      v: 1,
      kind: 'recording',
      hookbench: options.version,
      startedAt: startedAt.toISOString(),
      session,
      ...(part === 0 ? {} : { part }),
      ...(options.imported === undefined ? {} : { imported: true }),
    }
    append(file as number, `${JSON.stringify(header)}\n`)
    // If this runtime's own recordings exceed the limit, they are all in use and nothing can be pruned.
    if (holding.size <= keep) prune()
    holding.hold(path)
  }

  // What cannot be deleted costs nothing of what is recorded.
  function prune(): void {
    try {
      pruneRecordings(root, folder, keep)
    } catch (error) {
      onProblem?.(`old recordings were not deleted: ${reasonOf(error, folder)}`)
    }
  }

  function append(to: number, line: string): void {
    const bytes = Buffer.from(line)
    const written = writeSync(to, bytes)
    if (written < bytes.length) {
      // A full disk may accept part of a line; that part is removed, so that the file ends with a complete line.
      ftruncateSync(to, fstatSync(to).size - written)
      throw Object.assign(new Error('no space left on the disk'), { code: 'ENOSPC' })
    }
    size += written
  }

  function end(error: unknown): void {
    ended = true
    try {
      rest()
    } catch {
      // The handle is closed already.
    }
    const kept = path === undefined ? '' : `; what came before is in ${path}`
    onProblem?.(`recording ended: ${reasonOf(error, folder)}${kept}`)
  }
}

// A recording deleted in the meantime is not recreated without its header.
function reopened(root: string, path: string): number | undefined {
  try {
    return openToAppend(root, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function create(root: string, folder: string, wanted: string): { path: string; file: number; name: string } {
  for (let i = 1; ; i++) {
    const name = i === 1 ? wanted : wanted.replace(/\.ndjson$/, `-${i}.ndjson`)
    try {
      const path = join(folder, name)
      return { path, file: openNew(root, path, 0o600), name }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || i > 1000) throw error
    }
  }
}

function reasonOf(error: unknown, folder: string): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return `the disk that holds ${folder} is full`
  if (code === 'EROFS') return `${folder} is on a read-only disk`
  if (code === 'EACCES' || code === 'EPERM') return `${folder} may not be written to`
  return message
}

function withoutContent(step: Step): Step {
  const { v, at, firing } = step
  if (step.kind === 'fired') {
    return {
      v,
      kind: 'fired',
      at,
      firing,
      dialect: step.dialect,
      event: step.event,
      payload: null,
      session: step.session,
    }
  }
  if (step.kind === 'finished') {
    const { id, name, source, path, status, durationMs } = step.run
    return { v, kind: 'finished', at, firing, run: { id, name, source, path, status, durationMs } }
  }
  if (step.kind !== 'settled') return step
  const { dialect, event, decision, durationMs } = step.outcome
  const texts = { context: [], notes: [], followUps: [] }
  return {
    v,
    kind: 'settled',
    at,
    firing,
    outcome: { v: 1, dialect, event, decision, changed: false, durationMs, ...texts },
  }
}
