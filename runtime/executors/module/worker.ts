// Entry of a worker thread: receives calls from its parent, runs the handlers, posts their results.
// Failures of hooks are posted as messages; internal errors end the worker, and the parent reports them.

import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { withOwnMethods } from '../ownMethods.ts'
import { takeLine } from '../privateLine.ts'
import { CLOSINGS, GATE, PROGRAMS, READY, RECEIVED, RUNNING, RUNNING_FILE } from './cells.ts'
import { emittedSize, MOST_EMITTED } from './emitted.ts'
import { prepareStripping } from './format.ts'
import { guardProcess } from './guard.ts'
import { type FoundHandler, findHandler } from './handlers.ts'
import { importHook, installLoader } from './loader.ts'
import { lockRealm } from './lockRealm.ts'
import {
  type CallMessage,
  isTuple,
  type ModuleLoad,
  type ModuleTarget,
  type ToWorker,
  type WorkerBoot,
} from './messages.ts'
import { catchOutput } from './output.ts'
import { overrideProcess } from './processOverrides.ts'
import { limitPrograms, markPrograms } from './programs.ts'
import { ModuleRun, type Port } from './run.ts'
import { settled } from './settled.ts'
import { describe, describeLoad } from './thrown.ts'
import { EMIT } from './virtual.ts'
import { withholdOthers } from './withheld.ts'

// First of all: the message channel must be out of reach when the first hook loads.
const line = takeLine()
if (line === undefined) throw new Error('worker.ts is the code of a worker thread; openModules() starts it')
const { cells, cwd, mark, locked } = line.data as WorkerBoot
const port: Port = { postMessage: line.post }

type Module = {
  readonly namespace: Promise<Readonly<Record<string, unknown>>>
  readonly instances: Map<string, unknown>
}
type Handler = { readonly target: ModuleTarget; readonly file: number; found: FoundHandler | undefined }

const loads = new Map<number, ModuleLoad>()
const modules = new Map<number, Module>()
const handlers: Handler[] = []
const runs = new Map<number, ModuleRun>()
const current = withOwnMethods(new AsyncLocalStorage<ModuleRun>())
let received = 0
let named: ModuleTarget | undefined

// The running call is recorded at every turn, so that the parent can read it while the event loop is blocked.
createHook({ before: () => running(current.getStore()) }).enable()
// Before output is captured: the hooks' own stdout is a descriptor of the runtime.
guardProcess()
catchOutput(() => current.getStore())
limitPrograms(() => current.getStore()?.target.timeoutMs ?? 5000, programStarted)
markPrograms(mark, programStarted)
await prepareStripping()
installLoader(locked ? () => current.getStore()?.target.load : undefined)
lendEmit()
overrideProcess({ cwd: () => current.getStore()?.cwd ?? cwd, exiting, uncaught })
if (locked) {
  withholdOthers(bound)
  lockRealm()
}
line.hear((message) => receive(message as ToWorker))
Atomics.store(cells, READY, 1)

function receive(message: ToWorker) {
  Atomics.add(cells, RECEIVED, 1)
  if (isTuple(message)) return begin(message)
  if (message.kind === 'load') loads.set(message.load, message)
  else if (message.kind === 'target') {
    handlers.push({ target: message, file: loads.get(message.load)?.file ?? 0, found: undefined })
  } else if (message.kind === 'abort') {
    const name = message.timeout ? 'TimeoutError' : 'AbortError'
    runs.get(message.id)?.abort(new DOMException(message.timeout ? 'over its time limit' : 'cancelled', name))
  } else if (message.kind === 'open') {
    if (Atomics.load(cells, CLOSINGS) === message.closing) Atomics.store(cells, GATE, received)
  }
}

function begin([id, place, payload, callCwd]: CallMessage) {
  received++
  // The gate is closed: the parent has moved the calls that had not begun to another worker.
  if (Atomics.compareExchange(cells, GATE, received - 1, received) !== received - 1) return
  const handler = handlers[place]
  if (handler === undefined) throw new Error(`call ${id} names target ${place}, which was never sent`)
  const { target, file } = handler
  const run = new ModuleRun(port, ended, { id, place, target, file, payload, cwd: callCwd })
  runs.set(id, run)
  if (named !== target) name(target)
  running(run)
  current.run(run, execute, run, handler)
}

function execute(run: ModuleRun, handler: Handler) {
  if (handler.found !== undefined) return run.start(handler.found)
  const failed = (error: unknown) => run.fail(describeLoad(error, loads.get(handler.target.load)?.path ?? ''))
  const { namespace, instances } = loaded(handler.target.load)
  settled(
    namespace,
    (exported) => {
      try {
        handler.found ??= findHandler(exported, handler.target, instances)
      } catch (error) {
        return failed(error)
      }
      run.start(handler.found)
    },
    failed,
  )
}

function loaded(id: number): Module {
  let module = modules.get(id)
  if (module === undefined) {
    const load = loads.get(id)
    if (load === undefined) throw new Error(`load ${id} was never sent`)
    module = { namespace: importHook(load), instances: new Map() }
    modules.set(id, module)
  }
  return module
}

// Matches an executable's environment; if two events overlap in one worker, both see the later one's name.
function name(target: ModuleTarget): void {
  named = target
  process.env.HOOKBENCH_EVENT = target.event
  process.env.HOOKBENCH_DIALECT = target.dialect
}

function ended(run: ModuleRun): void {
  runs.delete(run.id)
}

function running(run: ModuleRun | undefined): void {
  cells[RUNNING] = run === undefined ? 0 : run.id
  cells[RUNNING_FILE] = run === undefined ? 0 : run.file
}

// An uncaught error belongs to the call in whose turn it was thrown, if that call is still waiting for an answer.
function uncaught(error: unknown) {
  const run = current.getStore() ?? runs.get(cells[RUNNING] ?? 0)
  if (run !== undefined) return run.fail(describe(error))
  port.postMessage({ kind: 'stray', message: describe(error).message })
}

// What a hook registers for the whole thread runs as part of its own call, whichever call causes it.
function bound(run: (...args: unknown[]) => unknown) {
  const own = current.getStore()
  return (...args: unknown[]) => current.run(own as ModuleRun, run, ...args)
}

function programStarted(): void {
  cells[PROGRAMS] = 1
}

function exiting(code: string): void {
  const id = current.getStore()?.id ?? cells[RUNNING] ?? 0
  port.postMessage({ kind: 'exit', id, code })
}

function lendEmit(): void {
  const value = (event: unknown, data: unknown) => {
    const run = current.getStore()
    if (typeof event !== 'string')
      throw new TypeError(`emit() takes the event's name first, got ${typeof event}`)
    if (run === undefined) return
    run.emitted += emittedSize(event, data)
    if (run.emitted > MOST_EMITTED)
      throw new Error(`emit() takes at most ${MOST_EMITTED >> 20} MiB in one call of a hook`)
    port.postMessage({ kind: 'emit', target: run.place, event, data })
  }
  Object.defineProperty(globalThis, Symbol.for(EMIT), { value })
}
