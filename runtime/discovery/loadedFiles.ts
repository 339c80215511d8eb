// Which files a name stands for where a hook loads it: its spellings, and what Python finds before anything else.

import { basename, dirname, join } from 'node:path'
import { MODULE_ENDINGS } from '../contract/endings.ts'
import type { LookedFor } from '../contract/hook.ts'
import { STANDARD_MODULES } from '../documents/python/standard.ts'
import { type Disk, failed } from './disk.ts'

const ENDINGS = ['', ...MODULE_ENDINGS, '.py']
const INDEXES = [
  ...MODULE_ENDINGS.map((ending) => `/index${ending}`),
  ...['/__init__.py', '/__main__.py', '/package.json'],
]
/** What is added to the path of a name. */
export const SPELLINGS: readonly string[] = [...ENDINGS, ...INDEXES]

/** Compiled modules of Python: what is found of these runs in place of a source, or where there is none. */
const COMPILED = /\.(?:pyc|so|pyd)$/

/** What has the name of a module of Python's own is loaded in its place by whatever imports that. */
export function shadowsIn(folder: string, disk: Disk): readonly string[] {
  const entries = disk.list(folder)
  if (failed(entries)) return []
  return entries.flatMap(({ name, kind }) => {
    const stem = name.split('.')[0] ?? ''
    if (!STANDARD_MODULES.has(stem) && !/^_[a-z]/.test(stem)) return []
    if (/\.(?:py|pyc|pyw|so|pyd)$/.test(name)) return [join(folder, name)]
    // Nothing that Python loads by itself imports its tests, and many projects have a folder of that name.
    if (kind === 'file' || name.includes('.') || name === 'test') return []
    const inner = disk.list(join(folder, name))
    const named = failed(inner) ? [] : inner.filter((one) => /\.(?:py|pyc|so|pyd)$/.test(one.name))
    // Without it Python's own package is found first.
    if (!named.some((one) => one.name.startsWith('__init__.'))) return []
    return named.map((one) => join(folder, name, one.name))
  })
}

/** `guard.so` and `guard/__init__.pyc` are found before `guard.py`. */
export function compiledOf(source: string, disk: Disk): readonly string[] {
  const entries = source.endsWith('.py') ? disk.list(dirname(source)) : []
  if (failed(entries)) return []
  const module = basename(source, '.py')
  return entries.flatMap(({ name }) =>
    name.startsWith(`${module}.`) && COMPILED.test(name) ? [join(dirname(source), name)] : [],
  )
}

/** A file that would be loaded now and is none of these. */
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

  // One list of a folder instead of a question for each spelling.
  function spelt(folder: string, paths: readonly string[]): readonly string[] {
    const entries = disk.list(folder)
    if (failed(entries)) return []
    const there = new Set(entries.map(({ name }) => name))
    return paths.flatMap((path) => [
      ...ENDINGS.flatMap((ending) => (there.has(basename(path) + ending) ? [path + ending] : [])),
      ...(there.has(basename(path)) ? INDEXES.map((ending) => path + ending) : []),
      ...compiledOf(path, disk),
    ])
  }
}
