// Builds an object from the values that are defined, so that an optional field needs no second object literal:
// `{ code, ...defined({ path, range }) }` has no `path` where `path` is undefined.

type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K]
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** The same fields, without those that are undefined. */
export function defined<const T extends object>(fields: T): Defined<T> {
  const found: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) found[name] = value
  return found as Defined<T>
}
