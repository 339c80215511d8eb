// Finds the function that handles an event in a loaded module, in each form that the dialects allow.

import { isObject } from '../../contract/json.ts'
import type { ModuleTarget } from './messages.ts'

// biome-ignore lint/suspicious/noConfusingVoidType: a hook may return any value, or none.
export type HandlerFunction = (payload: unknown, context: { readonly signal: AbortSignal }) => unknown | void

export type FoundHandler = {
  readonly self: unknown
  readonly handle: HandlerFunction
  /** Called when the hook fails, in dialects that have such a method. */
  readonly onError?: (error: unknown, payload: unknown) => unknown
}

type Namespace = Readonly<Record<string, unknown>>

/** The handler for this target. `instances` keeps one instance per class for the lifetime of the module. */
export function findHandler(
  namespace: Namespace,
  target: ModuleTarget,
  instances: Map<string, unknown>,
): FoundHandler {
  const found =
    target.exports === 'classes'
      ? methodOf(namespace, target.part ?? 'default', instances)
      : target.exports === 'lists'
        ? listed(namespace, target.part ?? `${target.event}[0]`)
        : exported(namespace, target.event)
  if (found !== undefined) return found
  throw new TypeError(`it exports no handler for ${target.event}; expected ${expected(target)}`)
}

function exported(namespace: Namespace, event: string): FoundHandler | undefined {
  const roots = [...defaults(namespace), namespace.extension, namespace]
  for (const root of roots) {
    if (!isObject(root)) continue
    const hooks = root.hooks
    if (isObject(hooks) && isFunction(hooks[event])) return { self: hooks, handle: hooks[event] }
  }
  for (const root of roots) {
    if (isObject(root) && isFunction(root[event])) {
      return { self: root === namespace ? undefined : root, handle: root[event] }
    }
  }
  return undefined
}

function listed(namespace: Namespace, part: string): FoundHandler | undefined {
  const [, list, index] = /^(\w+)\[(\d+)\]$/.exec(part) ?? []
  if (list === undefined || index === undefined) return undefined
  for (const config of defaults(namespace)) {
    const handlers = isObject(config) ? config[list] : undefined
    const handle: unknown = Array.isArray(handlers) ? handlers[Number(index)] : undefined
    if (isFunction(handle)) return { self: config, handle }
  }
  return undefined
}

function methodOf(
  namespace: Namespace,
  name: string,
  instances: Map<string, unknown>,
): FoundHandler | undefined {
  const instance = instances.get(name) ?? instantiated(namespace, name)
  if (!isObject(instance) || !isFunction(instance.handle)) return undefined
  instances.set(name, instance)
  const onError = instance.onError ?? instance.on_error
  if (!isFunction(onError)) return { self: instance, handle: instance.handle }
  return {
    self: instance,
    handle: instance.handle,
    onError: (error, payload) => onError.call(instance, error, payload),
  }
}

function instantiated(namespace: Namespace, name: string): unknown {
  const candidates = [namespace, ...defaults(namespace)].map((root) =>
    isObject(root) ? root[name] : undefined,
  )
  const named = defaults(namespace).filter((value) => isFunction(value) && value.name === name)
  const found: unknown = [...candidates, ...named].find(isFunction)
  if (found === undefined) return undefined
  return Reflect.construct(found as new () => unknown, [])
}

// In a CommonJS module compiled from ESM, the default export is one level down.
function defaults(namespace: Namespace): readonly unknown[] {
  const outer = namespace.default
  const inner = isObject(outer) ? outer.default : undefined
  return inner === undefined ? [outer] : [outer, inner]
}

function expected({ exports, event, part }: ModuleTarget): string {
  if (exports === 'classes') return `a class ${part ?? ''} with a method handle(context)`
  if (exports === 'lists') return `a default export whose ${part ?? `${event}[0]`} is a function`
  return `a default export { name, hooks: { ${event} } }, or an exported function ${event}`
}

// biome-ignore lint/complexity/noBannedTypes: `typeof` shows only that it is a function.
function isFunction(value: unknown): value is HandlerFunction & Function {
  return typeof value === 'function'
}
