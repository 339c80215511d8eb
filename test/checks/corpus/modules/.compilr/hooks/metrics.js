import { now } from '../lib/clock.js'

const buckets = new Map()
const noop = () => {}
if (process.env.METRICS === '0') buckets.clear()

function timed(label, fn = noop) {
  return async function (ctx, ...rest) {
    const from = now()
    try { return await fn.call(this, ctx, ...rest) } finally {
      const list = buckets.get(label) || buckets.set(label, []).get(label)
      list.push(now() - from)
      if (list.length > 1e3) list.splice(0, 500)
    }
  }
}

const slow = ({ durationMs = 0, toolName }) => {
  if (durationMs > 30_000) console.error('%s took %ds', toolName, durationMs / 1e3)
}

export default {
  beforeTool: [timed('tool')],
  afterTool: [timed('after', slow), slow],
  afterLLM: [({ usage, model = 'unknown', ...ctx }) => void (usage && console.error(model, JSON.stringify(usage), ctx.iteration))],
}
