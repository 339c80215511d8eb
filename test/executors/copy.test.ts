// The hand-written copy makes the same copies as structured cloning, and fails in the same cases.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copied } from '../../runtime/executors/module/copy.ts'
import { fc } from '../support/property.ts'

const circle: { self?: unknown } = {}
circle.self = circle
const deep = JSON.parse(`${'['.repeat(400)}${']'.repeat(400)}`) as unknown

const copies: readonly unknown[] = [
  ...[undefined, null, 0, -0, Number.NaN, 'text', true, 10n, [], {}],
  ...[{ a: undefined, b: [1, [2, { c: null }]] }, Object.create(null), new Date(3), /x/g, deep],
  ...[new Map([[1, { a: new Set([2]) }]]), new Uint8Array([1, 2]), new TypeError('no'), circle],
  ...[
    { at: new Date(3) },
    [{ error: new RangeError('far') }],
    Object.assign(Object.create({ hidden: 1 }), { own: 2 }),
  ],
  JSON.parse('{"__proto__":{"polluted":[1]},"constructor":{}}'),
  Object.defineProperty({ seen: 1 }, 'hidden', { value: () => 1, enumerable: false }),
]

const refused: readonly unknown[] = [
  () => 1,
  Symbol('s'),
  { format: () => 1 },
  [[{ deep: Symbol('s') }]],
  new Proxy({}, {}),
  { inside: new Proxy([], {}) },
  new WeakMap(),
  Promise.resolve(),
]

test('a copy is what structured cloning would make, and shares nothing with the original', () => {
  for (const value of copies) {
    const copy = copied(value)
    assert.deepStrictEqual(copy, structuredClone(value))
    if (typeof value === 'object' && value !== null) assert.notEqual(copy, value)
  }
  fc.assert(
    fc.property(fc.object({ withBigInt: true, withDate: true, withNullPrototype: true }), (value) => {
      assert.deepStrictEqual(copied(value), structuredClone(value))
    }),
  )
  assert.equal(({} as { polluted?: unknown }).polluted, undefined)
})

test('what cannot be cloned is refused in the same words', () => {
  for (const value of refused) {
    let expected: unknown
    try {
      structuredClone(value)
    } catch (error) {
      expected = error
    }
    assert.ok(expected instanceof DOMException)
    assert.throws(() => copied(value), { name: expected.name, message: expected.message })
  }
})
