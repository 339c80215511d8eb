// The thread in which long texts are read, one after the other. It ends with the process that started it.

import { parentPort, workerData } from 'node:worker_threads'
import { type CalledInput, calledDialect } from '../../contract/called.ts'
import { dialectOf } from '../../contract/dialects/index.ts'
import { keepCodeIn } from '../codeFolder.ts'
import type { HookDocument } from '../document.ts'
import { ownProcess } from '../grammars.ts'
import { readDocument } from '../read.ts'
import { followDocument, understandDocument } from '../understand.ts'
import type { ThreadAnswer, ThreadData, ThreadRequest } from './messages.ts'

const { cache } = workerData as ThreadData
if (cache !== undefined) keepCodeIn(cache)
ownProcess()
let before: Promise<void> = Promise.resolve()
parentPort?.on('message', (request: ThreadRequest) => {
  before = before.then(async () => parentPort?.postMessage(await answered(request)))
})

// Discovery reads the text that its editor wants analyzed: equal requests share one read.
let latest: { readonly text: string; readonly key: string; readonly read: Promise<HookDocument> } | undefined

async function answered({ id, kind, called, ...input }: ThreadRequest): Promise<ThreadAnswer> {
  try {
    const whole = called === undefined ? input : { ...input, called: contractOf(called) }
    const { text, ...how } = input
    const key = JSON.stringify({ ...how, called })
    if (latest?.text !== text || latest.key !== key) latest = { text, key, read: readDocument(whole) }
    const { read } = latest
    if (kind === 'read') return { id, document: await read }
    return { id, document: await followDocument(whole, await understandDocument(whole, undefined, read)) }
  } catch (error) {
    return { id, error: (error instanceof Error && error.stack) || String(error) }
  }
}

function contractOf({ callers, ...own }: NonNullable<ThreadRequest['called']>): CalledInput {
  const made = calledDialect(
    callers.flatMap(({ host, entry }) => {
      const dialect = dialectOf(host)
      return dialect === undefined ? [] : [{ dialect, entry }]
    }),
  )
  if (made === undefined) throw new Error('a called script has no caller')
  return { ...made.called, ...own }
}
