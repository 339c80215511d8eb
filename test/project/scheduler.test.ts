// When a workspace is looked at, and which of several looks counts; the looks are stubs that the tests settle.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSnapshotScheduler } from '../../runtime/project/scheduler.ts'
import type { ProjectSnapshot } from '../../runtime/project/snapshot.ts'

type Begun = PromiseWithResolvers<ProjectSnapshot>

// Looks are distinguished by object identity.
function bench() {
  const begun: Begun[] = []
  const taken: ProjectSnapshot[] = []
  const looks = openSnapshotScheduler({
    watched: true,
    look: () => {
      const one = Promise.withResolvers<ProjectSnapshot>()
      begun.push(one)
      return one.promise
    },
    taken: (found) => taken.push(found),
  })
  const look = () => ({}) as ProjectSnapshot
  return { looks, begun, taken, look }
}

test('no snapshot is taken before the first request, and one for all requests', async () => {
  const { looks, begun, look } = bench()
  assert.equal(begun.length, 0)
  const pending = [looks.current(), looks.current()]
  assert.equal(begun.length, 1)
  const seen = look()
  begun[0]?.resolve(seen)
  for (const one of await Promise.all(pending)) assert.equal(one, seen)
  assert.equal(looks.seen(), seen)
})

test('of two looks that overlap the later one counts, whichever is done first', async () => {
  const { looks, begun, taken, look } = bench()
  const [old, late] = [look(), look()]
  const first = looks.current()
  looks.stale()
  const second = looks.current()
  begun[1]?.resolve(late)
  assert.equal(await second, late)
  begun[0]?.resolve(old)
  assert.equal(await first, old, 'who asked earlier is answered')
  assert.equal(looks.seen(), late)
  assert.deepEqual(taken.length, 1)
})

test('a request fails with its snapshot, and the next request takes another', async () => {
  const { looks, begun, look } = bench()
  const pending = looks.current()
  begun[0]?.reject(new Error('no disk'))
  await assert.rejects(pending, /no disk/)
  const again = looks.current()
  begun[1]?.resolve(look())
  await again
  assert.equal(begun.length, 2)
})

test('a snapshot that ends after closing is discarded', async () => {
  const { looks, begun, taken, look } = bench()
  const pending = looks.current()
  looks.close()
  begun[0]?.resolve(look())
  await pending
  assert.deepEqual([taken, looks.seen()], [[], undefined])
})

test('waiting returns whether there was a snapshot in time', async () => {
  const { looks, begun, look } = bench()
  assert.equal(await looks.inTime(1), false)
  begun[0]?.resolve(look())
  assert.equal(await looks.inTime(60_000), true)
  assert.equal(begun.length, 1)
})

test('what is typed while the first look is under way is seen by one more', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { looks, begun, look } = bench()
  const pending = looks.current()
  looks.soon()
  t.mock.timers.tick(60_000)
  assert.equal(begun.length, 1, 'the first look is not overtaken: somebody waits for it')
  begun[0]?.resolve(look())
  await pending
  t.mock.timers.tick(60_000)
  await new Promise(setImmediate)
  assert.equal(begun.length, 2)
})
