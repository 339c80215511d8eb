// The example session, which other tests rely on, checked against the contract event by event.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { dialectIds, dialects, recordOf } from '../../runtime/contract/dialects/index.ts'
import { mismatchText } from '../../runtime/contract/validate.ts'
import { loadSession } from '../../scripts/session.ts'

const session = loadSession('/srv/shop', '/home/ada')

test('every payload satisfies the schema of its event', () => {
  const misses = session.flatMap(({ dialect, event, payload }, at) => {
    const record = recordOf(dialect, event)
    if (record === undefined) return [`#${at} ${dialect} has no event ${event}`]
    const miss = mismatchText(record.payload, payload)
    return miss === undefined ? [] : [`#${at} ${dialect} ${event}: ${miss}`]
  })
  assert.deepEqual(misses, [])
})

test('all 46 events of the seeds occur', () => {
  const expected = dialectIds.flatMap((id) =>
    Object.entries('host' in dialects[id] ? {} : dialects[id].events).flatMap(
      ([name, { later }]: [string, { later?: true }]) => (later ? [] : `${id} ${name}`),
    ),
  )
  const occurring = new Set(session.map(({ dialect, event }) => `${dialect} ${event}`))
  assert.equal(expected.length, 46)
  assert.deepEqual(
    expected.filter((event) => !occurring.has(event)),
    [],
  )
})

test('every event says in one line what happens', () => {
  for (const { say } of session) assert.match(say, /^\S.{2,88}[.?]$/)
})

test('the folders are filled in, and nothing is left to fill in', () => {
  const text = JSON.stringify(session)
  assert.doesNotMatch(text, /\$\{\w+\}/)
  assert.ok(text.includes('"cwd":"/srv/shop"'))
})

test('the file itself holds nothing that looks like a key', () => {
  const file = readFileSync(new URL('../../examples/session.json', import.meta.url), 'utf8')
  assert.doesNotMatch(file, /BEGIN|xox[abp]-|sk-|AKIA|hooks\.slack\.com/)
  assert.ok(session.some(({ payload }) => /BEGIN PRIVATE KEY/.test(String(payload.message))))
})
