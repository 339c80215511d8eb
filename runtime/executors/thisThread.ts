// The other end of startThread: what the thread was given, and how it talks to whoever started it.

import { parentPort, workerData } from 'node:worker_threads'

export type ThisThread<Message, Answer> = {
  readonly data: unknown
  post(answer: Answer): void
  hear(listener: (message: Message) => void): void
}

/** The thread that this code runs in. Throws in a thread that startThread has not started. */
export function thisThread<Message, Answer>(): ThisThread<Message, Answer> {
  const port = parentPort
  if (port === null) throw new Error('this is the code of a thread; startThread() starts it')
  return {
    data: workerData,
    post: (answer) => port.postMessage(answer),
    hear: (listener) => port.on('message', listener),
  }
}
