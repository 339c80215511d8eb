// Where a debugger can attach, read from what Node and our Python starter say on standard error.

import type { Attempt } from '../../contract/verdict.ts'

export type DebugAddress =
  | { readonly kind: 'node' | 'python'; readonly host: string; readonly port: number }
  /** A socket in a folder of its owner's alone, a named pipe on Windows: who attaches may run commands. */
  | { readonly kind: 'shell'; readonly socket: string }

/** `hook` is its id. */
export type DebugTarget = DebugAddress & { readonly hook: string }

// A hook can print such a line too: an editor that is sent to another machine would take orders from it.
const NODE = /^Debugger listening on ws:\/\/(127\.0\.0\.1):(\d+)\//m
const PYTHON = /^hookbench: debugger listening on (127\.0\.0\.1):(\d+)$/m
const MISSING = /^hookbench: debugpy is missing$/m

/** The address a process has announced; undefined while it has not. */
export function announced(stderr: string): DebugAddress | undefined {
  for (const [kind, pattern] of [
    ['node', NODE],
    ['python', PYTHON],
  ] as const) {
    const [, host, port] = pattern.exec(stderr) ?? []
    if (host !== undefined && port !== undefined) return { kind, host, port: Number(port) }
  }
  return undefined
}

// What the debuggers say for themselves is no output of the hook.
const CHATTER =
  /^(?:Debugger (?:listening on|attached|ending on).*|For help, see: https:\/\/nodejs\.org.*|Waiting for the debugger to disconnect.*|hookbench: debug.*)\n?/gm

/** The attempt without the debugger's own lines, and with a missing debugger named. */
export function cleaned(attempt: Attempt): Attempt {
  const { raw } = attempt
  if (raw === undefined) return attempt
  if (MISSING.test(raw.stderr)) return { kind: 'failed', reason: 'crashed', message: NO_DEBUGPY }
  return { ...attempt, raw: { ...raw, stderr: raw.stderr.replaceAll(CHATTER, '') } }
}

// Said where Python cannot be debugged.
const NO_DEBUGPY =
  'debugpy is not installed for this python3; install it (python3 -m pip install debugpy, or the package python3-debugpy)'
