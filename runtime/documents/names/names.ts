// Finds the occurrences of a name in a script, for renaming: variables and functions that its author named, in
// languages that editors do not rename in. Names from elsewhere (modules, the environment, attributes of objects) are
// recognized and not renamed.

import type { Range } from '../../contract/problems.ts'
import type { Language } from '../document.ts'
import type { NameReader, WrittenName } from './reader.ts'

/** Languages that editors rename in themselves have no reader here. */
const READERS: Readonly<Partial<Record<Language, () => Promise<NameReader>>>> = {
  shell: async () => (await import('./shell.ts')).shellNames,
  python: async () => (await import('./python.ts')).pythonNames,
  powershell: async () => (await import('./powershell.ts')).powerShellNames,
}

/** Whether names of this language are read. */
export function hasNames(language: Language): boolean {
  return READERS[language] !== undefined
}

/** All occurrences of one name. */
export type SameName = {
  readonly name: string
  readonly range: Range
  readonly ranges: readonly Range[]
  /** The occurrences that set or define it. */
  readonly defined: readonly Range[]
  readonly kind: WrittenName['kind']
  /** Its author chose it. */
  readonly own: boolean
  /** Why the name cannot be used instead; undefined where it can. */
  refuses(name: string): string | undefined
}

/** The name at an offset with all its occurrences; undefined where there is none, or the language is not supported. */
export async function sameNames(
  language: Language,
  text: string,
  offset: number,
): Promise<SameName | undefined> {
  const reader = await READERS[language]?.()
  if (reader === undefined) return undefined
  const all = await reader.read(text)
  const at = all.find(({ range }) => range.start <= offset && offset <= range.end)
  if (at === undefined) return undefined
  const fold = (name: string) => (reader.anyCase === true ? name.toLowerCase() : name)
  const same = all.filter(
    (one) => one.kind === at.kind && one.scope === at.scope && fold(one.name) === fold(at.name),
  )
  const isReserved = (name: string) => reader.reserved[at.kind].test(name)
  const defined = same.filter(({ defines }) => defines).map(({ range }) => range)
  return {
    name: at.name,
    range: at.range,
    ranges: same.map(({ range }) => range),
    defined,
    kind: at.kind,
    own: defined.length > 0 && !isReserved(at.name),
    refuses(name) {
      if (!reader.spelt[at.kind].test(name) || isReserved(name))
        return `"${name}" is not a valid name for a ${at.kind} here; choose another.`
      const taken = fold(name) !== fold(at.name) && all.some((one) => fold(one.name) === fold(name))
      return taken ? `${name} is already used in this script; choose another name.` : undefined
    },
  }
}
