// Which names of a script are one and the same, so that they can be changed together: variables and functions that its
// author named, in languages for which an editor has nothing of its own. What comes from elsewhere (modules, the
// environment, attributes of objects) is said to, and stays.

import type { Range } from '../../contract/problems.ts'
import type { Language } from '../document.ts'

/** A name where it stands. */
export type WrittenName = {
  readonly range: Range
  readonly name: string
  /** Names of one kind in one scope are one and the same. */
  readonly kind: 'variable' | 'function'
  readonly scope: number
  /** It is set or defined here. */
  readonly defines: boolean
}

/** The names of a script, in the order of its text. */
export type NameReader = {
  readonly read: (text: string) => Promise<readonly WrittenName[]>
  /** The same name in any case. */
  readonly anyCase?: true
  /** What names of either kind may look like. */
  readonly spelt: Readonly<Record<WrittenName['kind'], RegExp>>
  /** Names of either kind that mean something to the language. */
  readonly reserved: Readonly<Record<WrittenName['kind'], RegExp>>
}

/** Of languages that editors rename in by themselves there is none here. */
const READERS: Readonly<Partial<Record<Language, () => Promise<NameReader>>>> = {
  shell: async () => (await import('./shell.ts')).shellNames,
  python: async () => (await import('./python.ts')).pythonNames,
  powershell: async () => (await import('./powershell.ts')).powerShellNames,
}

/** Whether names of this language are read. */
export function hasNames(language: Language): boolean {
  return READERS[language] !== undefined
}

/** Everywhere that one name stands. */
export type SameName = {
  readonly name: string
  readonly range: Range
  readonly ranges: readonly Range[]
  /** Those of them where it is set or defined. */
  readonly defined: readonly Range[]
  readonly kind: WrittenName['kind']
  /** Its author chose it. */
  readonly own: boolean
  /** Why it cannot be called so; undefined where it can. */
  refuses(name: string): string | undefined
}

/** The name at an offset and all that mean the same; undefined where none stands, or the language is not read. */
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
        return `"${name}" is no name of a ${at.kind} here; choose another.`
      const taken = fold(name) !== fold(at.name) && all.some((one) => fold(one.name) === fold(name))
      return taken ? `${name} is used in this script already; choose another name.` : undefined
    },
  }
}
