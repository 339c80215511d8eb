// Restricts a hook's thread to descriptors that were opened in it. All others belong to the runtime or to another hook:
// closing one would crash the whole process, and reading from one would consume the runtime's input.
// Direct system calls (native code, WebAssembly with system access) are not covered.

import type { EventEmitter } from 'node:events'
import fs from 'node:fs'
import module from 'node:module'
import tty from 'node:tty'

type Call = (...args: unknown[]) => unknown

/** Functions of node:fs whose first argument is, or may be, a descriptor. */
const TAKES = [
  'appendFile',
  'close',
  'fchmod',
  'fchown',
  'fdatasync',
  'fsync',
  'ftruncate',
  'futimes',
  'read',
  'readFile',
  'readv',
  'truncate',
  'write',
  'writeFile',
  'writev',
] as const

/** Internal bindings still available through `process.binding` that accept descriptors. */
const BINDINGS = new Set([
  'fs',
  'pipe_wrap',
  'process_wrap',
  'spawn_sync',
  'tcp_wrap',
  'tty_wrap',
  'udp_wrap',
])

// No prototype, and accessed by index only, so that hooks that patch Set or Object cannot affect it.
const own: Record<number, true> = Object.create(null)
const { apply, construct, get } = Reflect

/** Prevents hooks of this thread from closing or using descriptors that they have not opened. */
export function guardDescriptors(): void {
  noteOpened()
  for (const name of TAKES) {
    for (const form of [name, `${name}Sync`]) guard(form, name === 'close')
  }
  guardHandles()
  const { binding } = process as unknown as { binding: (name: string) => unknown }
  Reflect.set(process, 'binding', (name: unknown) => {
    if (!BINDINGS.has(String(name))) return binding(String(name))
    throw new Error(`process.binding('${String(name)}') is not for hooks: use node:fs and node:net`)
  })
  module.syncBuiltinESMExports()
}

function noteOpened(): void {
  const { open, openSync, promises } = fs
  fs.openSync = (...args) => {
    const descriptor = openSync(...args)
    own[descriptor] = true
    return descriptor
  }
  Reflect.set(
    fs,
    'open',
    wrapped(open, (original, self, args) => {
      const done = args.at(-1)
      if (typeof done !== 'function') return apply(original, self, args)
      args[args.length - 1] = (error: unknown, descriptor: number) => {
        if (!error) own[descriptor] = true
        apply(done as Call, undefined, [error, descriptor])
      }
      return apply(original, self, args)
    }),
  )
  const opened = promises.open
  promises.open = async (...args) => {
    const handle = await opened(...args)
    const descriptor = handle.fd
    own[descriptor] = true
    const emitter: EventEmitter = handle as never
    emitter.once('close', () => delete own[descriptor])
    return handle
  }
}

function guard(name: string, closes: boolean): void {
  const original: unknown = get(fs, name)
  if (typeof original !== 'function') return
  Reflect.set(
    fs,
    name,
    wrapped(original as Call, (call, self, args) => {
      const [descriptor] = args
      if (typeof descriptor !== 'number') return apply(call, self, args)
      mine(name, descriptor)
      if (closes) delete own[descriptor]
      return apply(call, self, args)
    }),
  )
}

// Sockets and terminals close the descriptor they were created with.
function guardHandles(): void {
  const { binding } = process as unknown as { binding: (name: string) => Record<string, unknown> }
  for (const [wrap, name] of [
    ['pipe_wrap', 'Pipe'],
    ['tcp_wrap', 'TCP'],
    ['udp_wrap', 'UDP'],
  ] as const) {
    const { prototype } = binding(wrap)[name] as { prototype: { open: Call } }
    const { open } = prototype
    prototype.open = function taken(this: unknown, ...args) {
      hand('a socket', args[0])
      return apply(open, this, args)
    }
  }
  for (const name of ['ReadStream', 'WriteStream'] as const) {
    const made = (original: object, args: unknown[], target?: unknown) => {
      hand(`tty.${name}`, args[0])
      return construct(original as new () => object, args, target as new () => object)
    }
    const original = tty[name]
    const guarded = new Proxy(original, {
      apply: (_original, _self, args) => made(original, args, original),
      construct: (_original, args, target) => made(original, args, target),
    })
    Reflect.set(tty, name, guarded)
  }
}

/** Transfers a descriptor to an object that will close it. */
function hand(what: string, descriptor: unknown): void {
  if (typeof descriptor !== 'number') return
  mine(what, descriptor)
  delete own[descriptor]
}

function mine(what: string, descriptor: number): void {
  if (own[descriptor]) return
  const message = `EBADF: descriptor ${descriptor} was not opened by this hook; ${what} takes only descriptors that it opened`
  throw Object.assign(new Error(message), { code: 'EBADF', syscall: what })
}

// A proxy preserves other properties of Node's functions, such as their promisified form.
function wrapped<F extends Call | typeof fs.open>(
  original: F,
  run: (original: Call, self: unknown, args: unknown[]) => unknown,
): F {
  return new Proxy(original, { apply: (call, self, args: unknown[]) => run(call as Call, self, args) })
}
