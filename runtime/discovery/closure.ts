// Computes all local files of a hook: its own, the files it imports, and the files those import. Where a name matches
// several files, all are listed, because trust must not miss one. What cannot be followed is listed in `unseen`,
// `recipes` or `packages`.

import { basename, dirname, relative, resolve, sep } from 'node:path'
import { defined } from '../contract/defined.ts'
import type { LookedFor } from '../contract/hook.ts'
import { printable } from '../contract/printable.ts'
import type { CalledProgram, HookDocument, RunFile } from '../documents/document.ts'
import { NOT_READ } from '../documents/opaque.ts'
import { STANDARD_MODULES } from '../documents/python/standard.ts'
import type { KnownDocument } from './cache.ts'
import type { CachedRead } from './cachedRead.ts'
import { type Disk, failed } from './disk.ts'
import { compiledOf, shadowsIn, spellingsOf } from './loadedFiles.ts'
import { mainsOf } from './mains.ts'
import { pathsOf } from './steppedPath.ts'
import { isElusive, isSystem } from './variableFiles.ts'

const MOST = 500
/** Most file names of one text that are looked up. A Python module has two or more, each with many endings. */
const MOST_NAMES = 3000

export type Parts = {
  /** For a file reached through a link, both paths, since a loader may use either. */
  readonly files: readonly string[]
  /** Loads that could not be followed: where and what. */
  readonly unseen: readonly string[]
  /** Where it runs what is not followed either, but is no mistake: a program that is not known (`make`), a misread part. */
  readonly recipes: readonly string[]
  /** Packages that these files load, by name: not followed. */
  readonly packages: readonly string[]
  readonly lookedFor: LookedFor
}

/** How the hook is run, as far as the caller knows. */
export type RunFrom = {
  /** Its working directory: a shell looks for `./lib.sh` there, not beside the script. */
  readonly cwd?: string
  /** Variables that name folders (`CLAUDE_PROJECT_DIR`), absolute paths. */
  readonly variables?: Readonly<Record<string, string>>
  /** List only the files that the hook names itself, not those that they load. */
  readonly isDirect?: true
}

/** Lists the local files of the hook at `path`; `real` is the same path with every link followed. */
export type Closure = (path: string, real: string, known: KnownDocument, from?: RunFrom) => Promise<Parts>

/**
 * A closure that looks up files imported by several hooks once. Files below `own` never count as the system's.
 * `yieldTurn` is awaited between two names: a text may name thousands, each with many spellings.
 */
export function closureOver(
  disk: Disk,
  study: CachedRead,
  own: readonly string[],
  yieldTurn?: () => Promise<void>,
): Closure {
  const parts = new Map<string, Promise<Part | undefined>>()
  const resolved = new Map<string, Promise<readonly Part[]>>()
  return async (path, real, known, { cwd, variables = {}, isDirect } = {}) => {
    const itself = path === real ? [path] : [path, real]
    if (known.document === null)
      return { files: itself, unseen: [], recipes: [], packages: [], lookedFor: NOTHING_LOOKED_FOR }
    const unseen = new Set<string>()
    const recipes = new Set<string>()
    const called: (CalledProgram & { readonly by: Part })[] = []
    /** By name, the files that define them. */
    const functions = new Map<string, Set<Part>>()
    const localNames = new Set<string>()
    const packages = new Set<string>()
    const names = new Set<string>()
    const pythonFolders = new Set<string>()
    const all = () => ({
      files: [...files],
      unseen: [...unseen],
      recipes: [...recipes, ...programsOf()],
      packages: [...packages],
      lookedFor: { names: [...names], pythonFolders: [...pythonFolders], missing: [] },
    })
    const files = new Set(itself)
    const first = partFrom(path, real, known.document)
    note(first, '')
    addFunctions(first)
    const queue: Part[] = [first]
    // One file can be run by programs of two languages.
    const keyOf = (one: string, { language }: Part) => `${one}\0${language}`
    const followed = new Set(itself.map((one) => keyOf(one, first)))
    for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
      const imports = await importsOf(part)
      for (const name of packagesOf(part, imports)) packages.add(name)
      for (const found of imports) {
        addFunctions(found)
        for (const name of [basename(found.path, '.py'), basename(dirname(found.path))]) localNames.add(name)
        if (followed.has(keyOf(found.path, found))) continue
        if (files.size >= MOST && !files.has(found.path)) {
          unseen.add(`more than ${MOST} files; the rest is not analyzed`)
          return { ...all(), lookedFor: NOTHING_LOOKED_FOR }
        }
        const seen = followed.has(keyOf(found.real, found))
        for (const one of [found.path, found.real]) followed.add(keyOf(one, found))
        files.add(found.path).add(found.real)
        if (seen || isDirect === true) continue
        note(found, `${basename(found.path)} `)
        queue.push(found)
      }
    }
    return all()

    function note(part: Part, where: string): void {
      const opaque = where === '' ? part.opaque : [...part.opaque, ...part.opaqueIfLoaded]
      for (const load of opaque) unseen.add(printable(`${where}${load}`))
      for (const load of part.recipes) recipes.add(printable(`${where}${load}`))
      for (const one of part.programs)
        called.push({ ...one, by: part, text: printable(`${where}${one.text}`) })
      for (const { file, text } of part.anchored)
        if (file.startsWith('/') ? !isSystem(file, own) : belowVariable(file) === undefined)
          unseen.add(printable(`${where}${text}`))
    }

    // A script that is run, and not sourced, defines none for others.
    function addFunctions(part: Part): void {
      if (/^(?:itself|(?:ba|da|k|z|a|fi)sh)$/.test(part.runBy ?? '')) return
      for (const one of part.functions) functions.set(one, (functions.get(one) ?? new Set()).add(part))
    }

    function programsOf(): readonly string[] {
      return called.filter((one) => !isFollowed(one)).map(({ text }) => text)
    }

    // A function of another file is no program, and modules and programs of the workspace are followed by themselves.
    function isFollowed({ kind, name, path, isNoFunction, by }: (typeof called)[number]): boolean {
      if (kind === 'tool module') return localNames.has(name.split('.', 1)[0] ?? '')
      if (path !== undefined && !isSystem(path, own)) return true
      return isNoFunction !== true && [...(functions.get(name) ?? [])].some((part) => part !== by)
    }

    // A shell and PowerShell resolve against the path they were called by and the folder they are run in, Node and
    // Python against the real path.
    async function importsOf(part: Part): Promise<readonly Part[]> {
      const folders = new Set([dirname(part.path), dirname(part.real)])
      if (cwd !== undefined && part.runsFromCwd) folders.add(cwd)
      const anchored = part.anchored.flatMap(({ file, ...how }) => {
        const path = belowVariable(file)
        return path === undefined ? [] : { ...how, file: path }
      })
      const all: readonly RunFile[] = [...part.loads, ...anchored]
      const isLost = ({ file }: RunFile) =>
        isElusive(file) || [...folders].some((folder) => isElusive(resolve(folder, file)))
      const elusive = all.find(isLost)
      if (elusive !== undefined) unseen.add(printable(`${basename(part.path)} ${elusive.file}`))
      const runs = all.slice(0, MOST_NAMES).filter((one) => !isLost(one) && !isSystem(one.file, own))
      const written = [...new Set(runs.map(({ file }) => file))]
      if (all.length > MOST_NAMES)
        unseen.add(`${basename(part.path)} loads more than ${MOST_NAMES} files; the rest is not searched`)
      const found: Part[] = []
      for (const run of runs) {
        for (const folder of folders) found.push(...(await resolvedFrom(folder, run)))
        await yieldTurn?.()
      }
      for (const one of written) {
        for (const folder of folders)
          for (const path of pathsOf(folder, one, disk))
            for (const name of [path, ...mainsOf(path, disk)]) names.add(name)
        await yieldTurn?.()
      }
      const looked = part.python ? [...folders] : part.pythonFromCwd ? [cwd ?? dirname(part.path)] : []
      const compiled = part.python
        ? written.flatMap((one) =>
            [...folders].flatMap((folder) =>
              pathsOf(folder, one, disk).flatMap((path) => compiledOf(path, disk)),
            ),
          )
        : []
      for (const folder of looked) pythonFolders.add(folder)
      const shadows = [...looked.flatMap((folder) => shadowsIn(folder, disk)), ...compiled]
      const shadowing = await Promise.all(shadows.map(async (one) => (await partAt(one)) ?? []))
      return [...found, ...shadowing.flat()]
    }

    function belowVariable(file: string): string | undefined {
      const [, name = '', rest = ''] = /^\$\{(\w+)\}(\/.*)?$/.exec(file) ?? []
      const folder = Object.hasOwn(variables, name) ? variables[name] : undefined
      return folder === undefined || rest === '' || rest.includes('${') ? undefined : `${folder}${rest}`
    }
  }

  function resolvedFrom(folder: string, { file, runBy }: RunFile): Promise<readonly Part[]> {
    return once(resolved, `${folder}\0${file}\0${runBy}`, async () => {
      const found = pathsOf(folder, file, disk).map((path) => loadedAt(path, runBy))
      return (await Promise.all(found)).flat()
    })
  }

  async function loadedAt(path: string, runBy: string | undefined): Promise<readonly Part[]> {
    const found = await fitting(path, runBy)
    for (const main of mainsOf(path, disk)) found.push(...(await fitting(main)))
    return found
  }

  async function fitting(path: string, runBy?: string): Promise<Part[]> {
    const candidates = spellingsOf(path).map((one) => partAt(one, one === path ? runBy : undefined))
    return (await Promise.all(candidates)).filter((part) => part !== undefined)
  }

  function partAt(path: string, runBy?: string): Promise<Part | undefined> {
    return once(parts, `${path}\0${runBy}`, () => partOf(path, runBy, disk, study))
  }
}

/** The `lookedFor` of code that is not followed. */
export const NOTHING_LOOKED_FOR: LookedFor = { names: [], pythonFolders: [], missing: [] }

type Part = Required<
  Pick<
    HookDocument,
    'language' | 'packages' | 'opaque' | 'opaqueIfLoaded' | 'recipes' | 'programs' | 'functions' | 'anchored'
  >
> & {
  readonly path: string
  readonly real: string
  /** The program that runs it; `sh` also where it is sourced. */
  readonly runBy?: string
  readonly loads: readonly RunFile[]
  readonly python: boolean
  readonly runsFromCwd: boolean
  readonly pythonFromCwd: boolean
}

function partFrom(path: string, real: string, document: HookDocument | null): Part {
  const { imports = [], runs = [], packages = [], recipes = [], anchored = [] } = document ?? {}
  const { opaque = [], opaqueIfLoaded = [], programs = [], functions = [] } = document ?? {}
  const language = document?.language ?? 'other'
  const python = language === 'python'
  const run = new Set(runs.map(({ file }) => file))
  return {
    path,
    real,
    language,
    loads: [...runs, ...imports.filter((file) => !run.has(file)).map((file) => ({ file }))],
    packages,
    opaque,
    opaqueIfLoaded,
    recipes,
    programs,
    functions,
    anchored,
    python,
    runsFromCwd: language === 'shell' || language === 'powershell' || document?.fromCwd === true,
    pythonFromCwd: document?.pythonFromCwd === true,
  }
}

// A Python module that is neither beside the file nor in the standard library is an installed package.
function packagesOf({ real, python, packages, loads }: Part, found: readonly Part[]): readonly string[] {
  if (!python) return packages
  const topOf = (path: string) => relative(dirname(real), path).split(sep, 1)
  const local = new Set(
    found.flatMap(({ path }) => [basename(path, '.py'), basename(dirname(path)), ...topOf(path)]),
  )
  const names = loads.flatMap(({ file }) => /^\.\/(\w+)\.py$/.exec(file)?.[1] ?? [])
  return names.filter((name) => !local.has(name) && !STANDARD_MODULES.has(name) && !name.startsWith('_'))
}

function once<T>(memory: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const before = memory.get(key)
  if (before !== undefined) return before
  const answer = ask()
  memory.set(key, answer)
  return answer
}

async function partOf(
  path: string,
  runBy: string | undefined,
  disk: Disk,
  study: CachedRead,
): Promise<Part | undefined> {
  const stat = disk.stat(path)
  if (failed(stat) || stat.kind !== 'file') return undefined
  const found = disk.real(path)
  const real = failed(found) ? path : found
  // Modules read it as data.
  if (path.endsWith('.json') && (runBy === undefined || runBy === 'node')) return partFrom(path, real, null)
  const known = await study(path, stat, { runBy })
  if (failed(known)) return { ...partFrom(path, real, null), opaque: [NOT_READ] }
  return { ...partFrom(path, real, known.document), ...defined({ runBy }) }
}
