// Gives programs that hooks start no stream of the runtime: its stdout may carry a protocol, its stdin the requests.
// What they would print to an inherited stdout or stderr is printed as the hook's own output; an inherited stdin is empty.

import net from 'node:net'
import { ownOnly } from './descriptors.ts'

type Call = (this: unknown, ...args: unknown[]) => unknown
/** A stream of a program, as Node passes it to the system. */
type Slot = {
  readonly type: string
  readonly fd?: number | undefined
  readonly handle?: object | undefined
  readonly readable?: boolean | undefined
  readonly writable?: boolean | undefined
  readonly input?: Uint8Array | undefined
}
type Options = { readonly stdio: readonly Slot[]; readonly maxBuffer?: number }
type Handle = { onexit?: Call }
type Console = 'stdout' | 'stderr'
type PipeHandle = { close(): void }
type Piped = { readonly handle: PipeHandle; readonly to: Console }

/** Limit of bytes that a program which is waited for may print to inherited streams. */
const CAP = 64 * 1024 * 1024
/** How long the exit of a program is withheld while another process still holds its streams open. */
const DRAIN_MS = 200

// Taken here, and lists are accessed by index only, so that hooks that patch built-in objects cannot affect it.
const { apply, defineProperty } = Reflect

/** Must run before `process.binding` is guarded. Applies to every function of node:child_process. */
export function guardInherited(): void {
  const { binding } = process as unknown as { binding: (name: string) => Record<string, unknown> }
  const { Process } = binding('process_wrap') as { Process: { prototype: { spawn: Call } } }
  const { Pipe } = binding('pipe_wrap') as { Pipe: new (kind: number) => PipeHandle }
  const { prototype } = Process
  prototype.spawn = guardedSpawn(prototype.spawn, Pipe)
  const sync = binding('spawn_sync') as { spawn: Call }
  sync.spawn = guardedSpawnSync(sync.spawn)
}

function guardedSpawn(spawn: Call, Pipe: new (kind: number) => PipeHandle): Call {
  return function withoutRuntime(...given) {
    const pipes: Piped[] = []
    const pipe = (to: Console) => {
      const handle = new Pipe(0)
      put(pipes, { handle, to })
      return { type: 'pipe', handle }
    }
    // Since 24.21 Node passes the streams by position, before as a field.
    const [first, args, cwd, env, streams, ...rest] = given
    const isField = typeof first === 'object' && first !== null
    const stdio = replaced(isField ? (first as Options).stdio : (streams as Options['stdio']), pipe)
    const passed = isField ? [{ ...first, stdio }] : [first, args, cwd, env, stdio, ...rest]
    const failed = apply(spawn, this, passed)
    if (failed) for (const { handle } of pipes) handle.close()
    else if (pipes.length > 0) exitAfter(this as Handle, pipes.map(reader))
    return failed
  }
}

function guardedSpawnSync(spawn: Call): Call {
  return function withoutRuntime(options) {
    const printed: { readonly to: Console; readonly at: number }[] = []
    const stdio = replaced((options as Options).stdio, (to, at) => {
      put(printed, { to, at })
      return { type: 'pipe', readable: false, writable: true }
    })
    const { maxBuffer = 0 } = options as Options
    const limit = printed.length > 0 && maxBuffer < CAP ? { maxBuffer: CAP } : {}
    const ended = apply(spawn, this, [{ ...(options as Options), stdio, ...limit }])
    const { output } = ended as { output?: (Uint8Array | null)[] | null }
    for (let place = 0; output && place < printed.length; place++) {
      const { to = 'stdout', at = 0 } = printed[place] ?? {}
      const text = output[at]
      if (text) process[to].write(text)
      output[at] = null
    }
    return ended
  }
}

/** The streams of a program, with those of the runtime replaced. Each is read once: a hook may have made them. */
function replaced(stdio: readonly Slot[], pipe: (to: Console, at: number) => Slot): readonly Slot[] {
  const slots: Slot[] = []
  for (let at = 0; at < stdio.length; at++) {
    const { type, fd, handle, readable, writable, input } = stdio[at] ?? { type: 'ignore' }
    const slot = { type, fd, handle, readable, writable, input }
    // The system takes every other type for a descriptor.
    if (type === 'ignore' || type === 'pipe' || type === 'overlapped' || type === 'wrap') put(slots, slot)
    else {
      const descriptor = +(fd ?? at) | 0
      if (descriptor === 0) put(slots, { type: 'ignore' })
      else if (descriptor === 1 || descriptor === 2)
        put(slots, pipe(descriptor === 1 ? 'stdout' : 'stderr', at))
      else {
        ownOnly('a program', descriptor)
        put(slots, { type: 'fd', fd: descriptor })
      }
    }
  }
  return slots
}

function put<T>(list: T[], value: T): void {
  defineProperty(list, list.length, { value, writable: true, enumerable: true, configurable: true })
}

function reader({ handle, to }: Piped): net.Socket {
  const socket = new net.Socket({ handle, readable: true, writable: false } as net.SocketConstructorOpts)
  socket.on('data', (printed) => process[to].write(printed))
  socket.on('error', () => {})
  return socket
}

// With inherited streams everything is printed before the exit is reported; with pipes it could come afterwards.
function exitAfter(child: Handle, readers: readonly net.Socket[]): void {
  const { onexit } = child
  if (onexit === undefined) return
  child.onexit = (...args) => {
    let left = readers.length
    const timer = setTimeout(report, DRAIN_MS)
    for (const socket of readers) {
      if (socket.closed) closed()
      else socket.once('close', closed)
    }

    function closed() {
      left--
      if (left === 0) report()
    }
    function report() {
      if (left < 0) return
      left = -1
      clearTimeout(timer)
      if (onexit !== undefined) apply(onexit, child, args)
    }
  }
}
