// Merges entries that several hosts read: there is one hook per host, and one of them represents all in lists.

import type { Hook } from '../contract/hook.ts'
import { listed } from '../contract/listed.ts'
import type { Problem } from '../contract/problems.ts'

/**
 * The host that owns the file represents the entry; of several owners, the first. A host in which the entry is broken
 * does not represent one in which it is not, since the working hook would then be missing from lists. A host that takes
 * another command of the entry is not represented, since that command would then be trusted without being shown.
 */
export function withReaders(hooks: readonly Hook[]): readonly Hook[] {
  const groups = Map.groupBy(hooks, keyOf)
  return hooks.map((hook) => {
    const all = hook.entry === undefined ? [] : (groups.get(keyOf(hook)) ?? [])
    const group = isSound(hook) ? all.filter((one) => !isSound(one) || runsSame(one, hook)) : all
    const own = group.filter(({ entry }) => entry?.borrowed !== true)
    const listed = own.find(isSound) ?? group.find(isSound) ?? own[0] ?? group[0]
    if (group.length < 2 || listed === undefined) return hook
    // Trust covers the one entry: all files that any of the hosts runs by it, since each fills in its own variables.
    const files = [...new Set(group.flatMap((one) => one.files))]
    if (listed !== hook) return { ...hook, files, listedAs: listed.id }
    return { ...hook, files, readers: group.filter((one) => one !== hook).map(({ dialect }) => dialect) }
  })
}

/** Whether the hosts of two hooks of one entry take the same command of it. */
function runsSame(one: Hook, other: Hook): boolean {
  return one.entry?.taken === other.entry?.taken
}

/** Drops infos of one host where another reports the same place, and repeats of a file that cannot be read. */
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

/** One problem where several hosts have the same one at the same place, or the same cause; it names them all. */
export function namingAll(problems: readonly Problem[], titles: readonly string[]): readonly Problem[] {
  const titleIn = ({ message }: Problem) => titles.find((title) => message.includes(title))
  const groups = Map.groupBy(problems, (one) => {
    const title = titleIn(one)
    const message = title === undefined ? one.message : one.message.replaceAll(title, '\0')
    return JSON.stringify([one.code, one.path, one.range, one.severity, message])
  })
  const named = [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const own = titleIn(first)
    const more = new Set(others.flatMap((one) => titleIn(one) ?? []).filter((title) => title !== own))
    if (more.size === 0) return [first]
    return [{ ...first, message: `${first.message} The same applies to ${listed([...more])}.` }]
  })
  return withSharedCauses(named, titles)
}

// `There is no file a.sh, so VS Code …; Copilot …`: what each host makes of one cause is one problem.
function withSharedCauses(problems: readonly Problem[], titles: readonly string[]): readonly Problem[] {
  const groups = Map.groupBy(problems, (one) => {
    const { cause } = parted(one.message)
    const [word = ''] = one.message.slice(cause.length).split(' ')
    if (cause === '' || !titles.some((title) => title.split(' ')[0] === word)) return one
    return JSON.stringify([one.code, one.path, one.range, one.severity, one.fix, one.repairs, cause])
  })
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined || others.length === 0) return first ?? []
    const effects = others.map(({ message }) => parted(message).effect)
    return [{ ...first, message: `${[first.message.replace(/\.$/, ''), ...effects].join('; ')}.` }]
  })
}

// The cause ends before the host's name: `…, so `, `…: `.
function parted(message: string): { readonly cause: string; readonly effect: string } {
  const at = Math.max(
    ...[', so ', ': '].map((end) => (message.includes(end) ? message.lastIndexOf(end) + end.length : 0)),
  )
  return { cause: message.slice(0, at), effect: message.slice(at).replace(/\.$/, '') }
}

function isSound({ state }: Hook): boolean {
  return state !== 'broken'
}

function keyOf({ id, path, entry }: Hook): string {
  return entry === undefined ? id : `${path}\0${JSON.stringify(entry.at)}`
}
