// Withholds from the hooks of a locked thread what Node hands out of each other's: promises, resources, messages of
// Node's own channels, performance entries (withheldEntries.ts). With one of these a hook changes what another one waits
// for, reads or starts.
// What can be reached from a hook's own objects is not covered: timers of the same duration are linked to each other.

import asyncHooks, { type AsyncHook, type HookCallbacks } from 'node:async_hooks'
import diagnostics, { type Channel, type TracingChannelCollection } from 'node:diagnostics_channel'
import module from 'node:module'
import { isPromise } from 'node:util/types'
import v8 from 'node:v8'
import { freeze, refuse } from './locks.ts'
import { withholdEntries } from './withheldEntries.ts'

type Call = (...args: unknown[]) => unknown
/** Makes a function run as part of the call that is running now. */
type Bind = (run: Call) => Call

const { apply } = Reflect

/** Bindings of Node without functions that Node itself uses. */
const DATA = new Set(['config', 'constants', 'natives', 'util'])
const PHASES = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const
/** Channels of Node whose names do not begin with that of a module. */
const CHANNELS = new Set(['locks', 'node', 'udp', 'undici'])

/** Must run before Node's modules are locked. */
export function withholdOthers(bind: Bind): void {
  withholdResources(bind)
  withholdMessages()
  withholdEvents()
  withholdEntries(bind)
  // In place of the object, whose functions `createHook` of node:async_hooks uses.
  const names = Object.keys(v8.promiseHooks)
  Reflect.set(v8, 'promiseHooks', {})
  for (const name of names) refuse(v8.promiseHooks, name, 'v8.promiseHooks')
  for (const name of ['_getActiveHandles', '_getActiveRequests']) Reflect.set(process, name, () => [])
  const { binding } = process as unknown as { binding: (name: string) => unknown }
  Reflect.set(process, 'binding', (given: unknown) => {
    const name = String(given)
    if (!DATA.has(name)) throw new Error(`process.binding('${name}') is not for hooks: use Node's modules`)
    const data = binding(name)
    freeze(data)
    return data
  })
  module.syncBuiltinESMExports()
}

// Node calls these functions with its own object as `this`, through which a hook could register one that gets everything.
function withholdResources(bind: Bind): void {
  const { createHook, executionAsyncResource } = asyncHooks
  const shown = standIns(() => ({}))
  asyncHooks.executionAsyncResource = () => shown(executionAsyncResource())
  asyncHooks.createHook = (given) => {
    const { init, before, after, destroy, promiseResolve, ...options } = given
    const own: AsyncHook = {
      enable() {
        hook.enable()
        return own
      },
      disable() {
        hook.disable()
        return own
      },
    }
    const bound = <F>(call: F): F => {
      if (typeof call !== 'function') return call
      return bind((...args) => apply(call as Call, own, args)) as F
    }
    const initialize = bound(init)
    const hook = createHook({
      ...options,
      init:
        typeof initialize === 'function'
          ? (id, type, trigger, resource) => initialize(id, type, trigger, shown(resource))
          : initialize,
      before: bound(before),
      after: bound(after),
      destroy: bound(destroy),
      promiseResolve: bound(promiseResolve),
    } as HookCallbacks)
    return own
  }
}

// Whoever looks up such a channel, Node included, gets one of its own, to which nobody else can subscribe.
function withholdMessages(): void {
  const { channel, tracingChannel } = diagnostics
  const { isBuiltin } = module
  const own = (name: string | symbol): Channel => {
    const [, first] = (typeof name === 'string' && /^(?:tracing:)?([^.:]+)/.exec(name)) || []
    const isOfNode =
      first !== undefined && (CHANNELS.has(first) || isBuiltin(first) || isBuiltin(`node:${first}`))
    return channel(isOfNode ? Symbol(first) : name)
  }
  const traced = (given: unknown) =>
    typeof given === 'string' ? traces((phase) => own(`tracing:${given}:${phase}`)) : given
  const { prototype } = tracingChannel(traces(() => channel(Symbol('unused')))).constructor
  Object.defineProperty(prototype, 'constructor', { value: Object, writable: false, configurable: false })
  // Node traces its own modules by these methods.
  Object.freeze(prototype)
  diagnostics.channel = own
  diagnostics.subscribe = (name, listener) => own(name).subscribe(listener)
  diagnostics.tracingChannel = ((given: unknown) =>
    tracingChannel(traced(given) as TracingChannelCollection<unknown, object>)) as typeof tracingChannel
}

function traces(of: (phase: string) => Channel): TracingChannelCollection<unknown, object> {
  return Object.fromEntries(PHASES.map((phase) => [phase, of(phase)])) as never
}

// Threads of another hook, values that its promises did not take, and its promises.
function withholdEvents(): void {
  const { emit } = process
  const shown = standIns(() => new Promise(() => {}))
  Reflect.set(process, 'emit', (event: unknown, ...args: unknown[]) => {
    if (event === 'worker' || event === 'multipleResolves') return false
    return apply(emit as Call, process, [
      event,
      ...args.map((value) => (isPromise(value) ? shown(value) : value)),
    ])
  })
}

/** An object in place of each object, always the same one, so that hooks can still tell them apart. */
function standIns(make: () => object): (object: object) => object {
  const known = new WeakMap<object, object>()
  return (object) => {
    let own = known.get(object)
    if (own === undefined) {
      own = make()
      known.set(object, own)
    }
    return own
  }
}
