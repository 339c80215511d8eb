// Naming the part of an answer that cannot leave its worker.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uncloneable } from '../../runtime/executors/module/uncloneable.ts'

const throwing = Object.defineProperty({}, 'a', {
  enumerable: true,
  get() {
    throw new TypeError('no')
  },
})
const endless: Record<string, unknown> = {}
endless.self = endless

for (const [what, value, expected] of [
  ['plain data', { a: [1, 'b', null, undefined, { c: true }] }, undefined],
  ['a function', { a: [{ b: () => 1 }] }, /^result\.a\[0\]\.b is a function/],
  ['a symbol', Symbol('a'), /^result is a symbol/],
  ['a promise', { a: Promise.resolve() }, /^result\.a is a Promise/],
  ['a getter that throws', throwing, /^result\.a is a getter that throws TypeError: no$/],
  ['an object in itself', endless, undefined],
] as const)
  test(`of ${what} ${expected === undefined ? 'nothing is reported' : 'the part is named'}`, () => {
    const found = uncloneable(value, 'result')
    if (expected === undefined) assert.equal(found, undefined)
    else assert.match(found ?? '', expected)
  })
