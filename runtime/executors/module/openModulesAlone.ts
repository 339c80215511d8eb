// Runs TS and JS hooks in the calling thread, which must have been started for them. Payloads and results are
// copied as if they were sent to a worker, so hooks see no difference. The thread's starter must watch it: a
// hook that loops, exits or fills the memory takes the thread down.

import { AsyncLocalStorage } from 'node:async_hooks'
import { type Call, type Executor, type GiveUp, gaveUp } from '../../contract/call.ts'
import type { Hook } from '../../contract/hook.ts'
import type { Attempt } from '../../contract/verdict.ts'
import { withOwnMethods } from '../ownMethods.ts'
import { copied } from './copy.ts'
import { ModuleFlight, type ModuleSnapshot } from './flight.ts'
import { prepareStripping } from './format.ts'
import { guardProcess } from './guard.ts'
import { type FoundHandler, findHandler } from './handlers.ts'
import { importHook, installLoader } from './loader.ts'
import { lockRealm } from './lockRealm.ts'
import type { FromWorker, ModuleTarget } from './messages.ts'
import { catchOutput } from './output.ts'
import { overrideProcess } from './processOverrides.ts'
import { limitPrograms } from './programs.ts'
import { ModuleRun } from './run.ts'
import { describe, describeLoad } from './thrown.ts'
import { EMIT } from './virtual.ts'

export type AloneOptions = {
  readonly cwd: string
  /** Whether hooks are prevented from replacing built-in objects. */
  readonly locked: boolean
  /** The bytes to run for a hook, or why it may not run. */
  readonly snapshot: (hook: Hook) => ModuleSnapshot | { readonly untrusted: string }
  /** Called whenever a hook begins, as a sign of life. */
  readonly begins: () => void
  /** Called when a hook continues after being told to stop, or when an error belongs to no call. */
  readonly spoilt: () => void
  /** How long a hook that was told to stop may take to do so, in milliseconds; default 50. */
  readonly graceMs?: number
}

type Module = {
  readonly namespace: Readonly<Record<string, unknown>>
  readonly instances: Map<string, unknown>
}
type Handler = { readonly target: ModuleTarget; found: FoundHandler | undefined }
type Visit = { readonly flight: ModuleFlight; readonly run: ModuleRun; gaveUp: GiveUp | undefined }

/** Sets up this thread for hooks. Irreversible, and only possible once per thread. */
export async function openModulesAlone(options: AloneOptions): Promise<Executor> {
  const { cwd, snapshot, begins, spoilt, graceMs = 50 } = options
  const current = withOwnMethods(new AsyncLocalStorage<ModuleRun>())
  const modules = new Map<string, Promise<Module>>()
  const handlers = new Map<Hook, Map<string, Handler>>()
  const visits = new Map<number, Visit>()
  const port = { postMessage: hear }
  let count = 0
  let named: ModuleTarget | undefined
  let latest: ModuleRun | undefined

  // Before output is captured: the hooks' own stdout is a descriptor of the runtime.
  guardProcess()
  catchOutput(() => current.getStore())
  limitPrograms(() => current.getStore()?.target.timeoutMs ?? 5000)
  await prepareStripping()
  installLoader()
  Object.defineProperty(globalThis, Symbol.for(EMIT), { value: checkEmitted })
  overrideProcess({ cwd: () => current.getStore()?.cwd ?? cwd, exiting: () => {}, uncaught })
  if (options.locked) lockRealm()
  return { run, cancel, close: async () => {} }

  function run(call: Call): void {
    begins()
    const taken = snapshot(call.hook)
    if ('untrusted' in taken) {
      call.done({ kind: 'failed', reason: 'untrusted', message: taken.untrusted })
      return
    }
    const flight = new ModuleFlight(++count, call, taken)
    let payload: unknown
    try {
      payload = copied(flight.payload)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      call.done(flight.failed('invalid', `its payload cannot be copied into a worker: ${message}`))
      return
    }
    const handler = handlerOf(call)
    const { target } = handler
    const own = call.cwd === cwd ? undefined : call.cwd
    const made = new ModuleRun(port, forget, { id: flight.id, place: 0, target, file: 0, payload, cwd: own })
    visits.set(flight.id, { flight, run: made, gaveUp: undefined })
    if (named?.event !== target.event || named.dialect !== target.dialect) name(target)
    latest = made
    current.run(made, execute, made, handler, flight)
  }

  function execute(made: ModuleRun, handler: Handler, flight: ModuleFlight): void {
    if (handler.found !== undefined) {
      made.start(handler.found)
      return
    }
    loaded(flight).then(
      (module) => {
        try {
          handler.found ??= findHandler(module.namespace, handler.target, module.instances)
        } catch (error) {
          made.fail(describeLoad(error, flight.path))
          return
        }
        made.start(handler.found)
      },
      (error) => made.fail(describeLoad(error, flight.path)),
    )
  }

  function loaded({ path, snapshot, call }: ModuleFlight): Promise<Module> {
    let module = modules.get(path)
    if (module === undefined) {
      const load = modules.size + 1
      const events = Object.keys(call.dialect.events)
      module = importHook({ kind: 'load', load, file: load, path, files: [...snapshot.files], events }).then(
        (namespace) => ({ namespace, instances: new Map() }),
      )
      modules.set(path, module)
    }
    return module
  }

  /** Handles a run's messages, which are the same as those between threads. */
  function hear(message: FromWorker): void {
    if ('kind' in message) {
      if (message.kind === 'output') {
        visits.get(message.id)?.flight.print(message.to, message.text, message.cut)
      } else if (message.kind === 'failed') {
        settle(message.id, ({ flight }) => flight.failed(message.reason, message.message, message.stack))
      }
      return
    }
    const [id, result, carried] = message
    // Copied first, so that a value that cannot be copied counts as the hook's failure.
    const own = copied(result)
    const ownCarried = carried === undefined ? undefined : (copied(carried) as typeof carried)
    settle(id, ({ flight }) => flight.returned(own, ownCarried))
  }

  function settle(id: number, attempt: (visit: Visit) => Attempt): void {
    const visit = visits.get(id)
    if (visit === undefined) return
    visits.delete(id)
    visit.flight.call.done(visit.gaveUp === undefined ? attempt(visit) : late(visit, visit.gaveUp))
  }

  function cancel(call: Call, reason: GiveUp): void {
    const visit = [...visits.values()].find(({ flight }) => flight.call === call)
    if (visit === undefined) return
    visit.gaveUp = reason
    const timeout = reason === 'timeout'
    visit.run.abort(
      new DOMException(
        timeout ? 'over its time limit' : 'cancelled',
        timeout ? 'TimeoutError' : 'AbortError',
      ),
    )
    setTimeout(() => {
      if (!visits.has(visit.run.id)) return
      visit.run.over = true
      spoilt()
      settle(visit.run.id, () => late(visit, reason))
    }, graceMs)
  }

  // An uncaught error belongs to the call in whose turn it was thrown, if that call is still waiting for an answer.
  function uncaught(error: unknown): void {
    const made = current.getStore() ?? latest
    if (made !== undefined && !made.over) made.fail(describe(error))
    else if (current.getStore() === undefined) spoilt()
  }

  function forget(made: ModuleRun): void {
    if (latest === made) latest = undefined
  }

  function handlerOf({ hook, dialect, event, record, timeoutMs }: Call): Handler {
    let byEvent = handlers.get(hook)
    if (byEvent === undefined) {
      byEvent = new Map()
      handlers.set(hook, byEvent)
    }
    let handler = byEvent.get(event)
    if (handler === undefined) {
      const { exports, signal } = dialect
      const { errors, travels } = record
      const target: ModuleTarget = {
        kind: 'target',
        load: 0,
        dialect: dialect.id,
        event,
        part: hook.part,
        exports,
        signal,
        errors,
        travels,
        timeoutMs,
      }
      handler = { target, found: undefined }
      byEvent.set(event, handler)
    }
    return handler
  }

  // Matches an executable's environment.
  function name(target: ModuleTarget): void {
    named = target
    process.env.HOOKBENCH_EVENT = target.event
    process.env.HOOKBENCH_DIALECT = target.dialect
  }
}

function late({ flight }: Visit, reason: GiveUp): Attempt {
  return flight.failed(reason, gaveUp(flight.call, reason).message)
}

// Emitted events have no listeners here; only the arguments are checked.
function checkEmitted(event: unknown): void {
  if (typeof event !== 'string')
    throw new TypeError(`emit() takes the event's name first, got ${typeof event}`)
}
