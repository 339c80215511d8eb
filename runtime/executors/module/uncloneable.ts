// Finds the part of a value that cannot be copied between threads, and describes it for the hook's author.

const DEPTH = 20

/** `result.format is a function, which cannot leave the worker …`; undefined if no such part is found. */
export function uncloneable(value: unknown, path: string, depth = 0): string | undefined {
  if (typeof value === 'function' || typeof value === 'symbol') {
    return `${path} is a ${typeof value}, which cannot be copied out of the hook's worker; return plain data`
  }
  if (typeof value !== 'object' || value === null || depth > DEPTH) return undefined
  if (
    value instanceof Promise ||
    value instanceof WeakMap ||
    value instanceof WeakSet ||
    value instanceof WeakRef
  ) {
    return `${path} is a ${value.constructor.name}, which cannot be copied out of the hook's worker; return plain data`
  }
  for (const key of Object.keys(value)) {
    const at = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`
    let field: unknown
    try {
      field = Reflect.get(value, key)
    } catch (error) {
      return `${at} is a getter that throws ${error instanceof Error ? `${error.name}: ${error.message}` : 'something'}`
    }
    const found = uncloneable(field, at, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}
