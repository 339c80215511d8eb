// One resident python3: starting it, exchanging lines of JSON with it, ending it. It does not choose what runs there.

import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Groups } from '../groups.ts'
import { signalGroup } from '../processes.ts'
import { programPath } from '../programPath.ts'
import { type Confinement, tell, waiting } from '../sandbox/confinement.ts'
import type { ConfinedRun } from '../sandbox/openSandbox.ts'
import { type HostMessage, hostMessageOf, readLines } from './hostMessages.ts'

export type InterpreterOptions = {
  readonly python: string
  readonly root: string
  readonly env: Readonly<Record<string, string>>
  readonly memoryLimitBytes: number
  readonly graceMs: number
  readonly groups: Groups
  /** The sandbox for the interpreter, if it needs one. */
  readonly confine?: ((run: ConfinedRun) => Confinement) | undefined
  /** Set if a debugger starts the host; the start then has no time limit. */
  readonly waits?: DebuggedStart | undefined
}

export type DebuggedStart = {
  /** Arguments before the host's own file. */
  readonly argv: readonly string[]
  /** Called with the latest stderr output of the host whenever there is more. */
  readonly onStderr: (stderr: string) => void
}

export type InterpreterEvents = {
  message(message: HostMessage): void
  /** Called once, when the process has ended: a short reason, and the end of its stderr output. */
  ended(why: string, stderr: string): void
  /** No sandbox is available, for this reason; the process ends. */
  refused(why: string): void
}

/** The host's progress in shared memory; readable whatever state the host is in, and after its death. */
export type Marks = {
  /** The call whose code is running; 0 for none. */
  readonly running: number
  readonly steps: number
  /** The last call that was begun. */
  readonly begun: number
}

export type Interpreter = {
  send(line: string): void
  marks(): Marks | undefined
  /** Whether the interpreter keeps this process alive. */
  hold(yes: boolean): void
  kill(): void
  /** Lets it exit by itself, and kills it after the grace period. */
  leave(): void
  readonly gone: Promise<void>
}

/** How many characters of its stderr are kept. */
const TAIL = 8192
/** How long its pipes may stay open after it has exited, in milliseconds. */
const STREAMS_MS = 100
const MARKS_BYTES = 24
/** Descriptor from which a sandboxed interpreter reads its command. */
const CONTROL_DESCRIPTOR = 6

/** Starts a python3 with the host of Kaizen's hook classes. */
export function startInterpreter(options: InterpreterOptions, events: InterpreterEvents): Interpreter {
  const { groups, graceMs } = options
  const gone = Promise.withResolvers<void>()
  const marksFile = openMarks(groups.folder ?? tmpdir())
  let tail = ''
  let over = false
  let leaving: NodeJS.Timeout | undefined

  const argv = ['-u', ...(options.waits?.argv ?? []), hostFile(), String(options.memoryLimitBytes)]
  const confinement = options.confine?.({ file: options.python, argv, reads: [dirname(hostFile())] })
  const child = spawnHost(options, argv, marksFile ?? 'ignore', confinement !== undefined)
  const pid = child instanceof Error ? undefined : child.pid
  const streams = child instanceof Error ? [] : ((child.stdio ?? []) as unknown as readonly (Socket | null)[])
  const [, stdout, stderr, toHost, fromHost] = streams
  if (child instanceof Error) setImmediate(end, whyNotStarted(options, child))
  else {
    child.once('error', (error) => end(whyNotStarted(options, error)))
    child.once('exit', (code, signal) => {
      kill()
      // Its last output may still be in the pipes.
      const timer = setTimeout(end, STREAMS_MS, signal ?? `exit code ${code}`)
      child.once('close', () => {
        clearTimeout(timer)
        end(signal ?? `exit code ${code}`)
      })
    })
    child.unref()
    if (confinement !== undefined && child.pid !== undefined) {
      tell(child, CONTROL_DESCRIPTOR, confinement, (why) => {
        if (over) return
        events.refused(why)
        kill()
      })
    }
  }
  if (pid !== undefined) groups.add(pid)
  for (const stream of streams) stream?.on('error', () => {}).unref()
  stdout?.resume()
  stderr?.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString()).slice(-TAIL)
    options.waits?.onStderr(tail)
  })
  // A hook wrote into the pipe where a line is none of the host's, so the rest of the stream is unreliable.
  if (fromHost) readLines(fromHost, hear, kill)

  return {
    send(line) {
      if (!over) toHost?.write(line)
    },
    marks: () => (marksFile === undefined || over ? undefined : readMarks(marksFile)),
    hold(yes) {
      if (yes) fromHost?.ref()
      else fromHost?.unref()
    },
    kill,
    leave() {
      if (over) return
      // From here on the caller awaits the exit, so the process must be kept alive.
      if (!(child instanceof Error)) child.ref()
      toHost?.end()
      leaving = setTimeout(kill, graceMs)
    },
    gone: gone.promise,
  }

  function hear(line: string): boolean {
    const message = hostMessageOf(line)
    if (message !== undefined) events.message(message)
    return message !== undefined
  }

  function kill(): void {
    if (pid !== undefined && !over) signalGroup(pid, 'SIGKILL')
  }

  function end(why: string): void {
    if (over) return
    clearTimeout(leaving)
    events.ended(why, tail)
    over = true
    if (pid !== undefined) groups.remove(pid)
    for (const stream of streams) stream?.destroy()
    if (marksFile !== undefined) closeSync(marksFile)
    confinement?.over()
    gone.resolve()
  }
}

function spawnHost(
  options: InterpreterOptions,
  argv: readonly string[],
  marks: number | 'ignore',
  confined: boolean,
): ChildProcess | Error {
  const env = { ...options.env, ...options.groups.env }
  const program = confined
    ? waiting(CONTROL_DESCRIPTOR, env)
    : { file: programPath(options.python, env), argv, env }
  try {
    return spawn(program.file, [...program.argv], {
      cwd: options.root,
      env: program.env,
      detached: true,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe', marks, confined ? 'pipe' : 'ignore'],
    })
  } catch (error) {
    return error as Error
  }
}

function whyNotStarted({ python, root }: InterpreterOptions, error: NodeJS.ErrnoException): string {
  if (!existsSync(root)) return `the workspace folder ${root} does not exist`
  if (error.code === 'ENOENT') return `${python} was not found on PATH; install Python 3.8 or newer`
  return `${python} could not be started: ${error.message}`
}

// In the source tree the host is in this file's folder, in the built product in `python/`.
function hostFile(): string {
  const built = fileURLToPath(new URL('./python/host.py', import.meta.url))
  return existsSync(built) ? built : fileURLToPath(new URL('./host.py', import.meta.url))
}

// An unlinked file shared with the child; it disappears when both have closed it.
function openMarks(folder: string): number | undefined {
  const path = join(folder, `marks-${process.pid}-${process.hrtime.bigint()}`)
  try {
    const fd = openSync(path, 'wx+', 0o600)
    unlinkSync(path)
    writeSync(fd, Buffer.alloc(MARKS_BYTES), 0, MARKS_BYTES, 0)
    return fd
  } catch {
    return undefined
  }
}

function readMarks(fd: number): Marks {
  const bytes = Buffer.alloc(MARKS_BYTES)
  readSync(fd, bytes, 0, MARKS_BYTES, 0)
  const [running, steps, begun] = [0, 8, 16].map((at) => Number(bytes.readBigInt64LE(at))) as [
    number,
    number,
    number,
  ]
  return { running, steps, begun }
}
