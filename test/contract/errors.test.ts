// An Error survives serialization: it comes back as an Error with the same message and causes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorFromWire, errorToWire, mapFields } from '../../runtime/contract/errors.ts'
import { fc } from '../support/property.ts'

const errors: fc.Arbitrary<Error> = fc
  .array(
    fc.record({
      name: fc.constantFrom('Error', 'TypeError', 'RangeError', 'QuotaExceeded'),
      message: fc.string(),
      stack: fc.option(fc.string(), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) =>
    parts.reduceRight<Error | undefined>((cause, { name, message, stack }) => {
      const error = new Error(message, cause === undefined ? undefined : { cause })
      error.name = name
      if (stack === undefined) delete error.stack
      else error.stack = stack
      return error
    }, undefined),
  )
  .filter((error) => error !== undefined)

test('an error that travels as JSON text comes back saying the same, causes and all', () => {
  fc.assert(
    fc.property(errors, (error) => {
      const wire = JSON.parse(JSON.stringify(errorToWire(error)))
      const back = errorFromWire(wire)
      assert.ok(back instanceof Error)
      assert.equal(back.name, error.name)
      assert.equal(back.message, error.message)
      assert.deepEqual(errorToWire(back), wire)
    }),
  )
})

test('a cause that is its own cause ends', () => {
  const error = new Error('round')
  error.cause = error
  assert.doesNotThrow(() => JSON.stringify(errorToWire(error)))
})

test('what is no error passes through, both ways', () => {
  for (const value of [undefined, null, 7, 'text', [], {}, { name: 'only' }]) {
    assert.equal(errorToWire(value), value)
    assert.equal(errorFromWire(value), value)
  }
})

test('mapping fields copies only what changes', () => {
  const value = { error: new Error('no'), other: {} }
  const mapped = mapFields(value, ['error', 'absent'], errorToWire) as typeof value
  assert.notEqual(mapped, value)
  assert.equal(mapped.other, value.other)
  assert.equal(value.error instanceof Error, true)
  assert.equal(mapped.error instanceof Error, false)
  assert.equal(mapFields(value, ['other'], errorToWire), value)
  assert.equal(mapFields(value, undefined, errorToWire), value)
  assert.equal(mapFields('text', ['error'], errorToWire), 'text')
})
