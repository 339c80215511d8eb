// `oncePer`: a value is computed once per object, and nothing is added to the object itself.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oncePer } from '../../runtime/contract/oncePer.ts'

test('a value is computed once per object, again for a copy, and each time for a frozen object', () => {
  let count = 0
  const look = oncePer((_: object) => {
    count++
    return undefined
  })
  const owner = { a: 1 }
  look(owner)
  look(owner)
  assert.equal(count, 1)
  assert.deepEqual(owner, { a: 1 })
  look({ ...owner })
  assert.equal(count, 2)
  const frozen = Object.freeze({})
  look(frozen)
  look(frozen)
  assert.equal(count, 4)
})

test('two questions about one object have an answer each', () => {
  const size = oncePer((owner: readonly number[]) => owner.length)
  const sum = oncePer((owner: readonly number[]) => owner.reduce((one, two) => one + two, 0))
  const owner = [1, 2, 3]
  assert.deepEqual([size(owner), sum(owner), size(owner), sum(owner)], [3, 6, 3, 6])
})
