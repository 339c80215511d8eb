// Starts a thread of our own code and talks to it. What it is for, and what its silence means, is the caller's business.

import v8 from 'node:v8'
import { type Transferable, Worker } from 'node:worker_threads'
import { withoutVariables } from './droppedVariables.ts'
import { inherited } from './environment.ts'
import { closeLine, openLine } from './privateLine.ts'

export type ThreadOptions<Answer> = {
  /** Given to the thread at its start. */
  readonly data: unknown
  /** Variables beside those that are inherited. */
  readonly env: NodeJS.ProcessEnv
  /** Names of inherited variables that are not passed on. */
  readonly drop?: readonly string[]
  readonly hear: (message: Answer) => void
  /** Called once, after the last message: it has ended without being told to. */
  readonly broke: (why: string) => void
}

export type StartedThread<Message> = {
  post(message: Message, transfer?: readonly Transferable[]): void
  /** Bytes of heap and of memory outside it. Answers while the thread's event loop is blocked, too. */
  memory(): Promise<number>
  /** Ends it, wherever it is. When it is gone, every message it sent has been heard. */
  end(): Promise<void>
}

// V8 unrolls some allocating loops into code that no longer looks for interrupts (Node 24): such a thread cannot be
// measured or ended.
v8.setFlagsFromString('--no-turboshaft-loop-unrolling')

/** Starts the module at `entry` in a thread. It keeps this process alive until it has ended. */
export function startThread<Message, Answer>(
  entry: URL,
  { data, env, drop = [], hear, broke }: ThreadOptions<Answer>,
): StartedThread<Message> {
  const { port, shared } = openLine(data)
  const worker = new Worker(entry, {
    ...shared,
    env: inherited({ ...withoutVariables(process.env, drop), ...env }),
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // Nobody reads them: the thread catches what its code prints.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 4096 },
  })
  let error = ''
  let hasEnded = false
  const gone = new Promise<void>((resolve) => {
    worker.on('exit', (code) => {
      closeLine(port, (message) => hear(message as Answer))
      resolve()
      if (!hasEnded) broke(error === '' ? `ended with code ${code}` : error)
    })
  })
  port.on('message', hear)
  worker.on('error', (thrown: unknown) => {
    error = thrown instanceof Error ? thrown.message : String(thrown)
  })
  return {
    post: (message, transfer = []) => port.postMessage(message, transfer),
    async memory() {
      try {
        const { used_heap_size: heap, external_memory: outside } = await worker.getHeapStatistics()
        return heap + outside
      } catch {
        return 0
      }
    },
    async end() {
      hasEnded = true
      await worker.terminate()
      await gone
    },
  }
}
