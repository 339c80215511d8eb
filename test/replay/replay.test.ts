// Replaying with a workspace of functions: order, shards, overrides, failures.

import assert from 'node:assert/strict'
import { appendFileSync } from 'node:fs'
import { test } from 'node:test'
import type { RecordedEvent } from '../../runtime/recordings/rebuild.ts'
import { createRedactor } from '../../runtime/recordings/redact.ts'
import { replayRecordings } from '../../runtime/replay/many.ts'
import { replayRecording } from '../../runtime/replay/replay.ts'
import type { ReplayOptions } from '../../runtime/replay/replayedEvent.ts'
import { recorder, steps, temporary } from '../recordings/support.ts'
import { tokens } from '../support/secrets.ts'
import { type FakeHook, fakeWorkspace, recordedEvent, recordIn } from './fake.ts'

type Bash = { readonly tool_name: string; readonly command?: string }

const guard: FakeHook = {
  id: 'kodelet:workspace:guard',
  answer: ({ command }: Bash) =>
    command?.includes('sudo') ? { decision: 'deny', reason: 'no sudo' } : undefined,
}
const trim: FakeHook = {
  id: 'kodelet:workspace:trim',
  answer: (payload: Bash) => ({ payload: { ...payload, command: payload.command?.trim() } }),
}
const payloads = [' ls ', 'sudo ls', ' sudo rm'].map((command) => ({
  payload: { tool_name: 'bash', command },
}))

function replay(events: readonly RecordedEvent[], hooks: readonly FakeHook[], options: ReplayOptions = {}) {
  return replayRecording(async () => fakeWorkspace(hooks), events, options)
}

const brief = (events: readonly { n: number; same: boolean; failed?: string }[]) =>
  events.map(({ n, same, failed }) => `${n} ${failed === undefined ? (same ? 'same' : 'changed') : 'failed'}`)

test('unchanged hooks come to the same', async () => {
  const events = await recordIn(fakeWorkspace([trim, guard]), payloads)
  const done = await replay(events, [trim, guard])
  assert.deepEqual(
    { ...done, events: brief(done.events) },
    {
      v: 1,
      events: ['1 same', '2 same', '3 same'],
      same: 3,
      changed: 0,
      failed: 0,
    },
  )
  assert.ok(
    done.events.every(
      (event) => !('differences' in event) && event.recorded !== null && event.replayed !== null,
    ),
  )
})

test('a changed hook changes exactly the events it decides differently, with the difference', async () => {
  const events = await recordIn(fakeWorkspace([guard]), payloads)
  const stricter: FakeHook = {
    ...guard,
    answer: ({ command }: Bash) => (command === 'sudo ls' ? undefined : guard.answer?.({ command } as never)),
  }
  const done = await replay(events, [stricter])
  assert.deepEqual(brief(done.events), ['1 same', '2 changed', '3 same'])
  assert.deepEqual(done.events[1]?.differences?.slice(0, 3), [
    { path: 'decision', recorded: 'deny', replayed: 'pass' },
    { path: 'reason', recorded: 'no sudo' },
    { path: 'by', recorded: guard.id },
  ])
})

test('a hook that is gone is failed, a hook that is new is a difference, one skipped then is not missed', async () => {
  const events = await recordIn(fakeWorkspace([guard]), payloads.slice(0, 1))
  const gone = await replay(events, [])
  assert.equal(gone.failed, 1)
  assert.match(gone.events[0]?.failed ?? '', /^not found: kodelet:workspace:guard$/)
  assert.equal((await replay(events, [guard, trim])).changed, 1)
  const skipped = await recordIn(fakeWorkspace([{ ...guard, state: 'disabled' }]), payloads.slice(0, 1))
  assert.equal((await replay(skipped, [])).failed, 0)
})

test('a hook that changes the payload in place does not change what was recorded', async () => {
  const vandal: FakeHook = {
    id: guard.id,
    answer: (payload: { command?: string }) => {
      payload.command = 'changed'
      return undefined
    },
  }
  const workspace = fakeWorkspace([vandal])
  const list = workspace.list().map((hook) => ({ ...hook, handler: () => undefined }))
  const event = recordedEvent({ payload: { command: 'ls' } })
  const done = await replayRecording(async () => ({ ...workspace, list: () => list }), [event])
  assert.deepEqual(event.payload, { command: 'ls' })
  assert.partialDeepStrictEqual(done.events[0]?.recorded, { payload: { command: 'ls' } })
})

test('one hook is run on what it was given then', async () => {
  const events = await recordIn(fakeWorkspace([trim, guard]), payloads)
  const seen: unknown[] = []
  const spy: FakeHook = {
    ...guard,
    answer: (payload) => {
      seen.push(payload)
      return guard.answer?.(payload)
    },
  }
  const done = await replay(events, [trim, spy], { hook: 'guard' })
  assert.deepEqual(brief(done.events), ['1 same', '2 same', '3 same'])
  assert.deepEqual(
    seen,
    ['ls', 'sudo ls', 'sudo rm'].map((command) => ({ tool_name: 'bash', command })),
  )
  assert.equal(done.events[0]?.hook, guard.id)
  const changed = await replay(events, [trim, { ...guard, answer: () => ({ decision: 'ask' }) }], {
    hook: guard.id,
  })
  assert.deepEqual(changed.events[1]?.differences, [
    { path: `hooks.${guard.id}.verdict.decision`, recorded: 'deny', replayed: 'ask' },
    { path: `hooks.${guard.id}.verdict.reason`, recorded: 'no sudo' },
  ])
})

test('a hook that does not exist fails every event and names the nearest', async () => {
  const events = await recordIn(fakeWorkspace([guard]), payloads)
  const done = await replay(events, [guard], { hook: 'gard' })
  assert.equal(done.failed, 3)
  assert.match(done.events[0]?.failed ?? '', /not found: no hook "gard"\. Did you mean "guard"\?/)
  const two = [guard, { ...guard, id: 'kodelet:user:guard' }]
  assert.match(
    (await replay(events, two, { hook: 'guard' })).events[0]?.failed ?? '',
    /it could be .* or .*; enter the id/,
  )
})

test('one hook is replayed on the events it answers only', async () => {
  const events = await recordIn(fakeWorkspace([guard]), [...payloads, { event: 'turn_end', payload: {} }])
  const done = await replay(events, [guard], { hook: 'guard' })
  assert.equal(done.events.length, 3)
})

test('a hook newer than the recording has nothing to differ from', async () => {
  const events = await recordIn(fakeWorkspace([]), payloads)
  const done = await replay(events, [guard], { hook: 'guard' })
  assert.deepEqual(
    done.events.map(({ recorded, same }) => [recorded, same]),
    Array(3).fill([null, true]),
  )
})

test('payloads captured elsewhere run, and have nothing to differ from', async () => {
  const done = await replay(
    [recordedEvent({ settled: false, payload: { tool_name: 'bash', command: 'sudo' } })],
    [guard],
  )
  assert.equal(done.same, 1)
  assert.equal(done.events[0]?.recorded, null)
  assert.partialDeepStrictEqual(done.events[0]?.replayed, { decision: 'deny' })
})

test('fields can be overridden, and only in the replay', async () => {
  const events = await recordIn(fakeWorkspace([guard]), payloads.slice(0, 1))
  const done = await replay(events, [guard], { set: { command: 'sudo su' } })
  assert.equal(done.events[0]?.differences?.find(({ path }) => path === 'decision')?.replayed, 'deny')
  const wrong = await replay(events, [guard], { set: { 'tool_name.x': 1 } })
  assert.match(wrong.events[0]?.failed ?? '', /cannot set `x`/)
})

test('a field that was set is no difference by itself; what hooks make of it is', async () => {
  const events = await recordIn(fakeWorkspace([trim, guard]), payloads.slice(0, 1))
  const paths = async (set: Readonly<Record<string, unknown>>, hook?: string) => {
    const only = hook === undefined ? {} : { hook }
    const [event] = (await replay(events, [trim, guard], { set, ...only, keep: 'notable' })).events
    return event?.differences?.map(({ path }) => path) ?? []
  }
  assert.deepEqual(await paths({ tool_name: 'sh', new: { deep: 1 } }), [])
  assert.deepEqual(await paths({ tool_name: 'sh' }, trim.id), [])
  const rewritten = [`hooks.${trim.id}.verdict.payload.command`]
  assert.deepEqual(await paths({ command: ' cd ' }), ['payload.command', ...rewritten])
  assert.deepEqual(await paths({ command: ' cd ' }, trim.id), rewritten)
})

const unfireable: readonly (readonly [Partial<RecordedEvent>, RegExp])[] = [
  [{ dialect: 'klingon' }, /does not support the dialect "klingon"/],
  [{ event: 'nope' }, /no event "nope"/],
]

test('an event that cannot be fired is failed and the rest goes on', async () => {
  for (const [odd, message] of unfireable) {
    const done = await replay([recordedEvent(odd), recordedEvent({ n: 2 })], [])
    assert.deepEqual(brief(done.events), ['1 failed', '2 same'])
    assert.match(done.events[0]?.failed ?? '', message)
    assert.equal(done.events[0]?.replayed, null)
  }
})

test('both sides are masked before they are compared', async () => {
  const secret = tokens['GitHub personal'] ?? ''
  const leaky: FakeHook = { id: guard.id, answer: () => ({ decision: 'deny', reason: `found ${secret}` }) }
  const [event] = await recordIn(fakeWorkspace([leaky]), payloads.slice(0, 1))
  const done = await replay([event as RecordedEvent], [leaky])
  assert.equal(done.same, 1)
  assert.ok(!JSON.stringify(done).includes(secret))
  const other: FakeHook = {
    ...leaky,
    answer: () => ({ decision: 'deny', reason: `found ${tokens['GitHub OAuth']}` }),
  }
  const changed = await replay([event as RecordedEvent], [other])
  assert.ok(changed.events[0]?.differences?.every(({ masked }) => masked === true))
})

test('a fresh workspace is opened, used in the order of firing, and closed', async () => {
  let count = 0
  const counting: FakeHook = { id: 'kodelet:workspace:count', answer: () => ({ reason: String(++count) }) }
  const events = await recordIn(fakeWorkspace([counting]), payloads)
  count = 0
  const workspace = fakeWorkspace([counting])
  const shuffled = [events[2], events[0], events[1]] as RecordedEvent[]
  const done = await replayRecording(async () => workspace, shuffled)
  assert.deepEqual(brief(done.events), ['1 same', '2 same', '3 same'])
  assert.equal(workspace.closed, true)
  const broken = fakeWorkspace([])
  await assert.rejects(
    replayRecording(async () => broken, 'nowhere.ndjson'),
    /no such file/,
  )
  assert.equal(broken.closed, true)
})

test('sessions run side by side, the events of one session in order, answers in order', async () => {
  let running = 0
  let most = 0
  const order: string[] = []
  const slow: FakeHook = {
    id: guard.id,
    answer: async ({ command }: Bash) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, command?.startsWith('a') ? 8 : 2))
      order.push(command ?? '')
      running--
      return undefined
    },
  }
  const events = ['a1', 'b1', 'a2', 'b2', 'c1', 'a3'].map((command, i) =>
    recordedEvent({ n: i + 1, session: command.charAt(0), payload: { command }, settled: false }),
  )
  const done = await replay(events, [slow], { jobs: 3 })
  assert.deepEqual(
    done.events.map(({ n }) => n),
    [1, 2, 3, 4, 5, 6],
  )
  assert.ok(most > 1 && most <= 3, String(most))
  for (const session of ['a', 'b', 'c']) {
    const own = order.filter((command) => command.startsWith(session))
    assert.deepEqual(own, own.toSorted())
  }
})

test('shards together replay every event once', async () => {
  const events = await recordIn(fakeWorkspace([guard]), [...payloads, ...payloads])
  const parts = await Promise.all([1, 2, 3, 4].map((i) => replay(events, [guard], { shard: { i, n: 4 } })))
  assert.deepEqual(parts.flatMap((part) => part.events.map(({ n }) => n)).toSorted(), [1, 2, 3, 4, 5, 6])
})

test('only the selected events are replayed, and only notable results are kept', async () => {
  const events = await recordIn(fakeWorkspace([guard]), payloads)
  const received: number[] = []
  const done = await replay(events, [{ ...guard, answer: () => undefined }], {
    only: ({ n }) => n < 3,
    keep: 'notable',
    onEvent: ({ n }) => received.push(n),
  })
  assert.deepEqual(received, [1, 2])
  assert.deepEqual([done.same, done.changed, brief(done.events)], [1, 1, ['2 changed']])
})

test('a cancelled replay stops and says so', async () => {
  const stop = new AbortController()
  const events = await recordIn(fakeWorkspace([guard]), payloads)
  const done = await replay(events, [guard], { signal: stop.signal, onEvent: () => stop.abort() })
  assert.equal(done.stopped, true)
  assert.equal(done.events.length, 1)
})

test('a file is replayed like the events in it, each recording in a workspace of its own', async (t) => {
  const folder = temporary(t)
  const paths = ['a', 'b', 'c'].map((session) => {
    const writer = recorder(folder, { session })
    for (const step of [
      ...steps({ firing: '1', session, runs: [] }),
      ...steps({ firing: '2', session, runs: [] }),
    ])
      writer.write(step)
    writer.close()
    return writer.path ?? ''
  })
  appendFileSync(paths[2] ?? '', '{"v":1,"kind":"fi')
  let opened = 0
  const open = async () => fakeWorkspace(++opened > 0 ? [] : [])
  assert.equal((await replayRecording(open, paths[2] ?? '')).same, 2)
  opened = 0
  const all = await replayRecordings(open, paths, { jobs: 2 })
  assert.deepEqual(
    [opened, all.same, all.events.map(({ recording }) => paths.indexOf(recording))],
    [3, 6, [0, 0, 1, 1, 2, 2]],
  )
  const part = await replayRecordings(open, paths, { shard: { i: 2, n: 3 } })
  assert.deepEqual(
    part.events.map(({ recording }) => recording),
    [paths[1], paths[1]],
  )
  const alone = await replayRecordings(open, paths.slice(0, 1), { shard: { i: 2, n: 2 } })
  assert.deepEqual(
    alone.events.map(({ n }) => n),
    [2],
  )
  await assert.rejects(replayRecordings(open, [...paths, 'nowhere'], { jobs: 4 }), /nowhere: no such file/)
})

test('a secret of the environment was masked when it was recorded, and so it is no change', async () => {
  const reason = 'the door opens with correcthorse'
  const leaky: FakeHook = { id: 'kodelet:workspace:leaky', answer: () => ({ decision: 'deny', reason }) }
  const workspace = fakeWorkspace([leaky])
  const environment = { set: { DOOR_PASS: 'correcthorse' }, drop: [] }
  const [event] = await recordIn(workspace, payloads.slice(0, 1))
  assert.ok(event)
  const masked = createRedactor(workspace.settings.redaction, environment.set).redact(event)
  const settings = { ...workspace.settings, environment }
  const done = await replayRecording(
    async () => ({ ...workspace, settings }),
    [masked.value as RecordedEvent],
  )
  assert.deepEqual([done.same, JSON.stringify(masked.value).includes('correcthorse')], [1, false])
})
