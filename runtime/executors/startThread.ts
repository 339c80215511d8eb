// Starts a thread that runs Hookbench's own code and exchanges messages with
// it. The caller defines messages and time-outs.

import v8 from 'node:v8'
import { type Transferable, Worker } from 'node:worker_threads'
import { withoutVariables } from './droppedVariables.ts'
import { inherited } from './environment.ts'
import { closeLine, openLine } from './privateLine.ts'

export type ThreadOptions<Answer> = {
  /** Passed to the thread at its start. */
  readonly data: unknown
  /** Variables added to the inherited ones. */
  readonly env: NodeJS.ProcessEnv
  /** Names of inherited variables that are not passed on. */
  readonly drop?: readonly string[]
  readonly hear: (message: Answer) => void
  /** Called once, after the last message, if the thread ends without a call of `end`. */
  readonly broke: (why: string) => void
}

export type StartedThread<Message> = {
  post(message: Message, transfer?: readonly Transferable[]): void
  /** Bytes of heap and of external memory. Works even while the thread's event loop is blocked. */
  memory(): Promise<number>
  /** Terminates the thread in any state. Every message it sent has been delivered when this resolves. */
  end(): Promise<void>
}

// V8 (Node 24) unrolls some allocating loops into code that no longer checks for interrupts; a
// thread in such a loop could be neither measured nor terminated.
v8.setFlagsFromString('--no-turboshaft-loop-unrolling')

/** Starts the module at `entry` in a thread, which keeps this process alive until it ends. */
export function startThread<Message, Answer>(
  entry: URL,
  { data, env, drop = [], hear, broke }: ThreadOptions<Answer>,
): StartedThread<Message> {
  const { port, shared } = openLine(data)
  const worker = new Worker(entry, {
    ...shared,
    env: inherited({ ...withoutVariables(process.env, drop), ...env }),
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // Not read: the thread itself captures what its code prints. Set so that nothing reaches this process's streams.
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
