// Runs hooks under their debuggers, one process per call, started and waiting. Says where each can be attached to;
// what the hook then comes to is an attempt like any other, whenever the person is done.

import type { Call, Executor } from '../../contract/call.ts'
import type { Hook } from '../../contract/hook.ts'
import type { Attempt } from '../../contract/verdict.ts'
import { openExecutables } from '../executable/executables.ts'
import type { RunningProcess } from '../executable/process.ts'
import type { Groups } from '../groups.ts'
import type { Snapshot } from '../module/flight.ts'
import { openPython } from '../python/openPython.ts'
import { pythonStarter, underDebugger } from './command.ts'
import { openInspectModules } from './inspectModules.ts'
import { type Address, announced, cleaned, type Target } from './target.ts'

export type InspectorOptions = {
  readonly root: string
  readonly groups: Groups
  readonly env: () => Readonly<Record<string, string>>
  readonly drop: () => readonly string[]
  readonly snapshot: (hook: Hook) => Snapshot | { readonly untrusted: string }
  readonly verify: (hook: Hook) => string | undefined
  /** A process listens and waits for its debugger. */
  readonly listening: (target: Target) => void
}

const LOOK_MS = 20

/** The executor of one inspection: opened for one call, closed after it. */
export function openInspector(options: InspectorOptions): Executor {
  const { root, groups, env, drop, snapshot, verify, listening } = options
  let inner: { readonly call: Call; readonly executor: Executor } | undefined

  return {
    run(call) {
      const executor = open(call.hook)
      inner = { call: withDone(call, (attempt) => call.done(cleaned(attempt))), executor }
      executor.run(inner.call)
    },
    cancel: (_call, reason) => inner?.executor.cancel(inner.call, reason),
    close: async () => inner?.executor.close(),
  }

  function open(hook: Hook): Executor {
    const tell = (address: Address) => listening({ ...address, hook: hook.id })
    if (hook.runner === 'module') {
      return openInspectModules({ root, env: env(), drop: drop(), groups, snapshot, listening: tell })
    }
    if (hook.runner === 'python') {
      const waits = { argv: ['-Xfrozen_modules=off', pythonStarter()], said: once(tell) }
      return openPython({ root, env: env(), drop: drop(), groups, snapshot, memoryLimitBytes: 0, waits })
    }
    return openExecutables({
      root,
      groups,
      env,
      drop,
      verify,
      command: underDebugger,
      started: (one) => watch(one, once(tell)),
    })
  }
}

/** Hears what a process says until it has said where it listens. */
function once(tell: (address: Address) => void): (stderr: string) => boolean {
  let told = false
  return (stderr) => {
    const address = told ? undefined : announced(stderr)
    if (address === undefined) return told
    told = true
    tell(address)
    return true
  }
}

function watch({ stderr, gone }: RunningProcess, said: (stderr: string) => boolean): void {
  const timer = setInterval(() => {
    if (said(stderr.bytes().toString())) clearInterval(timer)
  }, LOOK_MS)
  void gone.then(() => clearInterval(timer))
}

function withDone(call: Call, done: (attempt: Attempt) => void): Call {
  const { hook, dialect, event, record, payload, timeoutMs, cwd } = call
  return {
    hook,
    dialect,
    event,
    record,
    payload,
    timeoutMs,
    cwd,
    get signal() {
      return call.signal
    },
    done,
  }
}
