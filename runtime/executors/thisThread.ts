// The other end of startThread: what the thread was given, and how it talks to whoever started it.

import { takeLine } from './privateLine.ts'

export type ThisThread<Message, Answer> = {
  readonly data: unknown
  post(answer: Answer): void
  hear(listener: (message: Message) => void): void
}

/** The thread that this code runs in. Throws in a thread that startThread has not started. */
export function thisThread<Message, Answer>(): ThisThread<Message, Answer> {
  const line = takeLine()
  if (line === undefined) throw new Error('this is the code of a thread; startThread() starts it')
  return {
    data: line.data,
    post: (answer) => line.post(answer),
    hear: (listener) => line.hear((message) => listener(message as Message)),
  }
}
