// Repeats an operation whenever a hook file is saved, until the process ends.

import type { OpenOptions } from '../workspace/workspace.ts'
import { paint, print } from './print.ts'

/** Runs `again` after every change to a hook, its imports or a configuration file; the promise never resolves. */
export async function onEdits(open: OpenOptions, again: () => Promise<void>): Promise<never> {
  const { openWorkspace } = await import('../workspace/open.ts')
  const workspace = await openWorkspace({ ...open, watch: true })
  let running = false
  let waiting = false

  workspace.onReload(() => {
    waiting = true
    if (!running) void rounds()
  })
  invite()
  return new Promise(() => {})

  async function rounds(): Promise<void> {
    running = true
    while (waiting) {
      waiting = false
      print(paint('dim', `— ${new Date().toLocaleTimeString()} —`))
      await again()
      invite()
    }
    running = false
  }
}

function invite(): void {
  print(paint('dim', 'waiting for a hook to be saved; Ctrl+C ends'))
}
