// Finds the files that a name may load: its spellings (endings, index files), and what Python finds before them.

import { basename, dirname, join } from 'node:path'
import { MODULE_ENDINGS } from '../contract/endings.ts'
import type { LookedFor } from '../contract/hook.ts'
import { STANDARD_MODULES } from '../documents/python/standard.ts'
import { type Disk, failed } from './disk.ts'

// Besides what a worker loads: addons, which `require` finds without their ending, and what runs TypeScript loads.
const LOADED_ENDINGS = [...MODULE_ENDINGS, '.node', '.jsx', '.tsx']
const ENDINGS = ['', ...LOADED_ENDINGS, '.py']
const INDEXES = [
  ...LOADED_ENDINGS.map((ending) => `/index${ending}`),
  ...['/__init__.py', '/__main__.py', '/package.json'],
]
const SPELLINGS = [...ENDINGS, ...INDEXES]

/** The paths that a name may stand for: programs that run TypeScript load `x.ts` where a specifier names `x.js`. */
export function spellingsOf(path: string): readonly string[] {
  return [...SPELLINGS.map((ending) => path + ending), ...typedOf(path)]
}

function typedOf(path: string): readonly string[] {
  const [, stem] = /^(.*\.[cm]?)jsx?$/s.exec(path) ?? []
  return stem === undefined ? [] : [`${stem}ts`, `${stem}tsx`]
}

/** Compiled Python modules, which run in place of a source or where there is none. */
const COMPILED = /\.(?:pyc|so|pyd)$/

/**
 * Packages that are not Python's and that its own modules import where there is one, with what they import of them:
 * `copy` and `pickle`, `platform`, `zoneinfo`.
 */
const SOUGHT: ReadonlyMap<string, RegExp> = new Map([
  ['org', /^(?:__init__|python)(?:\.|$)/],
  ['java', /^(?:__init__|lang)(?:\.|$)/],
  ['tzdata', /^/],
  ['vms_lib', /^/],
])
const PYTHON_CODE = /\.(?:py|pyc|pyw|so|pyd)$/

function codeAmong(folder: string, names: readonly string[]): readonly string[] {
  return names.filter((name) => PYTHON_CODE.test(name)).map((name) => join(folder, name))
}

// A package may do without `__init__`: nothing else has its name.
function soughtIn(folder: string, stem: string, disk: Disk): readonly string[] {
  return codeBelow(join(folder, stem), disk, 0, SOUGHT.get(stem))
}

function codeBelow(folder: string, disk: Disk, depth: number, which = /^/): readonly string[] {
  const entries = depth > 3 ? [] : disk.list(folder)
  if (failed(entries)) return []
  return entries
    .filter(({ name }) => which.test(name))
    .flatMap(({ name, kind }) =>
      kind === 'file' ? codeAmong(folder, [name]) : codeBelow(join(folder, name), disk, depth + 1),
    )
}

/** The files of a folder that have the name of a standard Python module, and so are loaded in its place. */
export function shadowsIn(folder: string, disk: Disk): readonly string[] {
  const entries = disk.list(folder)
  if (failed(entries)) return []
  return entries.flatMap(({ name, kind }) => {
    const stem = name.split('.')[0] ?? ''
    if (SOUGHT.has(stem)) return kind === 'file' ? codeAmong(folder, [name]) : soughtIn(folder, stem, disk)
    if (!STANDARD_MODULES.has(stem) && !/^_[a-z]/.test(stem)) return []
    if (PYTHON_CODE.test(name)) return [join(folder, name)]
    // No module that Python loads by itself imports `test`, and many projects have a folder of that name.
    if (kind === 'file' || name.includes('.') || name === 'test') return []
    const inner = disk.list(join(folder, name))
    const named = failed(inner) ? [] : inner.filter((one) => /\.(?:py|pyc|so|pyd)$/.test(one.name))
    // Without `__init__`, Python's own package is found first.
    if (!named.some((one) => one.name.startsWith('__init__.'))) return []
    return named.map((one) => join(folder, name, one.name))
  })
}

/** The compiled modules beside a Python source that may be loaded in its place: `guard.so` for `guard.py`. */
export function compiledOf(source: string, disk: Disk): readonly string[] {
  const entries = source.endsWith('.py') ? disk.list(dirname(source)) : []
  if (failed(entries)) return []
  const module = basename(source, '.py')
  return entries.flatMap(({ name }) =>
    name.startsWith(`${module}.`) && COMPILED.test(name) ? [join(dirname(source), name)] : [],
  )
}

/** A file that would be loaded now and is not among `files`. */
export function strangerAmong(
  { names, pythonFolders, missing }: LookedFor,
  files: readonly string[],
  disk: Disk,
): string | undefined {
  const known = new Set(files)
  return (
    missing.find(isStranger) ??
    pythonFolders.flatMap((folder) => shadowsIn(folder, disk)).find(isStranger) ??
    [...Map.groupBy(names, dirname)].flatMap(([folder, all]) => spelt(folder, all)).find(isStranger)
  )

  function isStranger(path: string): boolean {
    if (known.has(path)) return false
    const stat = disk.stat(path)
    return !failed(stat) && stat.kind === 'file'
  }

  // One listing of the folder instead of a stat for each spelling.
  function spelt(folder: string, paths: readonly string[]): readonly string[] {
    const entries = disk.list(folder)
    if (failed(entries)) return []
    const there = new Set(entries.map(({ name }) => name))
    return paths.flatMap((path) => [
      ...ENDINGS.flatMap((ending) => (there.has(basename(path) + ending) ? [path + ending] : [])),
      ...typedOf(path).filter((one) => there.has(basename(one))),
      ...(there.has(basename(path)) ? INDEXES.map((ending) => path + ending) : []),
      ...compiledOf(path, disk),
    ])
  }
}
