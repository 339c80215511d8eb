// Runs each call of a module hook in a Node process of its own that waits for a debugger.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Call, type Executor, gaveUp } from '../../contract/call.ts'
import { errorToWire, mapFields } from '../../contract/errors.ts'
import type { Hook } from '../../contract/hook.ts'
import type { Attempt } from '../../contract/verdict.ts'
import { withoutVariables } from '../droppedVariables.ts'
import { inherited } from '../environment.ts'
import type { Groups } from '../groups.ts'
import type { ModuleSnapshot } from '../module/flight.ts'
import { signalGroup } from '../processes.ts'
import type { ModuleRequest } from './moduleHost.ts'
import { announced, cleaned, type DebugAddress } from './target.ts'

export type InspectModulesOptions = {
  readonly root: string
  readonly env: Readonly<Record<string, string>>
  readonly drop: readonly string[]
  readonly groups: Groups
  readonly snapshot: (hook: Hook) => ModuleSnapshot | { readonly untrusted: string }
  readonly listening: (address: DebugAddress) => void
}

/** How long a process may keep running after its answer, in milliseconds, in case a debugger stays attached. */
const LINGER_MS = 1000
/** Limit of characters that are kept per stream. */
const MOST_CHARACTERS = 10 * 1024 * 1024

export function openInspectModules(options: InspectModulesOptions): Executor {
  const { root, groups, snapshot } = options
  const running = new Map<Call, ChildProcess>()
  const gone = new Set<Promise<void>>()
  return { run, cancel, close }

  function run(call: Call): void {
    const taken = snapshot(call.hook)
    if ('untrusted' in taken) {
      call.done({ kind: 'failed', reason: 'untrusted', message: taken.untrusted })
      return
    }
    const child = spawn(
      process.execPath,
      ['--inspect-wait=127.0.0.1:0', '--disable-warning=ExperimentalWarning', hostFile()],
      {
        cwd: root,
        env: { ...withoutVariables(inherited(), options.drop), ...options.env, ...groups.env },
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        serialization: 'advanced',
      },
    )
    running.set(call, child)
    const { pid } = child
    if (pid !== undefined) groups.add(pid)
    const output = { stdout: '', stderr: '' }
    let hasReported = false
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output.stdout += text.slice(0, MOST_CHARACTERS - output.stdout.length)
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output.stderr += text.slice(0, MOST_CHARACTERS - output.stderr.length)
      const address = hasReported ? undefined : announced(output.stderr)
      if (address === undefined) return
      hasReported = true
      options.listening(address)
    })
    child.on('error', (error) => finish({ kind: 'failed', reason: 'crashed', message: error.message }))
    child.on('message', (attempt) => {
      finish(attempt as Attempt)
      if (pid !== undefined) setTimeout(signalGroup, LINGER_MS, pid, 'SIGKILL').unref()
    })
    const left = new Promise<void>((resolve) => {
      child.once('close', (code, signal) => {
        finish({ kind: 'failed', reason: 'crashed', message: `ended with ${signal ?? `exit code ${code}`}` })
        if (pid !== undefined) groups.remove(pid)
        resolve()
      })
    })
    gone.add(left)
    void left.then(() => gone.delete(left))
    child.send(requestOf(call, taken))

    function finish(attempt: Attempt): void {
      if (!running.delete(call)) return
      const { stdout, stderr } = output
      const isCut = stdout.length === MOST_CHARACTERS || stderr.length === MOST_CHARACTERS
      const raw = {
        stdout,
        stderr: `${stderr}${attempt.raw?.stderr ?? ''}`,
        ...(isCut ? { cut: true as const } : {}),
      }
      call.done(cleaned({ ...attempt, raw }))
    }
  }

  function cancel(call: Call, reason: 'timeout' | 'aborted'): void {
    const child = running.get(call)
    if (child === undefined) return
    running.delete(call)
    if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL')
    call.done(gaveUp(call, reason))
  }

  async function close(): Promise<void> {
    for (const call of [...running.keys()]) cancel(call, 'aborted')
    await Promise.all(gone)
  }
}

function requestOf({ hook, event, payload, record }: Call, { files, hash }: ModuleSnapshot): ModuleRequest {
  const { handler: _none, ...data } = hook
  return {
    hook: data,
    event,
    payload: mapFields(payload, record.errors?.payload, errorToWire),
    files: [...files],
    hash,
  }
}

// moduleHost.ts in the source tree, the bundled inspected.js in the built product.
function hostFile(): string {
  const built = fileURLToPath(new URL('./inspected.js', import.meta.url))
  return existsSync(built) ? built : fileURLToPath(new URL('./moduleHost.ts', import.meta.url))
}
