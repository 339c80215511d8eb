// Entry of a bulk thread: receives recorded lines, posts notable events. Engine and hooks run in this thread, so that
// an event costs little more than parsing it. The parent detects hooks that hang.

import { defined } from '../../contract/defined.ts'
import type { Hook } from '../../contract/hook.ts'
import { createEngine } from '../../engine/engine.ts'
import { openModulesAlone } from '../../executors/module/openModulesAlone.ts'
import { isLocked } from '../../executors/module/realms.ts'
import { thisThread } from '../../executors/thisThread.ts'
import { openFiring } from '../../workspace/firing.ts'
import { replayerOf } from '../replayer.ts'
import { lazyEvent } from './lazyEvent.ts'
import { type Batch, BEGUN, type BulkBoot, type BulkReply, DONE, READY } from './messages.ts'

const thread = thisThread<Batch, BulkReply>()
const { cells, root, settings, failOpen, hooks, files, untrusted, session, hook, set, keep } =
  thread.data as BulkBoot
let done = 0
let isSpoilt = false
let before = Promise.resolve()

const snapshots = new Map(
  [...files].map(([id, own]) => [
    id,
    { files: new Map([...own].map(([path, bytes]) => [path, Buffer.from(bytes.buffer)])), hash: '' },
  ]),
)
const executor = await openModulesAlone({
  cwd: root,
  locked: isLocked(hooks.filter(({ id }) => snapshots.has(id))),
  snapshot: ({ id }) => snapshots.get(id) ?? { untrusted: 'its bytes are not here' },
  begins: () => Atomics.add(cells, BEGUN, 1),
  spoilt() {
    isSpoilt = true
  },
})
const engine = createEngine({ executorOf: () => executor, trusts: ({ id }: Hook) => untrusted.get(id) })
const firing = openFiring({
  engine,
  hooks: () => hooks,
  settings: () => settings,
  oneByOne: true,
  failsOpen: (dialect) => failOpen[dialect] ?? settings.failOpen,
})
const replayer = replayerOf(
  { settings, list: () => hooks, fire: async (event, payload, how) => firing.fire(event, payload, how) },
  { keep, ...defined({ hook, set }) },
)
thread.hear((batch) => {
  // An internal error ends the thread; its parent continues without it.
  before = before.then(() => work(batch)).catch(() => process.exit(1))
})
Atomics.store(cells, READY, 1)

async function work({ bytes, index }: Batch): Promise<void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let offset = 0
  for (let at = 0; at < index.length && !isSpoilt; ) {
    const n = index[at++] as number
    const lines: string[] = []
    for (let left = index[at++] as number; left > 0; left--) {
      const end = offset + (index[at++] as number)
      lines.push(buffer.toString('utf8', offset, end))
      offset = end
    }
    const event = lazyEvent(n, lines, session)
    if (event === undefined) thread.post({ kind: 'event', at: done })
    else {
      const replayed = await replayer.replay(event)
      if (keep === 'all' || !replayed.same) thread.post({ kind: 'event', at: done, event: replayed })
    }
    Atomics.store(cells, DONE, ++done)
  }
  thread.post({ kind: isSpoilt ? 'spoilt' : 'done', count: done })
}
