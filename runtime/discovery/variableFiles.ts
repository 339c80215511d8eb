// Which local files run because a variable names them (`BASH_ENV`, `NODE_OPTIONS`), whatever the command is. Reads values
// and looks whether files are there; what it cannot follow it says by the variable's name, never by its value.

import { resolve } from 'node:path'
import { type CodeVariable, codeVariable } from '../contract/codeVariables.ts'
import { isOfProcess, isSystemPath } from '../contract/systemPaths.ts'
import type { CommandContext, CommandFiles } from './commandContext.ts'
import { type Disk, failed } from './disk.ts'
import { within } from './places.ts'

/** Whether what stands at an absolute path is the system's: below its folders, and below none of a person's. */
export function isSystem(path: string, own: readonly string[]): boolean {
  const plain = path.startsWith('/') ? resolve(path) : ''
  // Whose workspace is the top of the disk has the system in it.
  return isSystemPath(plain) && !own.some((folder) => folder !== '/' && within(plain, folder) !== undefined)
}

/** Whether a path, as it is written or taken apart, means another file for each process. */
export function isElusive(path: string): boolean {
  return isOfProcess(path) || (path.startsWith('/') && isOfProcess(resolve(path)))
}

/** Whether a file is there. */
export function isThere(path: string, disk: Disk): boolean {
  const stat = disk.stat(path)
  return !failed(stat) && stat.kind === 'file'
}

/** What variables make run: local files that are there, and what cannot be followed. */
export function filesOfVariables(
  variables: Readonly<Record<string, string>>,
  context: CommandContext,
): Pick<CommandFiles, 'scripts' | 'unseen'> {
  const scripts: string[] = []
  const unseen: string[] = []
  for (const [name, value] of Object.entries(variables)) {
    const kind = codeVariable(name, value)
    if (kind === undefined || value === '') continue
    const { files, rest } = parts(kind, name, value)
    const paths = files.map((path) => absolute(path, context)).filter((path) => path !== '/dev/null')
    const there = paths.filter((path) => !isOfProcess(path) && isThere(path, context.disk))
    scripts.push(...there.filter((path) => !isSystem(path, ownOf(context))))
    const isOpen = rest.some((place) => kind !== 'places' || !isUsual(place, context))
    if (there.length < paths.length || isOpen) unseen.push(`what ${name} names`)
  }
  return { scripts, unseen }
}

/** The files that a value names, and the rest that makes something run. */
function parts(kind: CodeVariable, name: string, value: string) {
  if (kind === 'files') return { files: value.split(/[\s:;]+/).filter((one) => one !== ''), rest: [] }
  if (kind === 'places') return { files: [], rest: value.split(value.includes(';') ? ';' : ':') }
  if (name !== 'NODE_OPTIONS') return { files: [], rest: [value] }
  const words = wordsOfOptions(value)
  const files = loadedBy(words)
  // A package that is loaded first, say.
  const loads = words.filter((word) => LOADS.test(word)).length
  return { files, rest: loads > files.length || words.some((word) => BRINGS_CODE.test(word)) ? [value] : [] }
}

// As Node takes its options apart: blanks in double quotes are part of a word, and `_` stands for `-`.
function wordsOfOptions(value: string): readonly string[] {
  const found = value.match(/(?:"(?:\\.|[^"\\])*"?|[^\s"])+/gs) ?? []
  return found
    .map((word) => word.replaceAll(/"|\\(?=.)/gs, ''))
    .map((word) => word.replace(/^--[^=]+/, (name) => name.replaceAll('_', '-')))
}

/** Options of Node that bring code along in other ways than `LOADS`. */
const BRINGS_CODE = /^--(?:snapshot-blob|openssl-config|test-global-setup|test-reporter)(?:=|$)/

// What is the system's or the user's own, outside of where the hook runs.
function isUsual(place: string, context: CommandContext): boolean {
  if (/^\$\{?PATH\}?$/.test(place)) return true
  if (place === '') return false
  const path = absolute(place, context)
  if (isSystem(path, ownOf(context))) return true
  return within(path, context.home) !== undefined && within(path, context.cwd) === undefined
}

/** The folders of a person's in which a command is looked at. */
export function ownOf({ own, cwd }: CommandContext): readonly string[] {
  return [...own, cwd]
}

function absolute(path: string, { cwd, home, variables, unsure }: CommandContext): string {
  const written = path
    .replace(/^~(?=\/|$)/, (all) => (unsure?.has('HOME') ? all : home))
    .replaceAll(/\$\{?(\w+)\}?/g, (all, name: string) =>
      Object.hasOwn(variables, name)
        ? (variables[name] as string)
        : name === 'HOME' && !unsure?.has(name)
          ? home
          : all,
    )
  // What is another file for each process stays as it is written: taken apart it may be a plain one.
  return isOfProcess(written) ? written : resolve(cwd, written)
}

/** Options of Node that load code, in every spelling. */
const LOADS = /^(?:-r|--(?:require|import|loader|experimental-loader))(?:=|$)/

/** The files that options of Node load beside the program. */
export function loadedBy(words: readonly (string | undefined)[]): readonly string[] {
  return words.flatMap((word, at) => {
    const value = LOADS.test(word ?? '') && !word?.includes('=') ? words[at + 1] : undefined
    const joined = LOADS.test(word ?? '') ? /=(.*)$/s.exec(word ?? '')?.[1] : undefined
    const path = value ?? joined
    return path !== undefined && /^[./]/.test(path) ? [path] : []
  })
}
