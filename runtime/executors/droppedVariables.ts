// Removes the variables listed in the setting `environment.drop` from the
// environment of hooks. Matches names, not values.

/** A copy of `env` without these variables. Names are case-insensitive on Windows. */
export function withoutVariables<V>(
  env: Readonly<Record<string, V>>,
  names: readonly string[],
  platform: NodeJS.Platform = process.platform,
): Record<string, V> {
  if (names.length === 0) return { ...env }
  const plain = (name: string) => (platform === 'win32' ? name.toUpperCase() : name)
  const dropped = new Set(names.map(plain))
  return Object.fromEntries(Object.entries(env).filter(([name]) => !dropped.has(plain(name))))
}
