// What the setting `environment.drop` takes out of the environment that hooks inherit. It knows names only, no values.

/** A copy of `env` without these variables; on Windows letter case does not count. */
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
