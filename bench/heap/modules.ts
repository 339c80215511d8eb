// Prints how many bytes a workspace holds per module hook, in this thread and the workers together, with the hooks of
// the given folder fired once. With `bare`, prints what two plain workers hold for importing the same files.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { secureyeoman } from '../../runtime/contract/dialects/secureyeoman.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import { held } from './held.ts'

const [folder = '', kind] = process.argv.slice(2)
const event = 'tool_execute_before'
const extensions = join(folder, 'workspace', 'extensions')
const files = readdirSync(extensions).filter((name) => name.startsWith('hook'))
const total = kind === 'bare' ? await bare() : await ours()
process.stdout.write(`${JSON.stringify(total / files.length)}\n`)

async function ours(): Promise<number> {
  // The first workspace loads the code and everything that all workspaces share.
  const first = await opened('first')
  const before = held()
  const second = await opened('workspace')
  // Two hooks that only measure are fired first, so that each of the two workers has one that measures it.
  const base = await second.measure()
  await second.fireAll()
  const after = await second.measure()
  const own = held() - before
  await Promise.all([first.workspace.close(), second.workspace.close()])
  return own + after - base
}

async function opened(name: string) {
  const workspace = await openWorkspace({
    root: join(folder, name),
    home: join(folder, 'home'),
    trust: 'workspace',
    workers: 2,
  })
  const fire = (only: (hook: Hook) => boolean) =>
    workspace.fire(event, secureyeoman.events[event].example, { dialect: 'secureyeoman', only })
  const measures = (hook: Hook) => hook.name.includes('measure')
  return {
    workspace,
    fireAll: () => fire((hook) => !measures(hook)),
    async measure(): Promise<number> {
      const { hooks } = await fire(measures)
      return hooks.reduce((sum, { result }) => sum + (result as { input: { held: number } }).input.held, 0)
    },
  }
}

async function bare(): Promise<number> {
  const code = `
    const { parentPort } = require('node:worker_threads')
    parentPort.on('message', async (paths) => {
      for (const path of paths) await import(path)
      gc(); gc()
      const { heapUsed, external } = process.memoryUsage()
      parentPort.postMessage(heapUsed + external)
    })`
  let grown = 0
  for (const rest of [0, 1]) {
    const worker = new Worker(code, { eval: true })
    const measure = (paths: readonly string[]) =>
      new Promise<number>((resolve) => {
        worker.once('message', resolve)
        worker.postMessage(paths)
      })
    const own = files.filter((_, n) => n % 2 === rest).map((name) => join(extensions, name))
    const before = await measure([])
    grown += (await measure(own)) - before
    await worker.terminate()
  }
  return grown
}
