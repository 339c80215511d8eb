// Reads short texts directly and long ones in a worker thread: a parser does not pause, and requests about other files
// must be served meanwhile. The thread reads texts and runs none of them.

import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { problem } from '../../contract/problems.ts'
import { codeFolder } from '../codeFolder.ts'
import type { DocumentInput, HookDocument } from '../document.ts'
import { NOT_READ } from '../opaque.ts'
import { readDocument } from '../read.ts'
import type { TextReader } from '../reading.ts'
import type { SpottedDocument } from '../spots.ts'
import { understandDocument } from '../understand.ts'
import { isLong } from '../yieldTurn.ts'
import type { ThreadAnswer, ThreadData, ThreadRequest } from './messages.ts'

export type ThreadReader = TextReader & {
  /** Ends the thread; pending requests are never settled. */
  close(): void
}

/** The heap limit of the parsers in MB; a text that takes more is not analyzed. */
const MOST_HEAP_MB = 2048
/** A thread that is idle for this long, in milliseconds, ends and frees its memory. */
const IDLE_MS = 60_000

type Waiting = {
  readonly request: ThreadRequest
  readonly resolve: (document: HookDocument) => void
  readonly reject: (error: Error) => void
}

/** Opens a reader with a thread that starts with the first long text. */
export function openReading(heapMb = MOST_HEAP_MB): ThreadReader {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let last = 0
  return {
    read: (input) => (isLong(input.text) ? inThread('read', input) : readDocument(input)),
    understand: (input) =>
      isLong(input.text)
        ? (inThread('understand', input) as Promise<SpottedDocument>)
        : understandDocument(input),
    close: end,
  }

  function inThread(kind: ThreadRequest['kind'], input: DocumentInput): Promise<HookDocument> {
    const request = { ...input, id: ++last, kind, called: input.called && plain(input.called) }
    const { promise, resolve, reject } = Promise.withResolvers<HookDocument>()
    waiting.set(request.id, { request, resolve, reject })
    send(request)
    return promise
  }

  function send(request: ThreadRequest): void {
    clearTimeout(idle)
    worker ??= start()
    worker.ref()
    worker.postMessage(request)
  }

  function start(): Worker {
    const built = new URL('./readerThread.js', import.meta.url)
    const entry = existsSync(built) ? built : new URL('./readerThread.ts', import.meta.url)
    const folder = codeFolder()
    const data: ThreadData = { cache: folder === undefined ? undefined : dirname(folder) }
    const started = new Worker(entry, {
      workerData: data,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      // Standard output may be the connection to an editor.
      stdout: true,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    })
    started.on('message', hear)
    // An exit event follows.
    started.on('error', () => {})
    started.on('exit', () => {
      if (worker === started) lost()
    })
    return started
  }

  function hear({ id, document, error }: ThreadAnswer): void {
    const wanted = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) rest()
    if (document !== undefined) wanted?.resolve(document)
    else wanted?.reject(new Error(error))
  }

  // The thread ran out of memory: texts are read in request order, so the first pending one caused it.
  function lost(): void {
    worker = undefined
    const [first, ...others] = waiting.values()
    if (first === undefined) return
    waiting.delete(first.request.id)
    first.resolve(notAnalyzed(first.request))
    for (const { request } of others) send(request)
  }

  function rest(): void {
    worker?.unref()
    idle = setTimeout(end, IDLE_MS)
    idle.unref()
  }

  function end(): void {
    clearTimeout(idle)
    const ending = worker
    worker = undefined
    void ending?.terminate()
  }
}

function plain({ callers, language, byNode }: NonNullable<DocumentInput['called']>): ThreadRequest['called'] {
  return { callers: callers.map(({ dialect, entry }) => ({ host: dialect.id, entry })), language, byNode }
}

function notAnalyzed({ path }: ThreadRequest): SpottedDocument {
  const message = 'Reading it takes too much memory, so it is not analyzed.'
  return {
    ...{ path, language: 'other', shape: 'undecided', sites: [], imports: [], tools: [], spots: [] },
    opaque: [NOT_READ],
    problems: [{ ...problem('file.too-large', path, message), severity: 'info' }],
  }
}
