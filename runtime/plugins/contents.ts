// What a plugin brings: skills are folders with a SKILL.md, recipes are Markdown files, hooks are executables, each
// directly in the folder of its kind. Looks at names and permissions; reads no file and runs nothing.

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

export type Contents = {
  readonly skills: readonly string[]
  readonly recipes: readonly string[]
  readonly hooks: readonly string[]
  /** Why something in the hooks folder is no hook, one line each. */
  readonly passedOver: readonly string[]
}

/** The contents of a plugin's folder, each list in the order of code units. */
export function contentsOf(folder: string): Contents {
  const skills = namesIn(join(folder, 'skills')).filter((name) =>
    isFile(join(folder, 'skills', name, 'SKILL.md')),
  )
  const recipes = namesIn(join(folder, 'recipes'))
    .filter((name) => name.endsWith('.md') && isFile(join(folder, 'recipes', name)))
    .map((name) => name.slice(0, -'.md'.length))
  const judged = namesIn(join(folder, 'hooks')).map((name) => ({
    name,
    why: whyNoHook(join(folder, 'hooks', name)),
  }))
  return {
    skills,
    recipes,
    hooks: judged.flatMap(({ name, why }) => (why === undefined ? [name] : [])),
    passedOver: judged.flatMap(({ name, why }) =>
      why === undefined ? [] : [`hooks/${name} is no hook: it is ${why}`],
    ),
  }
}

function whyNoHook(path: string): string | undefined {
  const stat = statOf(path)
  if (stat === undefined) return 'a link to nothing'
  if (stat.isDirectory()) return 'a folder'
  if (!stat.isFile()) return 'a pipe, socket or device'
  if (process.platform !== 'win32' && (stat.mode & 0o111) === 0) return 'not executable'
  return undefined
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw error
  }
}

function isFile(path: string): boolean {
  return statOf(path)?.isFile() === true
}

function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // A link that leads back to itself.
    return undefined
  }
}
