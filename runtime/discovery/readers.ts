// Entries that several hosts read: one hook per host, of which one stands in lists for all.

import type { Hook } from '../contract/hook.ts'
import type { Problem } from '../contract/problems.ts'

/**
 * Whose file it is stands for the entry; where several hosts have the file in common, the first of them. A host in which
 * the entry can never run stands for none in which it does: that one would be asked about by nobody.
 */
export function withReaders(hooks: readonly Hook[]): readonly Hook[] {
  const groups = Map.groupBy(hooks, keyOf)
  return hooks.map((hook) => {
    const group = hook.entry === undefined ? [] : (groups.get(keyOf(hook)) ?? [])
    const own = group.filter(({ entry }) => entry?.borrowed !== true)
    const listed = own.find(isSound) ?? group.find(isSound) ?? own[0] ?? group[0]
    if (group.length < 2 || listed === undefined) return hook
    // What is trusted is one entry: all files that any of them runs by it, however each of them fills its variables.
    const files = [...new Set(group.flatMap((one) => one.files))]
    if (listed !== hook) return { ...hook, files, listedAs: listed.id }
    return { ...hook, files, readers: group.filter((one) => one !== hook).map(({ dialect }) => dialect) }
  })
}

/** Without what a second reader of a file says of the same place; that a file cannot be read is so for all of them. */
export function withoutEchoes(problems: readonly Problem[]): readonly Problem[] {
  const placeOf = ({ code, path, range }: Problem) => `${code}\0${path}\0${range?.start}`
  const reported = new Set(problems.filter(({ severity }) => severity !== 'info').map(placeOf))
  const unread = new Set<string>()
  return problems.filter((one) => {
    if (one.code === 'file.unreadable' || (one.code === 'file.too-large' && one.severity === 'info'))
      return !unread.has(one.path) && unread.add(one.path)
    return one.severity !== 'info' || !reported.has(placeOf(one))
  })
}

function isSound({ state }: Hook): boolean {
  return state !== 'broken'
}

function keyOf({ id, path, entry }: Hook): string {
  return entry === undefined ? id : `${path}\0${JSON.stringify(entry.at)}`
}
