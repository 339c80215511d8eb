// The runtime's side of the warden: requests command lines, and rejects with the reason if there is none.
// It does not keep the runtime alive, and the warden does not outlive the runtime.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inherited } from '../environment.ts'
import { signalGroup } from '../processes.ts'
import type { Request, WardenReply } from './messages.ts'
import type { Policy } from './policy.ts'
import { wardenUrl } from './wardenUrl.ts'

export type Warden = {
  /** Returns the command line that runs `command` under a policy. Rejects with the reason if there is none. */
  wrap(command: string, policy: Policy): Promise<string>
  /** Reports that a run has ended. */
  over(): void
  /** Disconnects the warden; settles when it has exited. */
  close(): Promise<void>
}

export type WardenOptions = {
  readonly root: string
  /** Folder for the temporary files of hooks. */
  readonly scratch: string
  /** Marks the process as belonging to this runtime. */
  readonly env: Readonly<Record<string, string>>
  /** Called when it has exited, whether closed or not. */
  readonly ended: () => void
}

/** The warden exited before it answered; a new one may succeed. */
export class WardenGone extends Error {
  override readonly name = 'WardenGone'
}

const TAIL = 2048
const END_MS = 3000

export function startWarden({ root, scratch, env, ended }: WardenOptions): Warden {
  const waiting = new Map<number, { answer(command: string): void; fail(error: Error): void }>()
  const gone = Promise.withResolvers<void>()
  let ids = 0
  let output = ''
  let over = false

  const folder = makeFolder()
  const child: ChildProcess = spawn(process.execPath, [fileURLToPath(wardenUrl()), folder], {
    // The library looks for protected files in its working folder.
    cwd: root,
    env: {
      ...inherited(),
      ...env,
      TMPDIR: folder,
      CLAUDE_CODE_TMPDIR: scratch,
      ...(process.versions.electron === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' }),
    },
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  child.unref()
  child.channel?.unref()
  const { stderr } = child
  if (stderr !== null && 'unref' in stderr) (stderr as { unref(): void }).unref()
  stderr
    ?.on('error', () => {})
    .on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-TAIL)
    })
  child.on('error', (error) => end(`its warden could not be started: ${error.message}`))
  child.once('exit', (code, signal) => {
    const line = output.trimEnd().split('\n').at(-1)?.trim() ?? ''
    end(`its warden ended with ${signal ?? `exit code ${code}`}${line === '' ? '' : `: ${line}`}`)
  })
  child.on('message', (answer: WardenReply) => {
    const waiter = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('command' in answer) waiter?.answer(answer.command)
    else waiter?.fail(new Error(answer.failed))
  })

  return {
    wrap(command, policy) {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      const id = ++ids
      waiting.set(id, { answer: resolve, fail: reject })
      if (over) end('its warden has ended')
      else tell({ kind: 'wrap', id, command, policy })
      return promise
    },
    over: () => tell({ kind: 'over' }),
    async close() {
      if (over) return
      child.ref()
      if (child.connected) child.disconnect()
      const late = setTimeout(() => child.kill('SIGKILL'), END_MS)
      await gone.promise
      clearTimeout(late)
    },
  }

  function tell(request: Request): void {
    // Requests that can no longer be sent are rejected when the warden's exit is handled.
    if (child.connected) child.send(request, () => {})
  }

  function end(why: string): void {
    over = true
    // Ends helpers of the proxies that the warden could not end itself.
    if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL')
    for (const { fail } of waiting.values()) fail(new WardenGone(why))
    waiting.clear()
    stderr?.destroy()
    rmSync(folder, { recursive: true, force: true })
    gone.resolve()
    ended()
  }
}

// For files that the library leaves behind when killed. Not in TMPDIR by preference: the path of a socket there may
// exceed the system's limit, or lie in a home that the settings close.
function makeFolder(): string {
  const name = `hookbench-warden-${process.pid}-`
  try {
    return mkdtempSync(join('/tmp', name))
  } catch {
    return mkdtempSync(join(tmpdir(), name))
  }
}
