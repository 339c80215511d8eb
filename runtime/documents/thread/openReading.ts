// Reads short texts directly and long ones in a worker thread: a parser does not pause, and requests about other files
// must be served meanwhile. The thread reads texts, one after the other, and runs none of them. Of the versions of a file
// that wait for their turn only the last one is understood: while a user types, one analysis takes many keystrokes.

import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { problem } from '../../contract/problems.ts'
import { codeFolder } from '../codeFolder.ts'
import type { DocumentInput, HookDocument } from '../document.ts'
import { NOT_READ } from '../opaque.ts'
import { readDocument } from '../read.ts'
import { Superseded, type TextReader } from '../reading.ts'
import type { SpottedDocument } from '../spots.ts'
import { followDocument, understandDocument } from '../understand.ts'
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
  const queue: Waiting[] = []
  let current: Waiting | undefined
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let last = 0
  return {
    read: (input) => (isLong(input.text) ? inThread('read', input) : readDocument(input)),
    understand: (input) =>
      isLong(input.text)
        ? (inThread('understand', input) as Promise<SpottedDocument>)
        : understandDocument(input),
    // The thread has followed what it understood.
    follow: async (input, document) =>
      isLong(input.text) ? document : await followDocument(input, document),
    close: end,
  }

  function inThread(kind: ThreadRequest['kind'], input: DocumentInput): Promise<HookDocument> {
    const request = { ...input, id: ++last, kind, called: input.called && plain(input.called) }
    const { promise, resolve, reject } = Promise.withResolvers<HookDocument>()
    const superseded = queue.filter((one) => isOlder(one.request, request))
    const [first] = superseded
    // A file that is typed in keeps its turn.
    queue.splice(first === undefined ? queue.length : queue.indexOf(first), 0, { request, resolve, reject })
    for (const one of superseded) {
      queue.splice(queue.indexOf(one), 1)
      one.reject(new Superseded(request.path))
    }
    next()
    return promise
  }

  function next(): void {
    if (current !== undefined) return
    current = queue.shift()
    if (current === undefined) return
    clearTimeout(idle)
    worker ??= start()
    worker.ref()
    try {
      worker.postMessage(current.request)
    } catch (error) {
      current.reject(error as Error)
      current = undefined
      next()
    }
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
    if (current?.request.id !== id) return
    const { resolve, reject } = current
    current = undefined
    if (document !== undefined) resolve(document)
    else reject(new Error(error))
    if (queue.length === 0) rest()
    else next()
  }

  // The thread ran out of memory with the text that it was reading.
  function lost(): void {
    worker = undefined
    const failed = current
    current = undefined
    failed?.resolve(notAnalyzed(failed.request))
    next()
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
    current = undefined
    void ending?.terminate()
  }
}

function isOlder(one: ThreadRequest, later: ThreadRequest): boolean {
  const isWhole = ({ kind, embedded }: ThreadRequest) => kind === 'understand' && embedded !== true
  return isWhole(one) && isWhole(later) && one.path === later.path && one.text !== later.text
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
