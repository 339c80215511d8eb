// Finds the local files that run because a variable names them (`BASH_ENV`, `NODE_OPTIONS`), whatever the command is.
// Reads values and checks whether files exist; what it cannot follow is listed by the variable's name, not its value.

import { resolve } from 'node:path'
import { type CodeVariable, codeVariable } from '../contract/codeVariables.ts'
import { isOfProcess, isSystemPath } from '../contract/systemPaths.ts'
import { bringsCode, dashed } from '../documents/nodeOptions.ts'
import type { CommandContext, CommandFiles } from './commandContext.ts'
import { type Disk, failed } from './disk.ts'
import { within } from './places.ts'
import { pathsOf } from './steppedPath.ts'

/** Whether an absolute path is the system's: below one of its folders, and not below a folder of the user (`own`). */
export function isSystem(path: string, own: readonly string[]): boolean {
  const plain = path.startsWith('/') ? resolve(path) : ''
  // `/` as a workspace contains the system's folders, so it is not counted.
  return isSystemPath(plain) && !own.some((folder) => folder !== '/' && within(plain, folder) !== undefined)
}

/** Whether a path, as written or resolved, names a different file in each process (`/dev/fd`, `/proc`). */
export function isElusive(path: string): boolean {
  return isOfProcess(path) || (path.startsWith('/') && isOfProcess(resolve(path)))
}

/** Whether the path is a file that exists. */
export function isThere(path: string, disk: Disk): boolean {
  const stat = disk.stat(path)
  return !failed(stat) && stat.kind === 'file'
}

/**
 * The existing local files that variables cause to run, and what cannot be followed. Windows does not distinguish the case
 * of their names.
 */
export function filesOfVariables(
  variables: Readonly<Record<string, string>>,
  context: CommandContext,
  platform: NodeJS.Platform = process.platform,
): Pick<CommandFiles, 'scripts' | 'unseen' | 'runBy'> {
  const scripts: string[] = []
  const runBy = new Map<string, string>()
  const unseen: string[] = []
  for (const [written, value] of Object.entries(variables)) {
    const isOther = platform === 'win32' && codeVariable(written, value) === undefined
    const name = isOther ? written.toUpperCase() : written
    const kind = codeVariable(name, value)
    if (kind === undefined || value === '') continue
    const { files, rest } = parts(kind, name, value)
    const paths = files.flatMap((path) => absolute(path, context)).filter((path) => path !== '/dev/null')
    const there = paths.filter((path) => !isOfProcess(path) && isThere(path, context.disk))
    const local = there.filter((path) => !isSystem(path, ownOf(context)))
    scripts.push(...local)
    const program = READ_BY[name]
    if (program !== undefined) for (const path of local) runBy.set(path, program)
    const isOpen = rest.some((place) => kind !== 'places' || !isUsual(place, context))
    if (there.length < paths.length || isOpen) unseen.push(`the code named by ${written}`)
  }
  return { scripts, unseen, runBy }
}

/** The programs that run what these name. */
const READ_BY: Readonly<Record<string, string>> = {
  BASH_ENV: 'bash',
  ENV: 'sh',
  NODE_OPTIONS: 'node',
  PYTHONSTARTUP: 'python3',
}

/** The files that a value names, and its other parts that cause code to run. */
function parts(kind: CodeVariable, name: string, value: string) {
  if (kind === 'files') return { files: value.split(/[\s:;]+/).filter((one) => one !== ''), rest: [] }
  if (kind === 'places') return { files: [], rest: value.split(value.includes(';') ? ';' : ':') }
  if (name !== 'NODE_OPTIONS') return { files: [], rest: [value] }
  const words = wordsOfOptions(value)
  const files = loadedBy(words)
  // More options than files: one of them loads a package, for example.
  const loads = words.filter((word) => LOADS.test(word)).length
  return {
    files,
    rest: loads > files.length || words.some((word) => bringsCode(word.replace(/=.*$/s, ''))) ? [value] : [],
  }
}

// Splits options as Node does: blanks in double quotes are part of a word, and `_` in a name stands for `-`.
function wordsOfOptions(value: string): readonly string[] {
  const found = value.match(/(?:"(?:\\.|[^"\\])*"?|[^\s"])+/gs) ?? []
  return found
    .map((word) => word.replaceAll(/"|\\(?=.)/gs, ''))
    .map((word) => word.replace(/^--[^=]+/, (name) => name.replaceAll('_', '-')))
}

// Whether a place is the system's, or in the user's home outside of the hook's working directory.
function isUsual(place: string, context: CommandContext): boolean {
  if (/^\$\{?PATH\}?$/.test(place)) return true
  if (place === '') return false
  return absolute(place, context).every(
    (path) =>
      isSystem(path, ownOf(context)) ||
      (within(path, context.home) !== undefined && within(path, context.cwd) === undefined),
  )
}

/** The folders whose code does not count as the system's for a command. */
export function ownOf({ own, cwd }: CommandContext): readonly string[] {
  return [...own, cwd]
}

function absolute(path: string, { cwd, home, variables, unsure, disk }: CommandContext): readonly string[] {
  const written = path
    .replace(/^~(?=\/|$)/, (all) => (unsure?.has('HOME') ? all : home))
    .replaceAll(/\$\{?(\w+)\}?/g, (all, name: string) =>
      Object.hasOwn(variables, name)
        ? (variables[name] as string)
        : name === 'HOME' && !unsure?.has(name)
          ? home
          : all,
    )
  // A path that names a different file in each process stays as written: resolved, it may look like an ordinary one.
  return isOfProcess(written) ? [written] : pathsOf(cwd, written, disk)
}

/** Options of Node that load code, in every spelling. */
const LOADS = /^(?:-r|--(?:require|import|loader|experimental-loader))(?:=|$)/

/** The files that options of Node load in addition to the program. */
export function loadedBy(words: readonly (string | undefined)[]): readonly string[] {
  return words.flatMap((word = '', at) => {
    if (!LOADS.test(dashed(word))) return []
    const path = word.includes('=') ? /=(.*)$/s.exec(word)?.[1] : words[at + 1]
    return path !== undefined && /^[./]/.test(path) ? [path] : []
  })
}
