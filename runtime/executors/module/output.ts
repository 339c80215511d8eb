// Captures what hooks print, per call, so that it goes into the trace and not to the
// runtime's own stdout. Output outside of any call is dropped.

import fs from 'node:fs'
import module from 'node:module'
import { descriptorOfPath } from './descriptors.ts'

/** Limit of characters kept of one call's stdout or stderr. */
const CAP = 1024 * 1024

export type Printing = { stdout: number; stderr: number }
export type Send = (to: 'stdout' | 'stderr', text: string, cut: boolean) => void

/** Prevents everything in this thread from writing to the process's own stdout or stderr. */
export function catchOutput(
  current: () => { readonly printed: Printing; readonly print: Send } | undefined,
): void {
  for (const to of ['stdout', 'stderr'] as const) {
    process[to].write = (chunk: string | Uint8Array, encoding?: unknown, callback?: unknown) => {
      take(to, chunk)
      const then = typeof encoding === 'function' ? encoding : callback
      if (typeof then === 'function') queueMicrotask(() => then())
      return true
    }
  }
  catchDescriptors()

  function take(to: 'stdout' | 'stderr', chunk: unknown): void {
    const call = current()
    if (call === undefined) return
    const before = call.printed[to]
    if (before > CAP) return
    const text = textOf(chunk)
    call.printed[to] = before + text.length
    const cut = before + text.length > CAP
    call.print(to, cut ? text.slice(0, CAP - before) : text, cut)
  }

  // `fs.writeSync(1, …)` would bypass the streams and corrupt the protocol on the runtime's own stdout.
  function catchDescriptors(): void {
    const { writeSync, write } = fs
    const stream = (target: unknown) => {
      const descriptor = typeof target === 'number' ? target : descriptorOfPath(target)
      return descriptor === 1 ? 'stdout' : descriptor === 2 ? 'stderr' : undefined
    }
    fs.writeSync = ((...args: Parameters<typeof writeSync>) => {
      const to = stream(args[0])
      if (to === undefined) return writeSync(...args)
      take(to, args[1])
      return lengthOf(args[1])
    }) as typeof writeSync
    for (const name of ['writeFileSync', 'appendFileSync'] as const) {
      const original = fs[name]
      fs[name] = (...args) => {
        const to = stream(args[0])
        return to === undefined ? Reflect.apply(original, fs, args) : take(to, args[1])
      }
    }
    fs.write = new Proxy(write, {
      apply(original, self, args: unknown[]) {
        const to = stream(args[0])
        if (to === undefined) return Reflect.apply(original, self, args)
        take(to, args[1])
        const then = args.at(-1)
        if (typeof then === 'function') queueMicrotask(() => then(null, lengthOf(args[1]), args[1]))
      },
    })
    module.syncBuiltinESMExports()
  }
}

function textOf(chunk: unknown): string {
  if (typeof chunk === 'string') return chunk
  return ArrayBuffer.isView(chunk)
    ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString()
    : String(chunk)
}

function lengthOf(chunk: unknown): number {
  return typeof chunk === 'string'
    ? Buffer.byteLength(chunk)
    : ArrayBuffer.isView(chunk)
      ? chunk.byteLength
      : 0
}
