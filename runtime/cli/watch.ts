// Does something again whenever a hook file is saved. Ends when the process is told to.

import { type FSWatcher, watch } from 'node:fs'
import { dirname } from 'node:path'
import type { OpenOptions } from '../workspace/workspace.ts'
import { paint, print } from './print.ts'

const SETTLE_MS = 100

/** Runs `again` after every save of a hook or of what it imports; never resolves by itself. */
export async function onEdits(open: OpenOptions, again: () => Promise<void>): Promise<never> {
  const { openWorkspace } = await import('../workspace/open.ts')
  let watchers: FSWatcher[] = []
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const saved = () => {
    clearTimeout(timer)
    timer = setTimeout(async () => {
      await running
      running = round()
    }, SETTLE_MS)
  }

  async function round(): Promise<void> {
    for (const watcher of watchers) watcher.close()
    print(paint('dim', `— ${new Date().toLocaleTimeString()} —`))
    await again()
    await look()
  }

  async function look(): Promise<void> {
    const workspace = await openWorkspace(open)
    const folders = new Set(workspace.list().flatMap((hook) => hook.files.map((file) => dirname(file))))
    await workspace.close()
    watchers = [...folders].map((folder) => watch(folder, saved).on('error', () => {}))
    print(paint('dim', 'waiting for a hook to be saved; Ctrl+C ends'))
  }

  await look()
  return new Promise(() => {})
}
