// The thread's end of startThread: the data it was started with, and its message channel.

import { takeLine } from './privateLine.ts'

export type ThisThread<Message, Answer> = {
  readonly data: unknown
  post(answer: Answer): void
  hear(listener: (message: Message) => void): void
}

/** The current thread. Throws in a thread that was not started by startThread. */
export function thisThread<Message, Answer>(): ThisThread<Message, Answer> {
  const line = takeLine()
  if (line === undefined) throw new Error('this is the code of a thread; startThread() starts it')
  return {
    data: line.data,
    post: (answer) => line.post(answer),
    hear: (listener) => line.hear((message) => listener(message as Message)),
  }
}
