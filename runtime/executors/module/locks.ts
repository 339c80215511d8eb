// Makes properties unchangeable, in the ways that Node's objects and ordinary code allow: by freezing whole objects of the
// language, and property by property where packages add some of their own.

const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect

/** Objects that are frozen, locked or left alone on purpose. */
const known = new WeakSet<object>()

const OF_FUNCTIONS: ReadonlySet<string | symbol> = new Set(['name', 'length', 'prototype'])
const NONE: ReadonlySet<string | symbol> = new Set()
/** Classes of which Node has one object, without state of its own, that all code uses. */
const SINGLE: ReadonlySet<unknown> = new Set([
  'Crypto',
  'Navigator',
  'Performance',
  'Scheduler',
  'SubtleCrypto',
])

/**
 * Freezes an object and everything reachable from it. Whole objects instead of single properties, because V8 keeps its
 * fast paths for frozen objects and gives them up for redefined properties. Getters are not called.
 */
export function freeze(value: unknown): void {
  if (!isObject(value) || known.has(value)) return
  known.add(value)
  freeze(getPrototypeOf(value))
  for (const key of ownKeys(value)) {
    const property = getOwnPropertyDescriptor(value, key)
    freeze(property?.value)
    freeze(property?.get)
    freeze(property?.set)
  }
  Object.freeze(value)
}

/** Excludes an object from locking; its properties stay as they are. */
export function leaveOpen(object: object): void {
  known.add(object)
}

/** Makes one property unchangeable. */
export function lock(holder: object, key: string | symbol): void {
  const property = getOwnPropertyDescriptor(holder, key)
  if (property === undefined || (property.configurable !== true && property.writable !== true)) return
  const locked = 'value' in property ? { writable: false, configurable: false } : { configurable: false }
  defineProperty(holder, key, locked)
}

/** Locks what a module exports: a function, a class, or an object of any kind. */
export function lockExports(exported: unknown): void {
  lockValue(exported)
  if (isObject(exported) && !known.has(exported)) lockEach(exported)
}

/** Locks the classes of an object and of its parts, for classes that no module exports. */
export function lockClassesOf(made: object): void {
  for (const object of [made, ...ownKeys(made).map((key): unknown => Reflect.get(made, key))]) {
    if (!isObject(object)) continue
    lockValue(Reflect.get(object, 'constructor'))
    // The constructor may be that of a class above, or of none of them.
    lockPrototypes(getPrototypeOf(object))
  }
}

/** Locks one property of a module or of the global object, and what it holds. */
export function lockWithValue(holder: object, key: string | symbol): void {
  const property = getOwnPropertyDescriptor(holder, key)
  if (property === undefined) return
  if (property.get !== undefined && property.configurable === true) lockGetter(holder, key, property)
  else lock(holder, key)
  // Tables of Node's module loader, which change with each module.
  if (typeof key !== 'string' || !key.startsWith('_')) lockValue(property.value)
}

// The properties of a function, a class and its prototypes, or a plain object. Other objects have state.
function lockValue(value: unknown): void {
  if (typeof value === 'function') {
    for (let own: object | null = value; own !== null && !known.has(own); own = getPrototypeOf(own))
      lockEach(own)
    lockPrototypes((value as { prototype: unknown }).prototype)
  } else if (isObject(value) && !known.has(value)) {
    const prototype = getPrototypeOf(value)
    if (prototype === null || prototype === Object.prototype) lockEach(value)
    else if (SINGLE.has(nameOfClass(prototype))) lockSingle(value)
  }
}

function nameOfClass(prototype: object): unknown {
  const own: unknown = Reflect.get(prototype, 'constructor')
  return typeof own === 'function' ? own.name : undefined
}

// Its methods could be hidden by properties of its own.
function lockSingle(value: object): void {
  known.add(value)
  lockValue(Reflect.get(value, 'constructor'))
  Object.preventExtensions(value)
  lockValue(Reflect.get(value, 'subtle'))
}

function lockEach(holder: object): void {
  known.add(holder)
  const own = typeof holder === 'function' ? OF_FUNCTIONS : NONE
  for (const key of ownKeys(holder)) if (!own.has(key)) lockWithValue(holder, key)
  if (own !== NONE) lock(holder, 'prototype')
}

function lockPrototypes(first: unknown): void {
  for (let own = first; isObject(own) && !known.has(own); own = getPrototypeOf(own)) lockPrototype(own)
}

function lockPrototype(prototype: object): void {
  known.add(prototype)
  for (const key of ownKeys(prototype)) {
    const property = getOwnPropertyDescriptor(prototype, key)
    if (typeof property?.value === 'function' || typeof property?.value === 'string')
      allowInHeirs(prototype, key)
    else if (property !== undefined && !('value' in property)) lock(prototype, key)
  }
  // Otherwise a method could be hidden by one of the same name on a prototype in between.
  Object.preventExtensions(prototype)
}

/**
 * A locked property could not be assigned on inheriting objects either, so it becomes an accessor that allows just that.
 */
export function allowInHeirs(object: object, key: string | symbol): void {
  const property = getOwnPropertyDescriptor(object, key)
  if (property?.configurable !== true || !('value' in property)) return
  const { value, enumerable = false } = property
  defineProperty(object, key, {
    get: () => value,
    set(this: object, own: unknown) {
      if (known.has(this)) throw shared(key)
      const made = { value: own, writable: true, enumerable: true, configurable: true }
      if (!defineProperty(this, key, made)) throw new TypeError(`${String(key)} cannot be assigned`)
    },
    enumerable,
    configurable: false,
  })
}

// Node loads the value on first use, and its setters change settings (`defaultMaxListeners`), but also whole classes.
function lockGetter(holder: object, key: string | symbol, { get, set, enumerable }: PropertyDescriptor) {
  if (get === undefined) return
  let cached: unknown
  let isLoading = false
  const load = (self: object): unknown => {
    isLoading = true
    try {
      return apply(get, self, [])
    } finally {
      isLoading = false
    }
  }
  const read = () => {
    if (cached !== undefined) return cached
    const value = loaded(holder, load)
    if (!isObject(value)) return value
    cached = value
    lockValue(value)
    return value
  }
  const assign = (value: unknown) => {
    // Some getters assign what they have loaded, and read it again.
    if (isLoading) cached = value
    else if (isObject(read())) throw shared(key)
    else if (set !== undefined) apply(set, holder, [value])
  }
  const own = { get: read, enumerable: enumerable === true, configurable: false }
  defineProperty(holder, key, set === undefined ? own : { ...own, set: assign })
}

// Other getters store what they have loaded in place of themselves, which a locked property refuses; they have the value
// by then and return it the second time, or store it in the object that they are called on.
function loaded(holder: object, load: (self: object) => unknown): unknown {
  try {
    return load(holder)
  } catch {
    return load(Object.create(holder))
  }
}

/** Replaces a function with one that throws, for what would reach the other hooks of the thread. */
export function refuse(holder: object, name: string, of: string): void {
  Reflect.set(holder, name, () => {
    throw new Error(`a hook that shares its thread with guards cannot call ${of}.${name}()`)
  })
}

function shared(key: string | symbol): TypeError {
  return new TypeError(`${String(key)} is shared by all hooks and cannot be replaced`)
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' || typeof value === 'function') && value !== null
}
