// The shop's HTTP side: POST /orders places an order, GET /orders/<id> shows one.

const { createServer } = require('node:http')
const { findOrder, placeOrder } = require('./orders.js')

const server = createServer(async (request, response) => {
  try {
    const [status, body] = await answer(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  } catch (error) {
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: error.message }))
  }
})

async function answer(request) {
  const [, id] = /^\/orders\/(\d+)$/.exec(request.url) ?? []
  if (request.method === 'GET' && id) {
    const order = findOrder(Number(id))
    return order ? [200, order] : [404, { error: `No order ${id}.` }]
  }
  if (request.method === 'POST' && request.url === '/orders') {
    const { lines, coupon } = JSON.parse(await textOf(request))
    return [201, placeOrder(lines, coupon)]
  }
  return [404, { error: 'Not found.' }]
}

async function textOf(request) {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

if (require.main === module) server.listen(Number(process.env.PORT ?? 8080))

module.exports = { server }
