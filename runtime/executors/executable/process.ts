// Runs one process in its own group: text in, bytes out, and no process of the group left at the end.
// Independent of hooks; does not interpret the output.

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import crossSpawn from 'cross-spawn'
import type { Groups } from '../groups.ts'
import { signalGroup } from '../processes.ts'
import { programPath } from '../programPath.ts'
import { type Confinement, tell, waiting } from '../sandbox/confinement.ts'
import { collect, type ExecutableOutput } from './output.ts'
import type { Pipes } from './pipes.ts'

export type ProcessRequest = {
  readonly file: string
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** The text for stdin. */
  readonly input: string
  /** Limit of bytes kept per stream. */
  readonly outputCap: number
  /** Time between SIGTERM and SIGKILL, in milliseconds. */
  readonly graceMs: number
  readonly groups: Groups
  readonly pipes: Pipes
  /**
   * Called right after the start, when an objection kills the process, and again at
   * its end, because a script is read while it runs.
   */
  readonly objection: () => string | undefined
  /** The sandbox, if the process runs in one. */
  readonly confinement?: Confinement | undefined
}

export type ProcessEnd =
  | {
      readonly kind: 'ended'
      readonly exitCode: number | undefined
      readonly signal: NodeJS.Signals | undefined
      /** The stream that exceeded the output limit, if one did. */
      readonly flooded: 'stdout' | 'stderr' | undefined
    }
  | { readonly kind: 'unstarted'; readonly error: NodeJS.ErrnoException }
  | { readonly kind: 'objected'; readonly objection: string }

export type RunningProcess = {
  readonly stdout: ExecutableOutput
  readonly stderr: ExecutableOutput
  /** Ends the group with SIGTERM, then with SIGKILL after the grace period. `ended` is still called. */
  stop(): void
  /** Settles when no process of the group is left. */
  readonly gone: Promise<void>
}

/**
 * How long the streams may stay open after the process has exited, in milliseconds; a grandchild may hold them forever.
 */
const STREAMS_MS = 100
/** How often the streams are read again after that while they yield data; one or two reads empty a pipe. */
const LOOKS = 8

/** Descriptor from which a sandboxed process reads its command. */
const CONTROL_DESCRIPTOR = 3
const PIPES = ['pipe', 'pipe', 'pipe'] as const

// Windows ignores shebang lines; there cross-spawn finds the interpreter.
const start: (file: string, argv: readonly string[], options: SpawnOptions) => ChildProcess =
  process.platform === 'win32' ? crossSpawn : spawn

/** Starts a process. `ended` is called exactly once, and always after this function has returned. */
export function startProcess(request: ProcessRequest, ended: (end: ProcessEnd) => void): RunningProcess {
  const { groups, graceMs, confinement } = request
  const stdout = collect(request.outputCap)
  const stderr = collect(request.outputCap)
  const gone = Promise.withResolvers<void>()
  let timer: NodeJS.Timeout | undefined
  let flooded: 'stdout' | 'stderr' | undefined
  let stopped = false
  let over = false
  let refused: string | undefined
  // Exit, end of stdout, end of stderr: the process is over when all three have occurred.
  let awaited = 3
  let received = 0

  const pipes = request.pipes.take(request.input)
  const child = spawnChild(request, pipes?.stdio)
  pipes?.handOver()
  const streams = pipes ?? (child instanceof Error ? undefined : child)
  const stdin = child instanceof Error ? null : child.stdin
  // A hook need not read its input, so errors about a closed pipe are ignored.
  stdin?.on('error', () => {})

  if (child instanceof Error) process.nextTick(finish, { kind: 'unstarted', error: child })
  else if (child.pid === undefined) child.once('error', (error) => finish({ kind: 'unstarted', error }))
  else attend(child, child.pid)
  return { stdout, stderr, stop, gone: gone.promise }

  function attend(child: ChildProcess, pid: number): void {
    groups.add(pid)
    child.on('error', () => {})
    const objection = request.objection()
    if (objection !== undefined) {
      signalGroup(pid, 'SIGKILL')
      child.once('exit', () => finish({ kind: 'objected', objection }))
      return
    }
    streams?.stdout
      ?.on('data', (chunk: Buffer) => hear(stdout, chunk) || flood('stdout'))
      .once('close', arrived)
    streams?.stderr
      ?.on('data', (chunk: Buffer) => hear(stderr, chunk) || flood('stderr'))
      .once('close', arrived)
    stdin?.end(request.input)
    if (confinement !== undefined) tell(child, CONTROL_DESCRIPTOR, confinement, refuse, request.objection)
    child.once('exit', () => {
      clearTimeout(timer)
      timer = stopped ? setTimeout(end) : setTimeout(endWhenQuiet, STREAMS_MS, LOOKS)
      arrived()
    })
  }

  function hear(output: ExecutableOutput, chunk: Buffer): boolean {
    received += chunk.length
    return output.add(chunk)
  }

  // On a busy event loop the time may be up before the streams were read; data still in them counts.
  function endWhenQuiet(looks: number): void {
    const before = received
    setImmediate(() => {
      if (over) return
      if (received === before || looks === 1) end()
      else endWhenQuiet(looks - 1)
    })
  }

  function arrived(): void {
    awaited -= 1
    if (awaited === 0) end()
  }

  function stop(): void {
    if (stopped || over || pidOf(child) === undefined) return
    stopped = true
    signal('SIGTERM')
    timer = setTimeout(() => signal('SIGKILL'), graceMs)
  }

  function flood(stream: 'stdout' | 'stderr'): void {
    if (stopped) return
    flooded = stream
    stopped = true
    signal('SIGKILL')
  }

  function refuse(why: string): void {
    if (over || stopped) return
    refused = why
    stopped = true
    signal('SIGKILL')
  }

  function signal(name: NodeJS.Signals): void {
    const pid = pidOf(child)
    if (pid !== undefined) signalGroup(pid, name)
  }

  function end(): void {
    if (child instanceof Error) return
    const changed = stopped ? undefined : request.objection()
    const objection =
      refused ?? (changed && `${changed}; detected when it ended, so other bytes may have run`)
    if (objection !== undefined) finish({ kind: 'objected', objection })
    finish({
      kind: 'ended',
      exitCode: child.exitCode ?? undefined,
      signal: child.signalCode ?? undefined,
      flooded,
    })
  }

  function finish(end: ProcessEnd): void {
    if (over) return
    over = true
    clearTimeout(timer)
    // Programs that a hook started end with it; those in a session of their own end with the runtime at the latest.
    signal('SIGKILL')
    const pid = pidOf(child)
    if (pid !== undefined) groups.remove(pid)
    for (const stream of [stdin, streams?.stdout, streams?.stderr]) stream?.destroy()
    confinement?.over()
    gone.resolve()
    ended(end)
  }
}

function spawnChild(
  { file, argv, cwd, env, confinement }: ProcessRequest,
  stdio: readonly [number, number, number] | undefined,
): ChildProcess | Error {
  try {
    const options: SpawnOptions = { cwd, env, detached: true, windowsHide: true }
    if (confinement === undefined)
      return start(programPath(file, env), argv, {
        ...options,
        stdio: stdio === undefined ? 'pipe' : [...stdio],
      })
    const control = waiting(CONTROL_DESCRIPTOR, env)
    const channels = { env: control.env, stdio: [...(stdio ?? PIPES), 'pipe' as const] }
    return start(control.file, control.argv, { ...options, ...channels })
  } catch (error) {
    // Node itself rejects some requests, such as a path with a NUL byte.
    return error as Error
  }
}

function pidOf(child: ChildProcess | Error): number | undefined {
  return child instanceof Error ? undefined : child.pid
}
