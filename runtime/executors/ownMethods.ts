// Gives an object that hooks must not get hold of methods of its own: a hook that replaces a method of its class would
// be passed the object as `this`. Code that gets the object itself is not restricted.

/** Copies every method that the object inherits to a prototype of its own, and returns the object. */
export function withOwnMethods<T extends object>(object: T): T {
  const own: object = Object.create(null)
  for (
    let from: object | null = Object.getPrototypeOf(object);
    from !== null;
    from = Object.getPrototypeOf(from)
  ) {
    for (const key of Reflect.ownKeys(from)) {
      const property = Object.getOwnPropertyDescriptor(from, key)
      if (property !== undefined && !Object.hasOwn(own, key)) Object.defineProperty(own, key, property)
    }
  }
  return Object.setPrototypeOf(object, own)
}
