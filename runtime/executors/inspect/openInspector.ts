// Runs hooks under their debuggers, one process per call, which waits for the debugger. Reports where to attach; the
// hook's answer is an attempt like any other, available when the user has finished.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call, Executor } from '../../contract/call.ts'
import type { HookEntry } from '../../contract/entry.ts'
import type { Hook } from '../../contract/hook.ts'
import type { EntryProcess } from '../../contract/host.ts'
import type { Attempt } from '../../contract/verdict.ts'
import { type EntryExecutorOptions, openEntries } from '../entry/openEntries.ts'
import { openExecutables } from '../executable/executables.ts'
import type { RunningProcess } from '../executable/process.ts'
import type { Groups } from '../groups.ts'
import type { ModuleSnapshot } from '../module/flight.ts'
import { openPython } from '../python/openPython.ts'
import { inspectionKind, pythonStarter, underDebugger } from './command.ts'
import { entryUnderDebugger } from './entryProcess.ts'
import { openInspectModules } from './inspectModules.ts'
import type { ShellDebugger } from './shell/adapter.ts'
import { announced, cleaned, type DebugAddress, type DebugTarget } from './target.ts'
import { openTrace, type Trace, type Traced } from './trace.ts'

export type InspectorOptions = {
  readonly root: string
  readonly home: string
  readonly groups: Groups
  readonly env: () => Readonly<Record<string, string>>
  readonly drop: () => readonly string[]
  readonly snapshot: (hook: Hook) => ModuleSnapshot | { readonly untrusted: string }
  readonly verify: (hook: Hook) => () => string | undefined
  readonly foreign: NonNullable<EntryExecutorOptions['foreign']>
  /** Called when a process listens and waits for its debugger. */
  readonly listening: (target: DebugTarget) => void
  /**
   * Receives what a shell hook runs: no lines when it begins, then its lines. Without it, shell hooks are not started.
   */
  readonly traced?: ((lines: readonly Traced[]) => void) | undefined
  /** Whether a traced shell hook also waits for a debugger. */
  readonly stops?: boolean | undefined
  /** The working directory, regardless of the payload. */
  readonly cwd?: string | undefined
}

const LOOK_MS = 20
/** How many lines are sent at once. */
const MOST_LINES = 1000

/** The executor of one inspection: opened for one call and closed after it. */
export function openInspector(options: InspectorOptions): Executor {
  const { groups, env, drop, snapshot, verify, listening, traced, stops, cwd } = options
  const root = cwd ?? options.root
  let inner: { readonly call: Call; readonly executor: Executor } | undefined
  let trace: Trace | undefined
  let standIns: string | undefined
  let shell: ShellDebugger | undefined
  // Set if the call is cancelled before its debugger is open.
  let calledOff: Parameters<Executor['cancel']>[1] | undefined

  return {
    run(call) {
      if (stops !== true || traced === undefined || !isShell(call.hook)) return start(call)
      void import('./shell/adapter.ts')
        .then(({ openShellDebugger }) => openShellDebugger(groups.folder))
        .then((opened) => {
          shell = opened
        })
        .finally(() => start(call))
    },
    cancel(_call, reason) {
      calledOff = reason
      inner?.executor.cancel(inner.call, reason)
    },
    async close() {
      await inner?.executor.close()
      shell?.close()
      trace?.close()
      if (standIns !== undefined) rmSync(standIns, { recursive: true, force: true })
    },
  }

  function start(call: Call): void {
    const executor = open(call.hook)
    const done = (attempt: Attempt) => {
      tellTrace(call.hook)
      call.done(isShell(call.hook) ? attempt : cleaned(attempt))
    }
    inner = { call: changed(call, done, cwd), executor }
    executor.run(inner.call)
    if (calledOff !== undefined) executor.cancel(inner.call, calledOff)
  }

  function tellTrace(hook: Hook): void {
    const lines = trace?.read() ?? []
    for (let at = 0; at < lines.length; at += MOST_LINES) {
      traced?.(lines.slice(at, at + MOST_LINES).map((line) => ({ hook: hook.id, ...line })))
    }
  }

  function commandOf(path: string, argv: readonly string[]) {
    if (traced !== undefined && inspectionKind(path) === 'trace')
      trace ??= openTrace(groups.folder, shell?.address)
    return underDebugger(path, argv, trace)
  }

  function entryCommand(entry: HookEntry, own: EntryProcess) {
    if (traced !== undefined && entry.inspect?.language === 'shell')
      trace ??= openTrace(groups.folder, shell?.address)
    standIns ??= mkdtempSync(join(groups.folder ?? tmpdir(), 'debug-'))
    return entryUnderDebugger(entry, own, standIns, trace)
  }

  function follow(hook: Hook, one: RunningProcess): void {
    // Bash announces no address: its standard error contains only output of the hook or text of the payload.
    if (!isShell(hook)) {
      watch(
        one,
        once((address) => listening({ ...address, hook: hook.id })),
      )
    }
    if (trace === undefined) return
    if (shell !== undefined) listening({ kind: 'shell', socket: shell.socket, hook: hook.id })
    traced?.([])
    const timer = setInterval(() => tellTrace(hook), LOOK_MS)
    void one.gone.then(() => {
      clearInterval(timer)
      shell?.close()
    })
  }

  function open(hook: Hook): Executor {
    const tell = (address: DebugAddress) => listening({ ...address, hook: hook.id })
    if (hook.runner === 'module') {
      return openInspectModules({ root, env: env(), drop: drop(), groups, snapshot, listening: tell })
    }
    if (hook.runner === 'python') {
      const waits = { argv: ['-Xfrozen_modules=off', pythonStarter()], onStderr: once(tell) }
      return openPython({ root, env: env(), drop: drop(), groups, snapshot, memoryLimitBytes: 0, waits })
    }
    if (hook.runner === 'entry') {
      const { home, foreign } = options
      const started = (one: RunningProcess) => follow(hook, one)
      return openEntries({ root, home, groups, verify, foreign, instead: entryCommand, started })
    }
    return openExecutables({
      root,
      groups,
      env,
      drop,
      verify,
      command: commandOf,
      started: (one) => follow(hook, one),
    })
  }
}

function isShell({ runner, path, entry }: Hook): boolean {
  return runner === 'entry'
    ? entry?.inspect?.language === 'shell'
    : runner === 'executable' && inspectionKind(path) === 'trace'
}

/** Checks stderr output until it announces where the debugger listens. */
function once(tell: (address: DebugAddress) => void): (stderr: string) => boolean {
  let hasReported = false
  return (stderr) => {
    const address = hasReported ? undefined : announced(stderr)
    if (address === undefined) return hasReported
    hasReported = true
    tell(address)
    return true
  }
}

function watch({ stderr, gone }: RunningProcess, onText: (stderr: string) => boolean): void {
  const timer = setInterval(() => {
    if (onText(stderr.bytes().toString())) clearInterval(timer)
  }, LOOK_MS)
  void gone.then(() => clearInterval(timer))
}

function changed(call: Call, done: (attempt: Attempt) => void, elsewhere: string | undefined): Call {
  const { hook, dialect, event, record, payload, timeoutMs } = call
  const cwd = elsewhere ?? call.cwd
  return {
    hook,
    dialect,
    event,
    record,
    payload,
    timeoutMs,
    cwd,
    get signal() {
      return call.signal
    },
    done,
  }
}
