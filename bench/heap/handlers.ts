// Prints how many bytes of heap a workspace holds per hook, with a thousand in-process hooks of an embedder, each fired
// once.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { secureyeoman } from '../../runtime/contract/dialects/secureyeoman.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import { hookOf, inFolder } from '../fixtures.ts'
import { held } from './held.ts'

const HOOKS = 1000
const event = 'tool_execute_before'
const payload = secureyeoman.events[event].example

const grown = await inFolder(async (folder) => {
  // The first workspace loads the code and everything that all workspaces share.
  const first = await opened(join(folder, 'first'), 1)
  const before = held()
  const second = await opened(join(folder, 'second'), HOOKS)
  const after = held()
  await Promise.all([first.close(), second.close()])
  return after - before
})
process.stdout.write(`${JSON.stringify(grown / HOOKS)}\n`)

async function opened(folder: string, count: number) {
  const [root, home] = [join(folder, 'workspace'), join(folder, 'home')]
  mkdirSync(root, { recursive: true })
  const handlers = Array.from({ length: count }, (_, order) =>
    hookOf(`h${order}`, {
      dialect: 'secureyeoman',
      events: [event],
      runner: 'in-process',
      order,
      handler: async (given: unknown) => given,
    }),
  )
  const workspace = await openWorkspace({ root, home, handlers })
  await workspace.fire(event, payload, { dialect: 'secureyeoman' })
  return workspace
}
