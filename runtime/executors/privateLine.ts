// A private message channel between a thread and the code that started it. Code that the thread runs later cannot reach
// its end through `parentPort`, `workerData` or the active handles. Message contents are up to the two ends.

import asyncHooks from 'node:async_hooks'
import module from 'node:module'
import threads, {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  type Transferable,
} from 'node:worker_threads'
import { withOwnMethods } from './ownMethods.ts'

type Given = { readonly port: MessagePort; readonly data: unknown }

/** Options for `new Worker` that pass the other end of the channel, and the data, to the thread. */
export type Shared = { readonly workerData: Given; readonly transferList: [MessagePort] }

/** Opens a channel; `port` is the starter's end. */
export function openLine(data: unknown): { readonly port: MessagePort; readonly shared: Shared } {
  const { port1, port2 } = new MessageChannel()
  return { port: port1, shared: { workerData: { port: port2, data }, transferList: [port2] } }
}

/** Delivers the messages that the thread sent before it ended, then closes the port. */
export function closeLine(port: MessagePort, hear: (message: unknown) => void): void {
  for (let left = receiveMessageOnPort(port); left !== undefined; left = receiveMessageOnPort(port)) {
    hear(left.message)
  }
  port.close()
}

export type PrivateLine = {
  /** The data passed when the thread was started. */
  readonly data: unknown
  post(message: unknown, transfer?: readonly Transferable[]): void
  hear(listener: (message: unknown) => void): void
}

/** Takes the thread's own end, before other code can. Undefined in a thread that was not started with `openLine`. */
export function takeLine(): PrivateLine | undefined {
  const given: unknown = threads.workerData
  if (!isGiven(given)) return undefined
  const { port, data } = given
  Reflect.set(threads, 'workerData', undefined)
  hide(port)
  module.syncBuiltinESMExports()
  withOwnMethods(port)
  return { data, post: port.postMessage.bind(port), hear: (listener) => port.on('message', listener) }
}

function isGiven(value: unknown): value is Given {
  return typeof value === 'object' && value !== null && 'port' in value && 'data' in value
}

// Node's debugging APIs would return the port itself.
function hide(port: MessagePort): void {
  const handles: unknown = Reflect.get(process, '_getActiveHandles')
  if (typeof handles === 'function') {
    Reflect.set(process, '_getActiveHandles', () => {
      const found: unknown = Reflect.apply(handles, process, [])
      return Array.isArray(found) ? found.filter((handle) => handle !== port) : found
    })
  }
  const { executionAsyncResource } = asyncHooks
  asyncHooks.executionAsyncResource = () => {
    const found = executionAsyncResource()
    return found === port ? {} : found
  }
}
