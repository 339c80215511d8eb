// The small parts of the composition root, one by one: door, queue, listeners, settings.

import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { test } from 'node:test'
import type { Step } from '../../runtime/contract/outcome.ts'
import { defaultSettings } from '../../runtime/contract/settings.ts'
import { checkPayload, knownRecord } from '../../runtime/workspace/admission.ts'
import { openListeners } from '../../runtime/workspace/listeners.ts'
import { openQueue } from '../../runtime/workspace/queue.ts'
import { loadSettings, settingsFile } from '../../runtime/workspace/settings.ts'
import { fc } from '../support/property.ts'
import { writeTree } from '../support/tree.ts'

const LIMIT = 1_000_000

test('the door lets in every JSON that is not too deep or too large', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      checkPayload(value, LIMIT)
    }),
  )
})

test('the size the door counts is never far above the JSON text, and never below a tenth of it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const length = JSON.stringify(value).length
      assert.doesNotThrow(() => checkPayload(value, 7 * length + 10))
      if (length > 200) assert.throws(() => checkPayload(value, length / 10), /is larger than/)
    }),
  )
})

test('the door refuses the first level too many, not the last one allowed', () => {
  const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
  assert.doesNotThrow(() => checkPayload(nested(513), LIMIT))
  assert.throws(() => checkPayload(nested(514), LIMIT), { name: 'Refusal', message: /more than 512 levels/ })
})

test('an unknown dialect and an unknown event are refused by name', () => {
  assert.throws(() => knownRecord('klingon' as 'kodelet', 'attack'), /does not support the dialect "klingon"/)
  assert.throws(() => knownRecord('kodelet', 'toString'), /kodelet has no event "toString"/)
  assert.throws(() => knownRecord('kodelet', '__proto__'), /kodelet has no event "__proto__"/)
})

test('jobs of one key run one after the other in the order sent, whatever they come to; keys do not wait', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c'), ticks: fc.nat(3), fails: fc.boolean() }), {
        maxLength: 20,
      }),
      async (jobs) => {
        const queue = openQueue()
        const running = new Set<string>()
        const began: string[] = []
        const ends = jobs.map(({ key, ticks, fails }, n) =>
          queue(key, async () => {
            assert.equal(running.has(key), false, 'two jobs of one key at once')
            running.add(key)
            began.push(`${key}${n}`)
            for (let tick = 0; tick < ticks; tick++) await null
            running.delete(key)
            if (fails) throw new Error('no')
            return n
          }),
        )
        const results = await Promise.allSettled(ends)
        results.forEach((result, n) => {
          if (result.status === 'fulfilled') assert.equal(result.value, n)
          else assert.equal(jobs[n]?.fails, true)
        })
        for (const key of ['a', 'b', 'c']) {
          const order = began.filter((one) => one.startsWith(key))
          const sent = jobs.flatMap((job, n) => (job.key === key ? [`${key}${n}`] : []))
          assert.deepEqual(order, sent)
        }
      },
    ),
    { numRuns: 50 },
  )
})

test('a job that needs no waiting is answered at once', () => {
  const queue = openQueue()
  assert.equal(
    queue('a', () => 1),
    1,
  )
  assert.equal(
    queue('a', () => 2),
    2,
  )
})

test('a listener whose promise is rejected is reported once, and ends no process', async () => {
  const errors: unknown[] = []
  const listeners = openListeners<number>((error) => errors.push(error))
  listeners.add(async () => {
    throw null
  })
  listeners.tell?.(1)
  listeners.tell?.(2)
  await new Promise(setImmediate)
  assert.deepEqual(errors, [null])
})

test('a listener that throws is reported once and stays subscribed; the others receive everything', () => {
  const errors: unknown[] = []
  const listeners = openListeners((error) => errors.push((error as Error).message))
  assert.equal(listeners.tell, undefined, 'nobody listens')
  const received: string[] = []
  let calls = 0
  const stopFirst = listeners.add(() => {
    calls++
    throw new Error('bad listener')
  })
  const stopSecond = listeners.add((step) => received.push(step.kind))
  const tell = (step: Step) => listeners.tell?.(step)
  const step = { v: 1, kind: 'started', at: 0, firing: 'f', hook: 'h' } as Step
  tell(step)
  tell(step)
  assert.deepEqual([errors, received, calls], [['bad listener'], ['started', 'started'], 2])
  stopFirst()
  tell(step)
  assert.equal(calls, 2)
  stopSecond()
  stopSecond()
  assert.equal(listeners.tell, undefined)
})

const failOnTrust = () => assert.fail('these settings need no trust')

test('settings: the file, then what the caller overrides; a bad value costs itself, a bad file the file', (t) => {
  const tree = writeTree('//- /ws/')
  t.after(tree.remove)
  const load = (text: string | undefined, overrides?: object) => {
    if (text !== undefined) tree.write(`//- /ws/.hookbench/settings.json\n${text}\n`)
    return loadSettings({ root: tree.at('/ws'), home: tree.at('/home') }, overrides, failOnTrust)
  }
  assert.deepEqual(load(undefined), {
    settings: defaultSettings,
    problems: [],
    need: undefined,
  })
  const two = load('{"workers": "many", "failOpen": false}')
  assert.deepEqual([two.settings.workers, two.settings.failOpen], [defaultSettings.workers, false])
  assert.match(two.problems[0]?.message ?? '', /workers/)
  assert.equal(load('{"workers": 3}', { workers: 5 }).settings.workers, 5)
  const broken = load('{"workers": ')
  assert.ok(broken.problems.length > 0)
})

test('settings that cannot be read are a problem, not a crash', (t) => {
  const tree = writeTree('//- /ws/')
  t.after(tree.remove)
  mkdirSync(settingsFile(tree.at('/ws')), { recursive: true })
  const { settings, problems } = loadSettings(
    { root: tree.at('/ws'), home: tree.at('/home') },
    undefined,
    failOnTrust,
  )
  assert.deepEqual(settings, defaultSettings)
  assert.match(problems[0]?.message ?? '', /^The settings cannot be read: /)
})
