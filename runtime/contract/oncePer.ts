// What was found out about an object, kept on the object itself. A WeakMap of it would keep its values through each quick
// collection of garbage: where every keystroke makes a tree, the collector copied twenty megabytes for one that was in use.

/** Asks about each object once, as long as there is the object; each time where nothing can be kept on it. */
export function oncePer<Owner extends object, Found>(look: (owner: Owner) => Found): (owner: Owner) => Found {
  const key = Symbol('found')
  return (owner) => {
    const { [key]: known } = owner as { readonly [key]?: { readonly found: Found } }
    if (known !== undefined) return known.found
    const found = look(owner)
    // Not listed, so that whoever copies or compares the object does not meet it.
    if (Object.isExtensible(owner)) Object.defineProperty(owner, key, { value: { found } })
    return found
  }
}
