// Restricts a hook's thread to descriptors that were opened in it. All others belong to the runtime or to another hook:
// closing one would crash the whole process, and reading from one would consume the runtime's input.
// Direct system calls (native code, WebAssembly with system access) are not covered.

import type { EventEmitter } from 'node:events'
import fs from 'node:fs'
import module from 'node:module'
import { basename, dirname, isAbsolute, join } from 'node:path'
import tty from 'node:tty'
import { fileURLToPath } from 'node:url'

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

/** Functions of node:fs that open both paths that they are given. */
const COPIES = ['copyFile', 'cp'] as const

/** Internal bindings still available through `process.binding` that accept descriptors, or debug this thread. */
const BINDINGS = new Set([
  'fs',
  'inspector',
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
const { lstatSync, readlinkSync, realpathSync } = fs

/** Prevents hooks of this thread from closing or using descriptors that they have not opened. */
export function guardDescriptors(): void {
  noteOpened()
  for (const name of TAKES) {
    for (const form of [name, `${name}Sync`]) guard(form, name === 'close')
  }
  for (const name of COPIES) {
    for (const [holder, form] of [
      [fs, name],
      [fs, `${name}Sync`],
      [fs.promises, name],
    ] as const) {
      const refusing = (call: Call, self: unknown, args: unknown[]) => {
        checkPath(name, args[0])
        checkPath(name, args[1])
        return apply(call, self, args)
      }
      Reflect.set(holder, form, wrapped(get(holder, form) as Call, refusing))
    }
  }
  guardHandles()
  const { binding } = process as unknown as { binding: (name: string) => unknown }
  Reflect.set(process, 'binding', (name: unknown) => {
    if (!BINDINGS.has(String(name))) return binding(String(name))
    throw new Error(`process.binding('${String(name)}') is not for hooks: use Node's modules`)
  })
  module.syncBuiltinESMExports()
}

function noteOpened(): void {
  const { open, openSync, promises } = fs
  for (const name of ['readFile', 'writeFile', 'appendFile'] as const) {
    Reflect.set(
      promises,
      name,
      wrapped(promises[name] as Call, (call, self, args) => {
        checkPath(name, args[0])
        return apply(call, self, args)
      }),
    )
  }
  fs.openSync = (...args) => {
    checkPath('open', args[0])
    const descriptor = openSync(...args)
    own[descriptor] = true
    return descriptor
  }
  Reflect.set(
    fs,
    'open',
    wrapped(open, (original, self, args) => {
      checkPath('open', args[0])
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
    checkPath('open', args[0])
    const handle = await opened(...args)
    readNumber ??= guardFileHandles(Object.getPrototypeOf(handle))
    const descriptor = apply(readNumber, handle, []) as number
    own[descriptor] = true
    const emitter: EventEmitter = handle as never
    emitter.once('close', () => delete own[descriptor])
    return handle
  }
}

let readNumber: Call | undefined

// A hook can give such an object another number: Node keeps it in a property, and uses it through this getter.
function guardFileHandles(prototype: object): Call {
  const read = Object.getOwnPropertyDescriptor(prototype, 'fd')?.get
  if (read === undefined) throw new Error('this version of Node keeps the descriptor of a file elsewhere')
  const get = function (this: object): unknown {
    const descriptor: unknown = apply(read, this, [])
    if (typeof descriptor === 'number' && descriptor >= 0) ownOnly('a file handle', descriptor)
    return descriptor
  }
  Object.defineProperty(prototype, 'fd', { get, configurable: false })
  return read
}

function guard(name: string, closes: boolean): void {
  const original: unknown = get(fs, name)
  if (typeof original !== 'function') return
  Reflect.set(
    fs,
    name,
    wrapped(original as Call, (call, self, args) => {
      const [descriptor] = args
      if (typeof descriptor !== 'number') {
        checkPath(name, descriptor)
        return apply(call, self, args)
      }
      ownOnly(name, descriptor)
      if (closes) delete own[descriptor]
      return apply(call, self, args)
    }),
  )
}

// Sockets and terminals close the descriptor they were created with.
function guardHandles(): void {
  const { binding } = process as unknown as { binding: (name: string) => Record<string, unknown> }
  // Their constructors take any descriptor, and are reachable from each of their objects.
  for (const [wrap, name] of [
    ['fs', 'FileHandle'],
    ['tty_wrap', 'TTY'],
  ] as const) {
    const { prototype } = binding(wrap)[name] as { prototype: object }
    Object.defineProperty(prototype, 'constructor', { value: Object, writable: false, configurable: false })
  }
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
  ownOnly(what, descriptor)
  delete own[descriptor]
}

function checkPath(what: string, path: unknown): void {
  const descriptor = descriptorOfPath(path)
  if (descriptor !== undefined) ownOnly(what, descriptor)
}

const STREAMS: Readonly<Record<string, number>> = {
  '/dev/stdin': 0,
  '/dev/stdout': 1,
  '/dev/stderr': 2,
}
const NUMBERED = /^\/(?:dev|proc\/(?:self|thread-self|\d+)(?:\/task\/\d+)?)\/fd\/(\d+)$/

/** How many links Linux follows. */
const LINKS = 40

/** The descriptor of this process that the path leads to, whatever links and spellings it takes. */
export function descriptorOfPath(given: unknown): number | undefined {
  if (process.platform === 'win32' || (typeof given !== 'object' && typeof given !== 'string'))
    return undefined
  try {
    let path = textOf(given)
    for (let links = 0; links < LINKS; links++) {
      // The last name is not resolved: a descriptor is itself a link, which leads on to its file or pipe.
      const folder = realpathSync.native(dirname(path))
      const place = join(folder, basename(path))
      const [, number] = NUMBERED.exec(place) ?? []
      const descriptor = number === undefined ? STREAMS[place] : Number(number)
      if (descriptor !== undefined) return descriptor
      if (!lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined
      const target = readlinkSync(place)
      path = isAbsolute(target) ? target : `${folder}/${target}`
    }
  } catch {
    // No path, or one that leads nowhere: the call itself reports that.
  }
  return undefined
}

// Whatever else Node takes as a path, it takes as an address of a file.
function textOf(path: unknown): string {
  if (typeof path === 'string') return path
  return path instanceof Uint8Array ? Buffer.from(path).toString() : fileURLToPath(path as URL)
}

/** Throws if the descriptor was not opened by a hook of this thread. */
export function ownOnly(what: string, descriptor: number): void {
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
