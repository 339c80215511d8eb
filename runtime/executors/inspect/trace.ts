// Traces a shell hook line by line: bash writes the trace to a separate file, so that the hook's own output is
// unchanged. The file is unlinked as soon as bash has opened it, because it may contain unmasked secrets.

import { closeSync, existsSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { isOurs, STOPPING, stopping } from './shell/prologue.ts'

/** One command of a hook, as the shell ran it. */
export type Traced = {
  /** The hook's id. */
  readonly hook: string
  /** Line in the hook's file, or in a file that it sources, from 1. */
  readonly line: number
  readonly text: string
}

export type Trace = {
  /** Arguments that make bash trace a file, before the file's own arguments. */
  argv(file: string): readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** The commands traced since the last call. */
  read(): readonly Omit<Traced, 'hook'>[]
  close(): void
}

const MARK = '+hookbench:'
// The file is sourced, so that its line numbers are kept; the variables that configure the
// trace are unset before it begins. Bash before 4.1 (macOS has 3.2) cannot write its trace
// to a separate file; the hook then runs without a trace.
const TRACING = `exec {BASH_XTRACEFD}>>"$HOOKBENCH_TRACE"; PS4='${MARK}\${LINENO}: '; unset HOOKBENCH_TRACE; set -x`
const PROLOGUE = [
  STOPPING,
  `if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] > 400)); then ${TRACING}; else unset HOOKBENCH_TRACE; fi`,
  'source "$0"',
].join('; ')
const BEGINS = /^\++hookbench:(\d*): (.*)$/

/** Opens a trace, in a folder that is deleted with the runtime; `stops` is the address of a debugger's port. */
export function openTrace(folder: string | undefined, stops?: string): Trace {
  const own = mkdtempSync(join(folder ?? tmpdir(), 'trace-'))
  const path = join(own, 'lines')
  const file = openSync(path, 'ax+', 0o600)
  const decoder = new StringDecoder('utf8')
  let at = 0
  let rest = ''
  let hidden = false
  let closed = false

  return {
    argv: (hook) => ['-c', PROLOGUE, hook],
    env: { HOOKBENCH_TRACE: path, ...(stops === undefined ? {} : stopping(stops)) },
    read() {
      const chunk = Buffer.alloc(64 * 1024)
      for (let length = 1; !closed && length > 0; at += length) {
        length = readSync(file, chunk, 0, chunk.length, at)
        rest += decoder.write(chunk.subarray(0, length))
      }
      if (at > 0 && !hidden) {
        hidden = true
        rmSync(own, { recursive: true, force: true })
      }
      const { traced, left } = commandsIn(rest)
      rest = left
      return traced
    },
    close() {
      if (closed) return
      closed = true
      closeSync(file)
      rmSync(own, { recursive: true, force: true })
    },
  }
}

// The complete commands of a trace, and the start of one that is still being written.
function commandsIn(trace: string): {
  readonly traced: readonly Omit<Traced, 'hook'>[]
  readonly left: string
} {
  const traced: { line: number; text: string }[] = []
  const lines = trace.split('\n')
  const tail = lines.pop() ?? ''
  let open: string[] = []
  for (const line of lines) {
    open.push(line)
    const [, number, first = ''] = BEGINS.exec(open[0] ?? '') ?? []
    const text = [first, ...open.slice(1)].join('\n')
    // A quoted line break appears as such: the command continues on the next line.
    if (number !== undefined && isOpen(text)) continue
    open = []
    if (number === undefined || isOurs(text)) continue
    if (Number(number) <= 1 && text.startsWith('source ')) continue
    const last = traced.at(-1)
    // Before each subshell, bash repeats the `case` command that it is in.
    if (last?.text === text && last.line === Number(number) && /^case /.test(text)) continue
    traced.push({ line: Number(number), text })
  }
  return { traced, left: [...open, tail].join('\n') }
}

// Bash quotes with single quotes, and writes a literal one as `\'`.
function isOpen(text: string): boolean {
  return (text.replaceAll("\\'", '').split("'").length - 1) % 2 === 1
}

/** The bash that traces a `sh` script, in POSIX mode: other shells do not report line numbers well enough. */
export function bashOn(path = process.env.PATH ?? ''): string | undefined {
  return path
    .split(delimiter)
    .map((folder) => join(folder, 'bash'))
    .find((file) => existsSync(file))
}
