// Lists the contents of a plugin: skills are folders with a SKILL.md and hooks are
// executables, each directly in the folder of its kind; recipes are Markdown files at any
// depth. Checks names and permissions; reads no file and runs nothing.

import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { statOf } from '../files/read.ts'
import { leadsOut } from '../files/write.ts'

export type Contents = {
  readonly skills: readonly string[]
  readonly recipes: readonly string[]
  readonly hooks: readonly string[]
  /** Why files in the hooks folder are not hooks, one line each. */
  readonly passedOver: readonly string[]
}

/** The contents of a plugin's folder; each list is sorted by code units. Links that lead out of it are not followed. */
export function contentsOf(folder: string): Contents {
  const namesIn = (kind: string) => (leadsOut(folder, join(folder, kind)) ? [] : namesOf(join(folder, kind)))
  const skills = namesIn('skills').filter((name) => isFile(join(folder, 'skills', name, 'SKILL.md')))
  const recipes = namesIn('recipes').length === 0 ? [] : recipesIn(join(folder, 'recipes'))
  const judged = namesIn('hooks').map((name) => ({
    name,
    why: whyNoHook(join(folder, 'hooks', name)),
  }))
  return {
    skills,
    recipes,
    hooks: judged.flatMap(({ name, why }) => (why === undefined ? [name] : [])),
    passedOver: judged.flatMap(({ name, why }) =>
      why === undefined ? [] : [`hooks/${name} is not a hook: it is ${why}`],
    ),
  }
}

function whyNoHook(path: string): string | undefined {
  const stat = statOf(path)
  if (stat === undefined) return 'a broken symbolic link'
  if (stat.isDirectory()) return 'a folder'
  if (!stat.isFile()) return 'a pipe, socket or device'
  if (process.platform !== 'win32' && (stat.mode & 0o111) === 0) return 'not executable'
  return undefined
}

// `workflows/deploy` for workflows/deploy.md.
function recipesIn(folder: string): readonly string[] {
  return orNone(() => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path.endsWith('.md') && isFile(path))
    .map((path) => relative(folder, path).slice(0, -'.md'.length).replaceAll(sep, '/'))
    .sort()
}

function namesOf(folder: string): readonly string[] {
  return orNone(() => readdirSync(folder)).toSorted()
}

// The entries of a folder; empty if it does not exist.
function orNone<T>(list: () => readonly T[]): readonly T[] {
  try {
    return list()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw error
  }
}

function isFile(path: string): boolean {
  return statOf(path)?.isFile() === true
}
