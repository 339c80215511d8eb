// Who reads texts for whom others wait: short texts are read at once, long ones in a thread of their own, because a parser
// does not pause, and answers about other files are due meanwhile. The thread reads texts and runs nothing of them.

import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { problem } from '../contract/problems.ts'
import { codeFolder } from './codeFolder.ts'
import type { DocumentInput, HookDocument } from './document.ts'
import { readDocument } from './read.ts'
import type { SpottedDocument } from './spots.ts'
import type { ThreadAnswer, ThreadData, ThreadRequest } from './threadMessages.ts'
import { isLong } from './turns.ts'
import { understandDocument } from './understand.ts'

export type Reading = {
  /** As `readDocument` does. */
  read(input: DocumentInput): Promise<HookDocument>
  /** As `understandDocument` does. */
  understand(input: DocumentInput): Promise<SpottedDocument>
  close(): void
}

/** Reads every text at once, for whoever has nobody else to answer. */
export const readAtOnce: Reading = {
  read: (input) => readDocument(input),
  understand: (input) => understandDocument(input),
  close: () => {},
}

/** What the parsers of a thread may take; a text that takes more is not analyzed. */
const MOST_HEAP_MB = 2048
/** A thread that nobody needed for so long ends, and its memory is free again. */
const IDLE_MS = 60_000

type Waiting = {
  readonly input: DocumentInput
  readonly resolve: (document: HookDocument) => void
  readonly reject: (error: Error) => void
}

/** Opens a reader with a thread, which starts with the first long text. */
export function openReading(): Reading {
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
    clearTimeout(idle)
    worker ??= start()
    worker.ref()
    const { path, text, exports, events, called } = input
    const id = ++last
    const sent: ThreadRequest = { id, kind, path, text, exports, events, called: called && plain(called) }
    const { promise, resolve, reject } = Promise.withResolvers<HookDocument>()
    waiting.set(id, { input, resolve, reject })
    worker.postMessage(sent)
    return promise
  }

  function start(): Worker {
    const built = new URL('./readerThread.js', import.meta.url)
    const entry = existsSync(built) ? built : new URL('./readerThread.ts', import.meta.url)
    const folder = codeFolder()
    const data: ThreadData = { cache: folder === undefined ? undefined : dirname(folder) }
    const started = new Worker(entry, {
      workerData: data,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
    })
    started.on('message', hear)
    // Its exit follows.
    started.on('error', () => {})
    // It ran out of memory.
    started.on('exit', () => {
      if (worker === started) end()
    })
    return started
  }

  function hear({ id, document, error }: ThreadAnswer): void {
    const asked = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) rest()
    if (document !== undefined) asked?.resolve(document)
    else asked?.reject(new Error(error))
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
    const left = [...waiting.values()]
    waiting.clear()
    for (const { input, resolve } of left) resolve(notAnalyzed(input))
  }
}

function plain({ callers, language, byNode }: NonNullable<DocumentInput['called']>): ThreadRequest['called'] {
  return { callers: callers.map(({ dialect, entry }) => ({ host: dialect.id, entry })), language, byNode }
}

function notAnalyzed({ path }: DocumentInput): SpottedDocument {
  const message = 'Reading it takes too much memory, so it is not analyzed.'
  return {
    ...{ path, language: 'other', shape: 'undecided', sites: [], imports: [], tools: [], spots: [] },
    problems: [{ ...problem('file.too-large', path, message), severity: 'info' }],
  }
}
