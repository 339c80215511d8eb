// Reports local files that a module imports whenever it is loaded and that do not exist with any ending, and those that
// a shell script sources whenever it runs.

import { basename, dirname, resolve } from 'node:path'
import { type Problem, problem } from '../contract/problems.ts'
import type { RequiredModules, SourcedFile } from '../documents/document.ts'
import { type Disk, failed } from './disk.ts'

/** A problem for each that is missing. `real` is the file with every link followed. */
export function missingFiles(
  path: string,
  real: string,
  { modules }: RequiredModules,
  disk: Disk,
): readonly Problem[] {
  const folders = new Set([dirname(path), dirname(real)])
  return modules
    .filter(({ name }) => ![...folders].some((folder) => mayBeThere(resolve(folder, plain(name)), disk)))
    .map(({ name, range }) =>
      problem('import.missing', path, `There is no file "${name}", so this file does not load.`, {
        range,
        fix: 'Correct the path, or create the file.',
      }),
    )
}

/** The problem of a sourced file that is missing. `cwd`: the working directory; undefined where it may be any. */
export function missingSource(
  path: string,
  real: string,
  { name, range, without, fromCwd }: SourcedFile,
  { disk, cwd }: { readonly disk: Disk; readonly cwd: string | undefined },
): readonly Problem[] {
  if (fromCwd === true && cwd === undefined) return []
  const folders = [dirname(path), dirname(real), ...(fromCwd === true && cwd !== undefined ? [cwd] : [])]
  if (!folders.every((one) => isAbsent(resolve(one, name), disk))) return []
  const message = `There is no file "${name}", so ${WITHOUT[without]}.`
  return [problem('import.missing', path, message, { range, fix: 'Correct the path, or create the file.' })]
}

const WITHOUT: Readonly<Record<SourcedFile['without'], string>> = {
  ends: 'the script ends here',
  continues: 'the script continues without what the file defines',
  unknown: 'the script ends here, or continues without what the file defines',
}

function isAbsent(path: string, disk: Disk): boolean {
  const stat = disk.stat(path)
  return failed(stat) && (stat.failed === 'ENOENT' || stat.failed === 'ENOTDIR')
}

// `./rules.ts?fresh` is the same file as `./rules.ts`.
function plain(name: string): string {
  return name.replace(/[?#].*$/s, '')
}

// The program that runs the module may add or replace an ending. A folder that cannot be listed may hold anything.
function mayBeThere(path: string, disk: Disk): boolean {
  if (!failed(disk.stat(path)) || path.includes('%')) return true
  const entries = disk.list(dirname(path))
  if (failed(entries)) return entries.failed !== 'ENOENT' && entries.failed !== 'ENOTDIR'
  const stem = basename(path).replace(/\.\w+$/, '')
  return entries.some(({ name }) => name === stem || name.startsWith(`${stem}.`))
}
