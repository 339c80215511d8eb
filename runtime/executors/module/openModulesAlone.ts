// Runs TS and JS hooks in the very thread that asks, for a thread that was started for them: nothing travels, but hooks
// cannot tell, because payloads and results are copied all the same. Who started the thread must watch it; a hook that
// spins, exits or fills the memory takes it along.

import { AsyncLocalStorage } from 'node:async_hooks'
import { type Call, type Executor, type GiveUp, gaveUp } from '../../contract/call.ts'
import type { Hook } from '../../contract/hook.ts'
import type { Attempt } from '../../contract/verdict.ts'
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
  /** What the language gives cannot be replaced by hooks. */
  readonly locked: boolean
  /** The bytes to run for a hook, or why it may not run. */
  readonly snapshot: (hook: Hook) => ModuleSnapshot | { readonly untrusted: string }
  /** Called whenever a hook begins, as a sign of life. */
  readonly begins: () => void
  /** Called when a hook goes on although it was told to stop, or damage was done by no call in particular. */
  readonly spoilt: () => void
  /** How long a hook that was told to stop may take to do so. */
  readonly graceMs?: number
}

type Module = {
  readonly namespace: Readonly<Record<string, unknown>>
  readonly instances: Map<string, unknown>
}
type Handler = { readonly target: ModuleTarget; found: FoundHandler | undefined }
type Visit = { readonly flight: ModuleFlight; readonly run: ModuleRun; gaveUp: GiveUp | undefined }

/** Makes this thread one that hooks run in; there is no way back, and no second time. */
export async function openModulesAlone(options: AloneOptions): Promise<Executor> {
  const { cwd, snapshot, begins, spoilt, graceMs = 50 } = options
  const current = new AsyncLocalStorage<ModuleRun>()
  const modules = new Map<string, Promise<Module>>()
  const handlers = new Map<Hook, Map<string, Handler>>()
  const visits = new Map<number, Visit>()
  const port = { postMessage: hear }
  let count = 0
  let named: ModuleTarget | undefined
  let latest: ModuleRun | undefined

  // Before what hooks print is caught: their own stdout is a descriptor of the runtime.
  guardProcess()
  catchOutput(() => current.getStore())
  limitPrograms(() => current.getStore()?.target.timeoutMs ?? 5000)
  await prepareStripping()
  installLoader()
  Reflect.set(globalThis, Symbol.for(EMIT), checkEmitted)
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

  /** What a run says: the same words as between threads. */
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
    // Copied first: what cannot be copied is the hook's failure.
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

  // Errors that nobody caught belong to the call in whose turn they happened, if it is still waiting for an answer.
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

  // Like an executable's environment.
  function name(target: ModuleTarget): void {
    named = target
    process.env.HOOKBENCH_EVENT = target.event
    process.env.HOOKBENCH_DIALECT = target.dialect
  }
}

function late({ flight }: Visit, reason: GiveUp): Attempt {
  return flight.failed(reason, gaveUp(flight.call, reason).message)
}

// Nobody listens to what hooks emit here.
function checkEmitted(event: unknown): void {
  if (typeof event !== 'string')
    throw new TypeError(`emit() takes the event's name first, got ${typeof event}`)
}
