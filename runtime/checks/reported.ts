// The files that are reported by default: those of the workspace folder. Files elsewhere, such as the user's own hooks,
// are part of discovery but are reported only if requested or open.

import { within } from '../discovery/places.ts'
import type { Project } from '../project/view.ts'

/** The files of a project's folder and the selected ones elsewhere, in discovery order. */
export async function reportedFiles(
  project: Project,
  isSelected: (path: string) => boolean,
): Promise<readonly string[]> {
  const discovered = (await project.discovered()).map(({ path }) => path)
  const paths = new Set([...(await project.files()), ...discovered])
  return [...paths].filter((path) => within(path, project.root) !== undefined || isSelected(path))
}
