// One hook server client with many sessions, run as its own process so that it can be killed. Logs each request and
// response, one write per line, so that a kill loses none. Ends its sessions in order when its input ends. Arguments:
// the stage's folder, its name, a seed, the number of sessions.

import { openSync, readFileSync, writeSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node'
import type { Outcome } from '../../runtime/contract/outcome.ts'
import { type Deed, deeds, type Form, forms } from './forms.ts'
import type { LogLine } from './ledger.ts'
import { placesOf } from './places.ts'
import { type Random, randomOf } from './random.ts'

/** Most concurrent firings per client. */
const AT_ONCE = 6
/** One in MISBEHAVES firings misbehaves; one in CANCELS is canceled by the client. */
const MISBEHAVES = 12
const CANCELS = 25

const [folder = '', name = '', seed = '', count = ''] = process.argv.slice(2)
const places = placesOf(folder)
const random = randomOf(Number(seed))
const log = openSync(places.log(name), 'ax')
let stopping = false
let named = 0
const stopped = new Promise<void>((resolve) =>
  process.stdin
    .on('end', () => {
      stopping = true
      resolve()
    })
    .resume(),
)

while (!stopping) await serveOnce()
write({ kind: 'ended' })
process.exit(0)

/** Serves one connection until it ends; a killed runtime ends it, and the client then reconnects. */
async function serveOnce(): Promise<void> {
  const server = await dial()
  if (server === undefined) return
  const { connection, generation, lost } = server
  let free = AT_ONCE
  const waiting: (() => void)[] = []
  const sessions = Array.from({ length: Number(count) }, async (_, at) => {
    // Every twentieth session records to the disk that is too small.
    const workspace = places.small !== undefined && at % 20 === 19 ? places.small : places.workspace
    const conversation = `r${generation}.${name}.${named++}`
    const began = await ask<{ session: string }>('session/start', { workspace, conversation })
    for (let n = 0; began !== undefined && !stopping && !lost.aborted; n++) {
      if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
      else free--
      if (!stopping && !lost.aborted)
        await fire(began.session, `${conversation}.${n}`, draw(random), workspace === places.small)
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    }
    if (began !== undefined) await ask('session/end', { session: began.session })
  })
  await Promise.all(sessions)
  connection.dispose()
  server.close()

  async function fire(session: string, id: string, { form, deed, cancels }: Drawn, small: boolean) {
    const { dialect, event } = form
    write({ kind: 'sent', id, deed, form: form.name, generation, small })
    const params = { session, dialect, event, payload: form.payload(id, deed), firing: id }
    const answering = settled(() => connection.sendRequest<Outcome>('fire', params))
    if (cancels) void ask('cancel', { session, firing: id })
    const answer = await answering
    if (answer === 'lost') write({ kind: 'lost', id })
    else if (answer instanceof Error) write({ kind: 'refused', id, why: answer.message })
    else {
      const [run] = answer.hooks
      const how = run === undefined ? 'no hook' : (run.failure ?? run.status)
      const by = run?.status === 'returned' ? form.answer(answer) : undefined
      write({
        kind: 'answered',
        id,
        how,
        decision: answer.decision,
        ...(by === undefined ? {} : { by: String(by) }),
      })
    }
  }

  async function ask<T>(method: string, params: object): Promise<T | undefined> {
    const answer = await settled(() => connection.sendRequest<T>(method, params))
    if (answer === 'lost') return undefined
    if (!(answer instanceof Error)) return answer
    // By the time of the cancellation, the firing and its session may already have ended.
    if (method !== 'cancel') write({ kind: 'fault', why: `${method}: ${answer.message}` })
    return undefined
  }

  /** The response, its error, or 'lost' if the connection ended first. */
  async function settled<T>(request: () => Promise<T>): Promise<T | Error | 'lost'> {
    const gone = new Promise<'lost'>((resolve) => {
      if (lost.aborted) resolve('lost')
      lost.addEventListener('abort', () => resolve('lost'), { once: true })
    })
    try {
      return await Promise.race([request(), gone])
    } catch (error) {
      return lost.aborted || /connection is disposed|closed|destroyed/i.test((error as Error).message)
        ? 'lost'
        : (error as Error)
    }
  }
}

type Drawn = { readonly form: Form; readonly deed: Deed; readonly cancels: boolean }

function draw(from: Random): Drawn {
  // Modules are drawn most often because they are the cheapest.
  const form = from.pick([forms[0], forms[0], forms[0], ...forms]) as Form
  const deed = from.below(MISBEHAVES) === 0 ? from.pick(deeds) : 'ok'
  return { form, deed, cancels: from.below(CANCELS) === 0 }
}

type Dialled = {
  readonly connection: MessageConnection
  readonly generation: number
  readonly lost: AbortSignal
  close(): void
}

/** Retries until a server responds; undefined once it is time to stop. */
async function dial(): Promise<Dialled | undefined> {
  for (; !stopping; await Promise.race([sleep(50), stopped])) {
    const socket = connect(places.socket)
    const gone = new AbortController()
    try {
      await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
      socket.on('error', () => {}).once('close', () => gone.abort())
      const generation = Number(readFileSync(places.generation, 'utf8'))
      const token = readFileSync(places.token, 'utf8').trim()
      const connection = createMessageConnection(
        new StreamMessageReader(socket),
        new StreamMessageWriter(socket),
      )
      connection.onError(() => {})
      connection.listen()
      // A request on a lost connection never settles.
      const closed = new Promise<never>((_, reject) => socket.once('close', () => reject(new Error('lost'))))
      closed.catch(() => {})
      await Promise.race([connection.sendRequest('initialize', { token, protocolVersion: 1 }), closed])
      return { connection, generation, lost: gone.signal, close: () => socket.end() }
    } catch {
      socket.destroy()
    }
  }
  return undefined
}

function write(line: LogLine): void {
  writeSync(log, `${JSON.stringify(line)}\n`)
}
