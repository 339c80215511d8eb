// Events that a dialect spells in several ways: each spelling stands for one event, and its payload can be converted to
// the other spellings without loss.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { answersTo, dialects, momentOf } from '../../runtime/contract/dialects/index.ts'
import { isSameEvent } from '../../runtime/contract/spelling.ts'
import { mismatchText } from '../../runtime/contract/validate.ts'

const spelled = Object.values<Dialect>(dialects).flatMap((dialect) =>
  Object.entries(dialect.events).flatMap(([name, record]) =>
    record.respells === undefined ? [] : [{ dialect, name, record, first: record.respells }],
  ),
)

test('another spelling names an event that is no spelling itself, and shares its moment', () => {
  assert.ok(spelled.length > 0)
  for (const { dialect, name, record, first } of spelled) {
    assert.ok(dialect.events[first] !== undefined, `${name} respells ${first}`)
    assert.equal(dialect.events[first]?.respells, undefined)
    assert.equal(record.lifecycle, undefined, `${name}: the lifecycle is the first spelling's`)
    assert.equal(momentOf(dialect.id, name), dialect.events[first]?.lifecycle)
    assert.ok(dialect.host?.respell !== undefined)
  }
})

test('a payload has the shape of the other spelling there, and is the same again when it is back', () => {
  for (const { dialect, name, record, first } of spelled) {
    const respell = dialect.host?.respell as NonNullable<NonNullable<Dialect['host']>['respell']>
    const other = dialect.events[first] as typeof record
    for (const [from, to, one, two] of [
      [first, name, other, record],
      [name, first, record, other],
    ] as const) {
      const there = respell(one.example, from, to)
      assert.equal(mismatchText(two.payload, there), undefined, `${from} → ${to}`)
      assert.deepEqual(respell(there, to, from), one.example, `${from} → ${to} → ${from}`)
    }
  }
})

test('hooks of every spelling answer to each of them, and to no other event', () => {
  for (const { dialect, name, first } of spelled) {
    assert.ok(answersTo({ dialect: dialect.id, events: [name] }, first))
    assert.ok(answersTo({ dialect: dialect.id, events: [first] }, name))
    for (const event of Object.keys(dialect.events))
      assert.equal(isSameEvent(dialect, name, event), event === name || event === first, `${name} ${event}`)
  }
})
