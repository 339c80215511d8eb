// Bulk replay: module hooks run in threads that are fed raw lines. Results are the same as in ordinary
// replay, which handles events with other hooks concurrently. With several jobs, sessions are spread over
// as many threads, and a module keeps state only within its thread.

import { statSync } from 'node:fs'
import { startThread } from '../../executors/startThread.ts'
import { linesOf, nameOf, parseRaw, type RawEvent, sessionOf } from '../../recordings/raw.ts'
import { readRawBatches } from '../../recordings/read.ts'
import type { ForThread } from '../../workspace/forThread.ts'
import { openQueue } from '../../workspace/queue.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { findHook } from '../findHook.ts'
import { firingOrder } from '../lanes.ts'
import { reorderBuffer } from '../reorderBuffer.ts'
import type { ReplayedEvent, ReplayOptions } from '../replayedEvent.ts'
import { replayerOf } from '../replayer.ts'
import { inShard } from '../shard.ts'
import type { Ticket } from './batch.ts'
import { type BulkEligibility, bulkEligibility } from './eligibility.ts'
import { BulkLane } from './lane.ts'
import type { Batch, BulkBoot, BulkCells, BulkReply } from './messages.ts'
import { workerUrl } from './workerUrl.ts'

/** Smallest recording in bytes: shorter ones are replayed before a thread has started. */
const BULK_FROM = 2 * 1024 * 1024
/** How many results may wait for a slow event before reading pauses. */
const MOST_EARLY = 20_000
/** Added to the hooks' time limit, in milliseconds: the thread itself stops hooks that only wait too long. */
const PATIENCE_MS = 1000

/** Replays a recording in bulk, if possible and worthwhile; otherwise does nothing and returns false. */
export async function replayInBulk(
  workspace: Workspace,
  path: string,
  options: ReplayOptions,
  report: (event: ReplayedEvent) => void,
): Promise<boolean> {
  const { hook, only, bulkFrom = BULK_FROM } = options
  if (only !== undefined || sizeOf(path) < bulkFrom) return false
  const world = workspace.forThread()
  if (world === undefined) return false
  const found = hook === undefined ? undefined : findHook(world.hooks, hook)
  if (found !== undefined && 'problem' in found) return false
  const fit = bulkEligibility(world, found === undefined ? undefined : ({ id }) => id === found.hook.id)
  if (!fit.any) return false
  await run(workspace, path, fit, options, report)
  return true
}

async function run(
  workspace: Workspace,
  path: string,
  fit: BulkEligibility,
  options: ReplayOptions,
  report: (event: ReplayedEvent) => void,
): Promise<void> {
  const { jobs = 1, shard, signal, onEvent } = options
  const replayer = replayerOf(workspace, options)
  const order = firingOrder<RawEvent>()
  const turn = reorderBuffer<ReplayedEvent>(0)
  const lanes: BulkLane[] = []
  const seats = new Map<string, BulkLane>()
  const queue = openQueue()
  const ordinary = new Set<Promise<void>>()
  let session = ''
  let places = 0

  const stop = () => void Promise.all(lanes.map((lane) => lane.end()))
  signal?.addEventListener('abort', stop)
  try {
    for await (const { header, events } of readRawBatches(path)) {
      session = header.session
      for (const event of events) for (const raw of order.take(event.n, event)) await take(raw)
      if (signal?.aborted) return
    }
    for (const raw of order.rest()) await take(raw)
    await Promise.all(lanes.map((lane) => lane.drain()))
    await Promise.all(ordinary)
  } finally {
    signal?.removeEventListener('abort', stop)
    await Promise.all(lanes.map((lane) => lane.end()))
  }

  async function take(raw: RawEvent): Promise<void> {
    const name = nameOf(raw)
    if (signal?.aborted || !inShard(raw.n - 1, shard) || !replayer.takes(name)) return
    const bytes = linesOf(raw).reduce((sum, { from, to }) => sum + to - from, 0)
    const ticket = { place: places++, raw, bytes }
    if (fit.takes(name)) {
      const lane = laneOf(raw)
      lane.take(ticket)
      if (lane.isFull) await lane.room()
    } else await takeOrdinary(ticket)
    if (turn.early > MOST_EARLY) await Promise.all(lanes.map((lane) => lane.drain()))
    if (turn.early > MOST_EARLY) await Promise.all(ordinary)
  }

  async function takeOrdinary(ticket: Ticket): Promise<void> {
    const work = async () => {
      const event = await alone(ticket)
      if (!signal?.aborted) tell(ticket, event)
    }
    const task: Promise<void> = Promise.resolve(queue(sessionOf(ticket.raw, session), work)).finally(() =>
      ordinary.delete(task),
    )
    ordinary.add(task)
    if (ordinary.size >= jobs) await Promise.race(ordinary)
  }

  async function alone({ raw }: Ticket): Promise<ReplayedEvent | undefined> {
    const event = parseRaw(raw, session)
    return event === undefined ? undefined : replayer.replay(event)
  }

  function laneOf(raw: RawEvent): BulkLane {
    const key = jobs > 1 ? sessionOf(raw, session) : ''
    let lane = seats.get(key)
    if (lane === undefined) {
      lane = lanes[seats.size % jobs] ?? openLane()
      seats.set(key, lane)
    }
    return lane
  }

  function openLane(): BulkLane {
    const lane = new BulkLane({
      start: (cells, { hear, broke }) =>
        startThread<Batch, BulkReply>(workerUrl(), {
          data: bootOf(workspace.forThread() as ForThread, cells, session, options),
          env: workspace.settings.environment.set,
          drop: workspace.settings.environment.drop,
          hear,
          broke,
        }),
      done: (ticket, event) => tell(ticket, event === 'none' ? undefined : (event ?? same(ticket.raw))),
      alone,
      patienceMs: fit.timeoutMs + PATIENCE_MS,
      signal,
    })
    lanes.push(lane)
    return lane
  }

  function tell({ place }: Ticket, event: ReplayedEvent | undefined): void {
    for (const next of turn.take(place, event)) report(next)
  }

  function same(raw: RawEvent): ReplayedEvent {
    const { dialect, event } = nameOf(raw)
    const of = onEvent === undefined ? '' : sessionOf(raw, session)
    const unchanged = { n: raw.n, event, dialect, session: of, recorded: null, replayed: null, same: true }
    return replayer.hook === undefined ? unchanged : { ...unchanged, hook: replayer.hook }
  }
}

function bootOf(
  world: ForThread,
  cells: BulkCells,
  session: string,
  { hook, set, keep }: ReplayOptions,
): BulkBoot {
  const { root, settings, failOpen, hooks, snapshots, untrusted } = world
  // Copied, because small files share one Buffer pool, which would be cloned as a whole.
  const copies = [...snapshots].map(
    ([id, { files }]) =>
      [id, new Map([...files].map(([path, bytes]) => [path, new Uint8Array(bytes)] as const))] as const,
  )
  return {
    cells,
    root,
    settings,
    failOpen,
    hooks,
    files: new Map(copies),
    untrusted,
    session,
    hook,
    set,
    keep: keep ?? 'all',
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}
