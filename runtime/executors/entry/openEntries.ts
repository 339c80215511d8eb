// Runs entries of a host's configuration as the host does: commands with its shell, working directory, environment and
// input, URLs with one POST. Adds none of Hookbench's variables. The dialect interprets the answer.

import { statSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { type Call, type Executor, type GiveUp, gaveUp } from '../../contract/call.ts'
import type { HookEntry } from '../../contract/entry.ts'
import type { Hook } from '../../contract/hook.ts'
import type { EntryProcess, Host } from '../../contract/host.ts'
import { printable } from '../../contract/printable.ts'
import type { Attempt, Raw, Reason } from '../../contract/verdict.ts'
import { withoutVariables } from '../droppedVariables.ts'
import { inherited } from '../environment.ts'
import { FLOOD } from '../executable/output.ts'
import { openPipes } from '../executable/pipes.ts'
import { type ProcessEnd, type RunningProcess, startProcess } from '../executable/process.ts'
import type { Groups } from '../groups.ts'
import type { Confinement } from '../sandbox/confinement.ts'
import type { ConfinedRun } from '../sandbox/openSandbox.ts'
import { post } from './post.ts'

export type EntryExecutorOptions = {
  /** The workspace; working directory of hooks whose payload names none that exists. */
  readonly root: string
  readonly home: string
  readonly groups: Groups
  /** Limit of bytes kept per stream; default 10 MiB. */
  readonly outputCap?: number
  readonly graceMs?: number
  /** Verifies trust for one run: right before and right after the start, and at the end. */
  readonly verify?: (hook: Hook) => () => string | undefined
  readonly confine?: (hook: Hook, run: ConfinedRun) => Confinement | undefined
  /**
   * Why an entry may not start with this payload: it would run code other than the trusted code. Undefined if it may.
   */
  readonly foreign?: (hook: Hook, process: EntryProcess) => Promise<string | undefined> | undefined
  /** The process to start instead of the host's own (such as a debugger that starts it), or why there is none. */
  readonly instead?: (entry: HookEntry, process: EntryProcess) => EntryProcess | { readonly why: string }
  /** Receives every process that was started. */
  readonly started?: (one: RunningProcess) => void
}

/** The executor of entries. */
export function openEntries(options: EntryExecutorOptions): Executor {
  const {
    root,
    home,
    groups,
    outputCap = 10 * 1024 * 1024,
    graceMs = 100,
    verify = () => () => undefined,
  } = options
  const pipes = openPipes(groups.folder)
  const running = new Map<Call, RunningProcess | AbortController>()
  const started = new Set<RunningProcess>()
  let closed = false

  return { run, cancel, close }

  function run(call: Call): void {
    const { entry } = call.hook
    const { host } = call.dialect
    if (closed || entry === undefined || host === undefined) {
      call.done(gaveUp(call, 'aborted'))
      return
    }
    const objection = verify(call.hook)
    const untrusted = objection()
    const unwritable = whyUnwritable(call.payload)
    if (untrusted !== undefined) call.done(failed('untrusted', untrusted))
    else if (unwritable !== undefined)
      call.done(failed('invalid', `the payload cannot be written as JSON: ${unwritable}`))
    else if (entry.kind === 'http') void request(call, entry)
    else if (entry.kind === 'command') launch(call, entry, host, objection)
    else call.done(failed('invalid', `a ${entry.kind} entry cannot be run here`))
  }

  function launch(call: Call, entry: HookEntry, host: Host, objection: () => string | undefined): void {
    const { payload } = call
    const outer = withoutOurs(inherited())
    const own = host.process(entry, {
      payload,
      root,
      home,
      platform: process.platform,
      environment: outer,
    })
    const wanted = own.cwd === undefined ? root : resolve(root, own.cwd)
    const place = { wanted, there: isFolder(wanted) }
    // A debug configuration may name another `root` than the workspace, so that is checked, too, where it starts there.
    const starts = place.there ? [own.cwd ?? root] : [own.cwd ?? root, root]
    const looking = starts.flatMap((cwd) => options.foreign?.(call.hook, { ...own, cwd }) ?? [])
    if (looking.length === 0) {
      start(call, entry, own, place, outer, objection)
      return
    }
    const waiting = new AbortController()
    running.set(call, waiting)
    const goOn = (foreign: string | undefined) => {
      if (running.get(call) !== waiting) return
      running.delete(call)
      if (foreign === undefined) start(call, entry, own, place, outer, objection)
      else call.done(failed('untrusted', foreign))
    }
    const first = Promise.all(looking).then((found) => found.find((one) => one !== undefined))
    first.then(goOn, (error: unknown) => goOn(`its files cannot be checked: ${error}`))
  }

  function start(
    call: Call,
    entry: HookEntry,
    own: EntryProcess,
    { wanted, there }: { readonly wanted: string; readonly there: boolean },
    outer: Readonly<Record<string, string>>,
    objection: () => string | undefined,
  ): void {
    const made = options.instead?.(entry, own) ?? own
    if ('why' in made) {
      call.done(failed('crashed', made.why))
      return
    }
    const { file, argv, env, input } = made
    // The entry itself names this folder, and no agent would run it in another one.
    if (!there && typeof entry.fields.cwd === 'string' && wanted.endsWith(resolve(sep, entry.fields.cwd))) {
      call.done(failed('crashed', `could not be started: the working directory ${wanted} does not exist`))
      return
    }
    const unnameable = Object.keys(env).filter((name) => !isNameable(name))
    const left = Object.keys(env).filter((name) => entry.env[name] === undefined && !isPassable(env[name]))
    const environment = withoutVariables({ ...outer, ...env }, [...left, ...unnameable])
    const notes = [
      ...(there ? [] : [`the working directory ${wanted} does not exist; ran in ${root}`]),
      ...left.map((name) => `${name} is not set: no process can be given its value`),
      ...unnameable.map((name) => `${printable(name)} is not set: no variable can have this name`),
    ]
    const facts = {
      process: { argv: [file, ...argv], env: Object.keys(environment) },
      ...(notes.length > 0 ? { note: notes.join('; ') } : {}),
    }
    const one = startProcess(
      {
        file,
        argv,
        input,
        cwd: there ? wanted : root,
        env: environment,
        outputCap,
        graceMs,
        groups,
        pipes,
        objection,
        confinement: options.confine?.(call.hook, { file, argv, cwd: there ? wanted : root }),
      },
      (end) => {
        if (running.get(call) !== one) return
        running.delete(call)
        call.done(attemptOf(end, one, facts))
      },
    )
    running.set(call, one)
    started.add(one)
    options.started?.(one)
    void one.gone.then(() => started.delete(one))
  }

  async function request(call: Call, entry: HookEntry): Promise<void> {
    const controller = new AbortController()
    running.set(call, controller)
    const attempt = await post(entry, call.payload, controller.signal, outputCap)
    if (running.get(call) !== controller) return
    running.delete(call)
    call.done(attempt)
  }

  function cancel(call: Call, reason: GiveUp): void {
    const one = running.get(call)
    if (one === undefined) return
    running.delete(call)
    if (one instanceof AbortController) {
      one.abort()
      call.done(gaveUp(call, reason))
      return
    }
    one.stop()
    call.done({ ...gaveUp(call, reason), raw: outputOf(one) })
  }

  async function close(): Promise<void> {
    closed = true
    for (const call of [...running.keys()]) cancel(call, 'aborted')
    const last = [...started]
    for (const one of last) one.stop()
    await Promise.all(last.map((one) => one.gone))
    pipes.close()
  }

  function attemptOf(end: ProcessEnd, one: RunningProcess, facts: Pick<Raw, 'process' | 'note'>): Attempt {
    if (end.kind === 'unstarted') return failed('crashed', `could not be started: ${end.error.message}`)
    const raw: Raw = {
      ...outputOf(one),
      ...(end.kind === 'ended' && end.exitCode !== undefined ? { exitCode: end.exitCode } : {}),
      ...(end.kind === 'ended' && end.signal !== undefined ? { signal: end.signal } : {}),
      ...facts,
    }
    if (end.kind === 'objected') return { ...failed('untrusted', end.objection), raw }
    if (end.flooded !== undefined) {
      const limit = Math.round((outputCap * FLOOD) / 1024 / 1024)
      return {
        ...failed('unreadable', `printed more than ${limit} MiB to ${end.flooded} and was stopped`),
        raw,
      }
    }
    return { kind: 'returned', result: undefined, raw }
  }
}

function outputOf(one: RunningProcess): Raw {
  return {
    stdout: one.stdout.bytes().toString(),
    stderr: one.stderr.bytes().toString(),
    ...(one.stdout.cut() ? { cut: true } : {}),
  }
}

function failed(reason: Reason, message: string): Attempt & { readonly kind: 'failed' } {
  return { kind: 'failed', reason, message }
}

/**
 * Whether a variable can have a name. A process is given `NAME=value` as one text, so of the name `BASH_ENV=./x` it
 * would take all after the first `=` as the value of `BASH_ENV`, which nobody has seen.
 */
function isNameable(name: string): boolean {
  return name !== '' && !/[=\0]/.test(name)
}

/** Whether a process can be given a value from the payload: one without a NUL, below what Linux takes (128 KiB). */
function isPassable(value: string | undefined): boolean {
  return value === undefined || (!value.includes('\0') && Buffer.byteLength(value) < 100 * 1024)
}

function whyUnwritable(payload: unknown): string | undefined {
  try {
    JSON.stringify(payload)
    return undefined
  } catch (error) {
    return (error as Error).message.split('\n', 1)[0]
  }
}

// A host does not know the variables that configure Hookbench.
function withoutOurs(environment: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('HOOKBENCH_')))
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
