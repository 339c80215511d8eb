// Ends the processes of hooks as soon as their runtime is gone, even if it was killed: a shell waits on a pipe that
// only the runtime holds, and execs the cleanup program if the pipe closes without a dismissal. On Windows, which has
// no such shell, the next runtime cleans up when it starts.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defined } from '../contract/defined.ts'

export type Watcher = {
  /** Ends the watcher; the runtime ends its processes itself. */
  dismiss(): void
}

// `read` fails when the pipe is closed, and `word` is then empty.
const WAITS = 'read -r word; [ "$word" = over ] || exec "$@"'

/** Starts the watcher for a folder of process records and a mark. `gone` is called when the watcher itself ends. */
export function startWatcher(folder: string, mark: string, gone: () => void): Watcher | undefined {
  if (process.platform === 'win32') return undefined
  const { PATH, ELECTRON_RUN_AS_NODE } = process.env
  const env = { PATH, ...defined({ ELECTRON_RUN_AS_NODE }) }
  const program = [process.execPath, fileURLToPath(endsLeft()), folder, mark]
  let child: ChildProcess
  try {
    // Its own session, so that signals to the runtime's group or terminal do not reach it.
    child = spawn('/bin/sh', ['-c', WAITS, 'hookbench', ...program], {
      cwd: '/',
      env,
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
  } catch {
    return undefined
  }
  child.on('error', () => {}).once('exit', gone)
  child.stdin?.on('error', () => {})
  child.unref()
  if (child.stdin !== null && 'unref' in child.stdin) (child.stdin as unknown as { unref(): void }).unref()
  return { dismiss: () => child.stdin?.end('over\n') }
}

/** The cleanup program: endLeft.ts in the source tree, the bundled endLeft.js in the built product. */
function endsLeft(): URL {
  const built = new URL('./endLeft.js', import.meta.url)
  return existsSync(built) ? built : new URL('./endLeft.ts', import.meta.url)
}
