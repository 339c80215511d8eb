// Debugger addresses, parsed from the stderr output of Node and of under_debugger.py.

import type { Attempt } from '../../contract/verdict.ts'

export type DebugAddress =
  | { readonly kind: 'node' | 'python'; readonly host: string; readonly port: number }
  /** A socket in a private folder, or a named pipe on Windows, because a debugger that attaches can run commands. */
  | { readonly kind: 'shell'; readonly socket: string }

/** `hook` is the hook's id. */
export type DebugTarget = DebugAddress & { readonly hook: string }

// Only local addresses: a hook can print such a line too, and must not direct the editor to another machine.
const NODE = /^Debugger listening on ws:\/\/(127\.0\.0\.1):(\d+)\//m
const PYTHON = /^hookbench: debugger listening on (127\.0\.0\.1):(\d+)$/m
const MISSING = /^hookbench: debugpy is missing$/m

/** The address that a process has announced; undefined if there is none yet. */
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

// Lines that the debuggers themselves print are removed from the hook's output.
const CHATTER =
  /^(?:Debugger (?:listening on|attached|ending on).*|For help, see: https:\/\/nodejs\.org.*|Waiting for the debugger to disconnect.*|hookbench: debug.*)\n?/gm

/** The attempt without the debugger's own lines; if debugpy is missing, a failure that says so. */
export function cleaned(attempt: Attempt): Attempt {
  const { raw } = attempt
  if (raw === undefined) return attempt
  if (MISSING.test(raw.stderr)) return { kind: 'failed', reason: 'crashed', message: NO_DEBUGPY }
  return { ...attempt, raw: { ...raw, stderr: raw.stderr.replaceAll(CHATTER, '') } }
}

// The failure when debugpy is missing.
const NO_DEBUGPY =
  'debugpy is not installed for this python3; install it (python3 -m pip install debugpy, or the package python3-debugpy)'
