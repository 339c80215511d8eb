const assert = require('node:assert/strict')
const { test } = require('node:test')
const { total } = require('../src/cart.js')

const lines = [
  { name: 'mug', cents: 1250, quantity: 2 },
  { name: 'tea', cents: 499, quantity: 1 },
]

test('a cart without a coupon costs the sum of its lines', () => {
  assert.equal(total(lines), 2999)
})

test('a percentage is rounded to whole cents', () => {
  assert.equal(total(lines, { kind: 'percent', value: 10 }), 2699)
})

test('a fixed coupon never makes a cart cost less than nothing', () => {
  assert.equal(total(lines, { kind: 'fixed', value: 5000 }), 0)
})
