// Which files are reported when nobody names one: those of the workspace folder. What stands elsewhere, as the user's
// own hooks do, takes part in every look, and is reported when somebody asks for it or has it open.

import { within } from '../discovery/places.ts'
import type { Project } from '../project/view.ts'

/** The files of a project's folder and those asked for elsewhere, in the order of looking. */
export async function reportedFiles(
  project: Project,
  isSelected: (path: string) => boolean,
): Promise<readonly string[]> {
  const discovered = (await project.discovered()).map(({ path }) => path)
  const paths = new Set([...(await project.files()), ...discovered])
  return [...paths].filter((path) => within(path, project.root) !== undefined || isSelected(path))
}
