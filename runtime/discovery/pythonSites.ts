// Finds the modules that a folder of Python packages makes importable: its entries, and what its .pth files add. Code
// in .pth files is judged by its text; where it may change the module search, the result is undefined.

import { join, resolve } from 'node:path'
import { STANDARD_MODULES } from '../documents/python/standard.ts'
import { type Disk, failed } from './disk.ts'

/** The module names of a folder: each entry up to its first dot. Empty if it is missing, undefined if unreadable. */
export function namesIn(folder: string, disk: Disk): ReadonlySet<string> | undefined {
  const entries = disk.list(folder)
  if (!failed(entries)) return new Set(entries.map(({ name }) => name.split('.')[0] as string))
  return entries.failed === 'ENOENT' ? new Set() : undefined
}

/** The module names of a folder with its .pth files; undefined where they cannot be determined. */
export function siteNames(folder: string, disk: Disk): ReadonlySet<string> | undefined {
  const entries = disk.list(folder)
  if (failed(entries)) return entries.failed === 'ENOENT' ? new Set() : undefined
  const names = new Set(namesIn(folder, disk))
  for (const { name } of entries) {
    if (!name.endsWith('.pth') || name.startsWith('.')) continue
    const added = addedBy(name, folder, disk)
    if (added === undefined) return undefined
    for (const one of added) names.add(one)
  }
  return names
}

/** Whether a module of this folder cannot change which others are found. A module that does not exist is harmless. */
export function isHarmless(module: string, folder: string, disk: Disk): boolean {
  return [`${module}.py`, join(module, '__init__.py')].every((file) => {
    const bytes = disk.read(join(folder, file), LARGEST)
    if (failed(bytes)) return bytes.failed === 'ENOENT' || bytes.failed === 'ENOTDIR'
    return !CHANGES.test(bytes.toString('utf8'))
  })
}

const LARGEST = 64 * 1024

const CHANGES =
  /\bsys\s*\.\s*(path|meta_path|path_hooks|modules)\b|\bfrom\s+sys\b|\bsite\b|\bimportlib\b|__path__|\baddsitedir\b/

// They replace distutils and touch nothing else.
const KNOWN = ['distutils-precedence.pth', '_virtualenv.pth']

function addedBy(file: string, folder: string, disk: Disk): readonly string[] | undefined {
  const bytes = disk.read(join(folder, file), LARGEST)
  if (failed(bytes)) return undefined
  const added: string[] = []
  for (const line of bytes.toString('utf8').split(/\r?\n/)) {
    if (line.trim() === '' || line.startsWith('#')) continue
    if (/^import[ \t]/.test(line)) {
      if (KNOWN.includes(file) || isHarmlessLine(line, folder, disk)) continue
      return undefined
    }
    const names = namesIn(resolve(folder, line.trimEnd()), disk)
    if (names === undefined) return undefined
    added.push(...names)
  }
  return added
}

function isHarmlessLine(line: string, folder: string, disk: Disk): boolean {
  if (CHANGES.test(line)) return false
  const lists = [...line.matchAll(/\b(?:import|from)\s+([\w.]+(?:\s*,\s*[\w.]+)*)/g)].map(
    ([, list = '']) => list,
  )
  const modules = lists.flatMap((list) => list.split(',').map((one) => one.trim().split('.')[0] as string))
  return modules.every((one) => STANDARD_MODULES.has(one) || isHarmless(one, folder, disk))
}
