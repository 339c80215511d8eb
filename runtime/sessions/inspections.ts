// Runs hooks under their debuggers for clients. `inspect` answers as soon as a debugger can attach; the outcome follows
// as a notification. An inspection ends when its client disconnects.

import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { DialectId } from '../contract/dialectId.ts'
import type { Hook } from '../contract/hook.ts'
import { didYouMean } from '../contract/suggest.ts'
import { Refusal } from '../workspace/admission.ts'
import type { Caller } from './method.ts'

export type InspectRequest = {
  readonly named: string | undefined
  readonly dialect: DialectId
  readonly event: string
  readonly payload: unknown
  /** The hook's id or its name; default: the whole chain. */
  readonly hook: string | undefined
  readonly env: Readonly<Record<string, string>> | undefined
  readonly cwd: string | undefined
  /** Whether shell hooks are traced. */
  readonly trace: boolean
  /** Whether traced shell hooks also wait for a debugger. */
  readonly stops: boolean
}

export type Inspections = {
  start(request: InspectRequest, caller: Caller): Promise<object>
  /** Ends an inspection and its process; returns the number of inspections ended (0 or 1). */
  cancel(inspection: string): number
}

export function openInspections(): Inspections {
  const running = new Map<string, AbortController>()
  let count = 0

  return {
    start(request, caller) {
      const { promise, resolve, reject } = Promise.withResolvers<object>()
      inspect(request, caller, resolve).catch(reject)
      return promise
    },
    cancel(inspection) {
      const controller = running.get(inspection)
      controller?.abort()
      return controller === undefined ? 0 : 1
    },
  }

  // The workspace stays open until the debugger has detached, which may be long after the answer.
  async function inspect(
    { named, dialect, event, payload, hook: wanted, env, cwd, trace, stops }: InspectRequest,
    caller: Caller,
    answer: (targets: object) => void,
  ): Promise<void> {
    const inspection = `inspection-${++count}`
    const controller = new AbortController()
    const abort = () => controller.abort()
    caller.gone.addEventListener('abort', abort, { once: true })
    caller.signal.addEventListener('abort', abort, { once: true })
    running.set(inspection, controller)
    try {
      await caller.within(named, async (workspace) => {
        const hook = wanted === undefined ? undefined : findHook(workspace.list(), wanted).id
        const at = cwd === undefined ? undefined : resolve(workspace.root, cwd)
        if (at !== undefined) mustBeFolder(at)
        const { signal } = controller
        const early: (() => void)[] = []
        let answered = false
        // Notifications before the answer would name an inspection that the client does not know yet.
        const tell = (method: string, params: object) => {
          const now = () => caller.notify(method, { inspection, ...params })
          if (answered) now()
          else early.push(now)
        }
        const { targets, outcome } = workspace.inspect(event, payload, {
          dialect,
          hook,
          env,
          cwd: at,
          signal,
          attachable: (target) => tell('attachable', { target }),
          traced: trace ? (lines) => tell('traced', { lines }) : undefined,
          stops: trace && stops,
        })
        answer({ inspection, targets: await targets })
        // The answer is written only after the awaiting code has run.
        await new Promise((done) => setImmediate(done))
        answered = true
        for (const now of early) now()
        caller.notify('inspected', { inspection, outcome: await outcome })
      })
    } finally {
      running.delete(inspection)
      caller.gone.removeEventListener('abort', abort)
    }
  }
}

// Otherwise the system's error would report the hook itself as missing.
function mustBeFolder(cwd: string): void {
  // No path has a NUL.
  if (!cwd.includes('\0') && statSync(cwd, { throwIfNoEntry: false })?.isDirectory() === true) return
  throw new Refusal(`inspect: cwd: ${cwd} is not a folder.`)
}

function findHook(hooks: readonly Hook[], wanted: string): Hook {
  const found = hooks.find(({ id }) => id === wanted)
  if (found !== undefined) return found
  const named = hooks.filter(({ name }) => name === wanted)
  const [only] = named
  if (only !== undefined && named.length === 1) return only
  if (named.length > 1)
    throw new Refusal(`"${wanted}" is ${named.map(({ id }) => id).join(' and ')}; give one of these ids.`)
  throw new Refusal(
    `There is no hook "${wanted}".${didYouMean(
      wanted,
      hooks.flatMap(({ id, name }) => [name, id]),
    )}`,
  )
}
