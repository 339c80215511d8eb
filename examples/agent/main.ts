// `npm run agent`: the example agent on one message, with the hooks in `workspace/` beside this file.
// `--socket <path>` uses a running `hookbench serve` instead of embedding the hooks.

import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runAgent } from './agent.ts'
import { embedded, type Hooks, served } from './hooks.ts'
import { model } from './model.ts'
import { ran, tools } from './tools.ts'

const { values } = parseArgs({ options: { socket: { type: 'string' }, json: { type: 'boolean' } } })
const cwd = fileURLToPath(new URL('workspace', import.meta.url))
const say = (line: string) => values.json !== true && console.log(`  ${line}`)

const hooks = values.socket === undefined ? await embedded(cwd) : await served(values.socket)
const events = new Map<string, number>()
const counted: Hooks = {
  ...hooks,
  async fire(dialect, event, payload) {
    events.set(`${dialect} ${event}`, (events.get(`${dialect} ${event}`) ?? 0) + 1)
    const outcome = await hooks.fire(dialect, event, payload)
    for (const note of outcome.notes) say(`note on ${event}: ${note}`)
    if (outcome.by !== undefined)
      say(`${outcome.by} says ${outcome.decision} to ${event}: ${outcome.reason ?? ''}`)
    return outcome
  },
}

say('ada: Tidy the notes.')
try {
  const answer = await runAgent({ hooks: counted, model, tools, cwd, say }, 'Tidy the notes.')
  if (values.json === true) console.log(JSON.stringify({ answer, events: Object.fromEntries(events), ran }))
  else
    console.log(`\n${answer}\n${events.size} kinds of event fired; tools that really ran: ${ran.join(' ')}`)
} finally {
  await hooks.close()
}
