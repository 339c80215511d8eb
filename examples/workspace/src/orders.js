// Orders live in memory; a real shop would have a database here.

const { total } = require('./cart.js')

const orders = new Map()
let next = 1001

function placeOrder(lines, coupon) {
  if (lines.length === 0) throw new Error('An order needs at least one line.')
  const order = { id: next++, lines, cents: total(lines, coupon), state: 'placed' }
  orders.set(order.id, order)
  return order
}

function findOrder(id) {
  return orders.get(id)
}

module.exports = { placeOrder, findOrder }
