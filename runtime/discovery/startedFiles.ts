// Finds the file that an interpreter starts where its argument names none: `node ./guard` runs guard.js, or in a folder
// its `main` or index.js; `python3 ./guard` runs the __main__.py of a folder; `pwsh -File hooks\guard.ps1` runs
// hooks/guard.ps1.

import { basename, join } from 'node:path'
import { MODULE_ENDINGS } from '../contract/endings.ts'
import { type Disk, failed } from './disk.ts'
import { mainsOf } from './mains.ts'
import { isThere } from './variableFiles.ts'

/** What `require` and so `node` tries for a name; it loads TypeScript only where a name says so. */
const NODE_ENDINGS = ['.js', '.json', '.node'] as const

/** Programs that run TypeScript. */
const RUNNERS = /^(?:bun|tsx|ts-node|zx)$/

export type Started = {
  readonly script: string
  /** Files that the program may look for first, or reads to find the script. They need not exist. */
  readonly before: readonly string[]
}

/** What the program runs where `path` is no file; `path` itself if nothing is found. */
export function startedBy(path: string, program: string, disk: Disk): Started {
  const tried = triedFiles(path, program, disk)
  const script = tried.find((one) => isThere(one, disk) && basename(one) !== 'package.json')
  if (script === undefined) return { script: path, before: [] }
  const at = tried.indexOf(script)
  const before = [path, ...tried.slice(0, at)].filter((one) => {
    const stat = disk.stat(one)
    return failed(stat) || stat.kind === 'file'
  })
  // They differ in their order, also from one version to the next.
  const others = RUNNERS.test(program) ? tried.slice(at + 1).filter((one) => isThere(one, disk)) : []
  return { script, before: [...before, ...others] }
}

function triedFiles(path: string, program: string, disk: Disk): readonly string[] {
  if (/^(?:python|pypy)[\d.]*(?:\.exe)?$|^py$/.test(program))
    return ['__main__.py', '__main__.pyc'].map((name) => join(path, name))
  // PowerShell takes both signs for separators on every system.
  if (/^(?:pwsh|powershell)(?:\.exe)?$/i.test(program))
    return path.includes('\\') ? [path.replaceAll('\\', '/')] : []
  if (/^node(?:js)?(?:\.exe)?$/.test(program)) return modulesAt(path, NODE_ENDINGS, disk)
  return RUNNERS.test(program) ? modulesAt(path, [...MODULE_ENDINGS, '.tsx', '.jsx'], disk) : []
}

function modulesAt(path: string, endings: readonly string[], disk: Disk): readonly string[] {
  const spelt = (name: string) => endings.map((ending) => name + ending)
  return [
    ...spelt(path),
    join(path, 'package.json'),
    ...mainsOf(path, disk)
      .toReversed()
      .flatMap((named) => [named, ...spelt(named), ...spelt(join(named, 'index'))]),
    ...spelt(join(path, 'index')),
  ]
}
