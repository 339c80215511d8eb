// Checks a whole folder, for callers without an editor: the findings are the same as the editor's.

import { assumptionsOf } from '../contract/assumptions.ts'
import type { Dialect } from '../contract/dialect.ts'
import type { Problem } from '../contract/problems.ts'
import { within } from '../discovery/places.ts'
import { openProject } from '../project/project.ts'
import type { Role } from '../project/view.ts'
import { fileFindings, findings } from './findings.ts'
import { payloadFiles } from './payloads.ts'
import { reportedFiles } from './reported.ts'

export type CheckedFile = {
  /** Absolute path. */
  readonly path: string
  /** Undefined where there is no text to read: a folder, a broken link, a compiled program. */
  readonly text: string | undefined
  readonly problems: readonly Problem[]
  /** Assumptions that were made about the entries in the file. */
  readonly assumed: readonly string[]
}

export type CheckOptions = {
  readonly root: string
  readonly home: string
  /** The home was given explicitly, not taken from the system. */
  readonly ownHome: boolean
  /** Only these files, and everything below these folders, as absolute paths; the whole workspace folder if empty. */
  readonly only: readonly string[]
  /** Only findings that concern these dialects; all of them unless given. */
  readonly dialects?: readonly Dialect[]
  readonly agentSettings?: readonly string[]
}

/** All selected files of Hookbench and of hooks, ordered by path, with their findings. */
export async function checkFolder({ only, ...options }: CheckOptions): Promise<readonly CheckedFile[]> {
  const project = openProject({ ...options, watched: true })
  try {
    const isSelected = (path: string) => only.some((one) => within(path, one) !== undefined)
    const paths = new Set([...(await reportedFiles(project, isSelected)), ...payloadFiles(options, only)])
    const checked: CheckedFile[] = []
    for (const path of [...paths].sort()) {
      if (only.length > 0 && !isSelected(path)) continue
      if (!isReported(project.roleOf(path), options.dialects)) continue
      const view = await project.view(path)
      const problems = view === undefined ? fileFindings(path, project) : findings(view, project)
      const found = await problems
      // A script that entries call has no view; its text is read where a finding refers to it.
      const text =
        view?.text ?? (found.some(({ range }) => range !== undefined) ? project.textOf(path) : undefined)
      const assumed = assumptionsOf((await project.hooks()).filter((hook) => hook.path === path))
      checked.push({ path, text, problems: found, assumed })
    }
    return checked
  } finally {
    project.close()
  }
}

// False for files that belong to other dialects: hooks, configuration that only other hosts read, payloads of their
// events.
function isReported(role: Role | undefined, dialects: readonly Dialect[] | undefined): boolean {
  if (dialects === undefined || role === undefined) return true
  const has = (dialect: Dialect) => dialects.some(({ id }) => id === dialect.id)
  if (role.kind === 'configuration') return role.readers.some(({ dialect }) => has(dialect))
  const dialect = role.kind === 'hook' || role.kind === 'payload-file' ? role.dialect : undefined
  return dialect === undefined || has(dialect)
}
