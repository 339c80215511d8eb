// Does something again whenever a hook file is saved. Ends when the process is told to.

import type { OpenOptions } from '../workspace/workspace.ts'
import { paint, print } from './print.ts'

/** Runs `again` after every save of a hook, of what it imports or of a configuration; never resolves by itself. */
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
