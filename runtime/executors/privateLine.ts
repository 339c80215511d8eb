// The line between a thread of ours and whoever started it. Code that the thread runs later does not find its end:
// not as `parentPort`, not in `workerData`, not among the active handles. What is said on it is the two ends' business.

import module from 'node:module'
import threads, {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  type Transferable,
} from 'node:worker_threads'

type Given = { readonly port: MessagePort; readonly data: unknown }

/** What a `Worker` is to be started with so that it has the other end, and whatever else it is given. */
export type Shared = { readonly workerData: Given; readonly transferList: [MessagePort] }

/** The end of whoever starts the thread. */
export function openLine(data: unknown): { readonly port: MessagePort; readonly shared: Shared } {
  const { port1, port2 } = new MessageChannel()
  return { port: port1, shared: { workerData: { port: port2, data }, transferList: [port2] } }
}

/** Hears what the thread said before it ended, and closes the line. */
export function closeLine(port: MessagePort, hear: (message: unknown) => void): void {
  for (let left = receiveMessageOnPort(port); left !== undefined; left = receiveMessageOnPort(port)) {
    hear(left.message)
  }
  port.close()
}

export type PrivateLine = {
  /** What the thread was started with. */
  readonly data: unknown
  post(message: unknown, transfer?: readonly Transferable[]): void
  hear(listener: (message: unknown) => void): void
}

/** The thread's own end, before anybody else can take it. Undefined where this is no such thread. */
export function takeLine(): PrivateLine | undefined {
  const given: unknown = threads.workerData
  if (!isGiven(given)) return undefined
  const { port, data } = given
  Reflect.set(threads, 'workerData', undefined)
  module.syncBuiltinESMExports()
  hide(port)
  // Bound now: what a hook does to the prototype of ports does not get it this one.
  return { data, post: port.postMessage.bind(port), hear: (listener) => port.on('message', listener) }
}

function isGiven(value: unknown): value is Given {
  return typeof value === 'object' && value !== null && 'port' in value && 'data' in value
}

// Debugging aids of Node that hand out the handles themselves.
function hide(port: MessagePort): void {
  const handles: unknown = Reflect.get(process, '_getActiveHandles')
  if (typeof handles !== 'function') return
  Reflect.set(process, '_getActiveHandles', () => {
    const found: unknown = Reflect.apply(handles, process, [])
    return Array.isArray(found) ? found.filter((handle) => handle !== port) : found
  })
}
