// Caches a value computed from an object on the object itself. A WeakMap keeps its values alive through every minor
// garbage collection: with one tree per keystroke, the collector copied twenty megabytes for one tree that was in use.

/**
 * Calls `look` once per object and caches the result for the object's lifetime; calls it every time for an object that
 * cannot be extended.
 */
export function oncePer<Owner extends object, Found>(look: (owner: Owner) => Found): (owner: Owner) => Found {
  const key = Symbol('found')
  return (owner) => {
    const { [key]: known } = owner as { readonly [key]?: { readonly found: Found } }
    if (known !== undefined) return known.found
    const found = look(owner)
    // Not enumerable, so that copies and comparisons of the object skip it.
    if (Object.isExtensible(owner)) Object.defineProperty(owner, key, { value: { found } })
    return found
  }
}
