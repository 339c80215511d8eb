// Runs executable hooks: payload on stdin, answer on stdout, one process per call.
// The dialect interprets the answer.

import { isUtf8 } from 'node:buffer'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Call, type Executor, type GiveUp, gaveUp } from '../../contract/call.ts'
import { defined } from '../../contract/defined.ts'
import { attemptFrom, type Dialect } from '../../contract/dialect.ts'
import { errorToWire, mapFields } from '../../contract/errors.ts'
import type { Hook } from '../../contract/hook.ts'
import type { Attempt, ProcessFacts, Raw, Reason } from '../../contract/verdict.ts'
import { withoutVariables } from '../droppedVariables.ts'
import { inherited } from '../environment.ts'
import type { Groups } from '../groups.ts'
import type { Command } from '../inspect/command.ts'
import type { Confinement } from '../sandbox/confinement.ts'
import type { ConfinedRun } from '../sandbox/openSandbox.ts'
import { startTimeLimit } from '../timeLimit.ts'
import { obstacle, whyNotFound, whyNotStarted } from './obstacle.ts'
import { FLOOD } from './output.ts'
import { openPipes } from './pipes.ts'
import { type ProcessEnd, type RunningProcess, startProcess } from './process.ts'

export type ExecutableOptions = {
  /** Working directory of calls whose own one is missing or does not exist. */
  readonly root: string
  readonly groups: Groups
  /** Variables that the settings add to the environment of a call. */
  readonly env?: (call: Call) => Readonly<Record<string, string>>
  /** Names of inherited variables that are not passed on. */
  readonly drop?: () => readonly string[]
  /** Limit of bytes kept per stream; default 32 MiB. */
  readonly outputCap?: number
  readonly graceMs?: number
  /**
   * Verifies trust for one run, right before and right after the start and at the end; changed bytes are an objection.
   */
  readonly verify?: (hook: Hook) => () => string | undefined
  /** The sandbox that a hook runs in; undefined if it needs none. */
  readonly confine?: (hook: Hook, run: ConfinedRun) => Confinement | undefined
  /** The command to start instead of the file itself (such as a debugger that starts it), or why there is none. */
  readonly command?: (path: string, argv: readonly string[]) => Command | { readonly why: string }
  /** Receives every process that was started. */
  readonly started?: (one: RunningProcess) => void
}

export type Executables = Executor & {
  /** Runs the hook with its dialect's query and returns its trimmed output. For trusted hooks only. */
  query(hook: Hook, dialect: Dialect, options: QueryOptions): Promise<string | Failed>
}

type Failed = { readonly failed: string }
type QueryOptions = { readonly timeoutMs: number }
/** How a call was run, for the recording. */
type Facts = { readonly note: string | undefined; readonly process: ProcessFacts }
type FailedAttempt = Attempt & { readonly kind: 'failed' }

/** The executor of executable hooks. */
export function openExecutables(options: ExecutableOptions): Executables {
  const {
    root,
    groups,
    outputCap = 32 * 1024 * 1024,
    graceMs = 100,
    verify = () => () => undefined,
  } = options
  const own = inherited()
  const base = () => ({ ...withoutVariables(own, options.drop?.() ?? []), ...groups.env })
  const pipes = openPipes(groups.folder)
  const running = new Map<Call, RunningProcess>()
  const started = new Set<RunningProcess>()
  let closed = false

  return { run, cancel, query, close }

  function run(call: Call): void {
    if (closed) {
      call.done(gaveUp(call, 'aborted'))
      return
    }
    const payload = mapFields(call.payload, call.record.errors?.payload, errorToWire)
    let input: string
    try {
      input = JSON.stringify(payload) ?? 'null'
    } catch (error) {
      call.done(failed('invalid', `the payload cannot be written as JSON: ${(error as Error).message}`))
      return
    }
    launch(call, input, call.cwd === undefined ? root : resolve(root, call.cwd))
  }

  function launch(call: Call, input: string, cwd: string, note?: string): void {
    const { hook, dialect } = call
    const env = {
      ...base(),
      HOOKBENCH_EVENT: call.event,
      HOOKBENCH_DIALECT: dialect.id,
      ...options.env?.(call),
    }
    const argv = dialect.wire?.argv ?? []
    const process = { argv, env: Object.keys(env) }
    const one = start(hook, argv, { env, cwd, input }, (end) => {
      const one = running.get(call)
      if (one === undefined) return
      running.delete(call)
      if (end.kind === 'unstarted' && cwd !== root && !isFolder(cwd)) {
        launch(call, input, root, `the working directory ${cwd} does not exist; ran in ${root}`)
        return
      }
      call.done(attemptOf(call, end, one, { note, process }))
    })
    if ('kind' in one) call.done(one)
    else running.set(call, one)
  }

  function cancel(call: Call, reason: GiveUp): void {
    const one = running.get(call)
    if (one === undefined) return
    running.delete(call)
    one.stop()
    call.done({ ...gaveUp(call, reason), raw: rawOf(one, {}) })
  }

  function query(hook: Hook, dialect: Dialect, { timeoutMs }: QueryOptions): Promise<string | Failed> {
    const question = dialect.wire?.query
    if (closed || question === undefined)
      return Promise.resolve({ failed: `${dialect.title} cannot be queried for this` })
    const subject = `asked with "${question.join(' ')}" for its event, it`
    const { promise, resolve: answer } = Promise.withResolvers<string | Failed>()
    const env = { ...base(), HOOKBENCH_DIALECT: dialect.id }
    const one = start(hook, question, { env, cwd: root, input: '' }, (end) => {
      limit.stop()
      const why = failureOf(hook, end, outputCap)
      if (why !== undefined) answer({ failed: why.message })
      else if (end.kind !== 'ended' || 'kind' in one) answer({ failed: `${subject} was not started` })
      else if (end.exitCode === 0) answer(one.stdout.bytes().toString().trim())
      else answer({ failed: `${subject} ended with ${end.signal ?? `exit code ${end.exitCode}`}` })
    })
    if ('kind' in one) return Promise.resolve({ failed: one.message })
    const limit = startTimeLimit(timeoutMs, () => {
      one.stop()
      answer({ failed: `${subject} did not answer within ${timeoutMs} ms` })
    })
    return promise
  }

  // Returns a failed attempt if the hook may not or cannot be started.
  function start(
    hook: Hook,
    argv: readonly string[],
    place: { readonly env: Record<string, string>; readonly cwd: string; readonly input: string },
    ended: (end: ProcessEnd) => void,
  ): RunningProcess | FailedAttempt {
    const objection = verify(hook)
    const untrusted = objection()
    if (untrusted !== undefined) return failed('untrusted', untrusted)
    const why = obstacle(hook.path)
    if (why !== undefined) return failed('crashed', why)
    const command = options.command?.(hook.path, argv) ?? { file: hook.path, argv }
    if ('why' in command) return failed('crashed', command.why)
    const request = {
      ...command,
      ...place,
      env: { ...place.env, ...('env' in command ? command.env : {}) },
      outputCap,
      graceMs,
      groups,
      pipes,
      objection,
      confinement: options.confine?.(hook, { file: hook.path, argv, cwd: place.cwd }),
    }
    const one = startProcess(request, ended)
    started.add(one)
    options.started?.(one)
    void one.gone.then(() => started.delete(one))
    return one
  }

  async function close(): Promise<void> {
    closed = true
    for (const call of [...running.keys()]) cancel(call, 'aborted')
    const last = [...started]
    for (const one of last) one.stop()
    await Promise.all(last.map((one) => one.gone))
    pipes.close()
  }

  function attemptOf(call: Call, end: ProcessEnd, one: RunningProcess, facts: Facts): Attempt {
    const why = failureOf(call.hook, end, outputCap)
    if (end.kind === 'unstarted') return why ?? failed('crashed', 'could not be started')
    const raw = rawOf(one, { ...end, ...facts })
    if (why !== undefined) return { ...why, raw }
    const attempt = attemptFrom(call.dialect, call.record, raw)
    if (attempt.kind === 'verdict')
      return { kind: 'returned', result: attempt.result, verdict: attempt.verdict, raw }
    const unreadable = attempt.kind === 'returned' || attempt.reason === 'unreadable'
    if (unreadable && !isUtf8(one.stdout.bytes())) {
      return { ...failed('unreadable', 'printed bytes that are not UTF-8; expected JSON in UTF-8'), raw }
    }
    if (attempt.kind === 'returned') return { kind: 'returned', result: attempt.result, raw }
    return { ...failed(attempt.reason, attempt.message), raw }
  }
}

/** Failures that do not depend on the dialect. */
function failureOf(hook: Hook, end: ProcessEnd, cap: number): FailedAttempt | undefined {
  if (end.kind === 'unstarted') return failed('crashed', whyNotStarted(hook.path, end.error))
  if (end.kind === 'objected') return failed('untrusted', end.objection)
  if (end.flooded !== undefined) {
    const limit = Math.round((cap * FLOOD) / 1024 / 1024)
    return failed(
      'unreadable',
      `printed more than ${limit} MiB to ${end.flooded} and was stopped; expected one JSON text`,
    )
  }
  const missing = end.exitCode === 127 ? whyNotFound(hook.path) : undefined
  return missing === undefined ? undefined : failed('crashed', missing)
}

function rawOf(
  one: RunningProcess,
  end: {
    readonly exitCode?: number | undefined
    readonly signal?: string | undefined
  } & Partial<Facts>,
): Raw {
  return {
    ...defined({ exitCode: end.exitCode, signal: end.signal }),
    stdout: one.stdout.bytes().toString(),
    stderr: one.stderr.bytes().toString(),
    ...(one.stdout.cut() ? { cut: true } : {}),
    ...defined({ note: end.note, process: end.process }),
  }
}

function failed(reason: Reason, message: string): FailedAttempt {
  return { kind: 'failed', reason, message }
}

// Paths below a file, and links to themselves, fail as well.
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
