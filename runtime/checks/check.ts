// A folder checked from beginning to end, for a caller without an editor: the findings are the editor's own.

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
  /** Absolute. */
  readonly path: string
  /** Undefined for what has no text that is read: a folder, a link to nowhere, a compiled program. */
  readonly text: string | undefined
  readonly problems: readonly Problem[]
  /** What is taken for granted of the entries that stand in it. */
  readonly assumed: readonly string[]
}

export type CheckOptions = {
  readonly root: string
  readonly home: string
  /** The home was named, and does not come from the system. */
  readonly ownHome: boolean
  /** Only these files, and what stands below these folders, absolute; the whole workspace folder where it is empty. */
  readonly only: readonly string[]
  /** Only what these are told of; everybody unless given. */
  readonly dialects?: readonly Dialect[]
  readonly agentSettings?: readonly string[]
}

/** Every file of ours and of hooks that is asked for, in order of paths, with its findings. */
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
      // A script that entries call is read for what stands in it.
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

// What belongs to none of them: another's hooks, files that others read, payloads of others' events.
function isReported(role: Role | undefined, dialects: readonly Dialect[] | undefined): boolean {
  if (dialects === undefined || role === undefined) return true
  const has = (dialect: Dialect) => dialects.some(({ id }) => id === dialect.id)
  if (role.kind === 'configuration') return role.readers.some(({ dialect }) => has(dialect))
  const dialect = role.kind === 'hook' || role.kind === 'payload-file' ? role.dialect : undefined
  return dialect === undefined || has(dialect)
}
