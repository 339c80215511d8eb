// Ends the processes of hooks as soon as their runtime is gone, however it went: a shell waits on a pipe that only the
// runtime holds; when it closes without a word, it becomes the program that ends what was left.
// Where there is no such shell (Windows), the next runtime does that when it starts.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defined } from '../contract/defined.ts'

export type Watcher = {
  /** The runtime ends its processes itself. */
  dismiss(): void
}

// `read` fails at the end of the pipe, and then there was no word.
const WAITS = 'read -r word; [ "$word" = over ] || exec "$@"'

/** Watches over what the books in this folder say, and what carries this mark. `gone`: somebody has ended it. */
export function startWatcher(folder: string, mark: string, gone: () => void): Watcher | undefined {
  if (process.platform === 'win32') return undefined
  const { PATH, ELECTRON_RUN_AS_NODE } = process.env
  const env = { PATH, ...defined({ ELECTRON_RUN_AS_NODE }) }
  const program = [process.execPath, fileURLToPath(endsLeft()), folder, mark]
  let child: ChildProcess
  try {
    // A session of its own: what ends the runtime's group or terminal leaves it alone.
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

/** TypeScript in source, one bundled file beside the others in the built product. */
function endsLeft(): URL {
  const built = new URL('./endLeft.js', import.meta.url)
  return existsSync(built) ? built : new URL('./endLeft.ts', import.meta.url)
}
