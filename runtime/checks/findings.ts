// Everything that is wrong with one file: what its reader says, what the contract says about its spots, what its types
// say, and what discovery says about the file, without doubles, in the order of the text. The editor and
// `hookbench check` both ask here, so they say the same.

import { type Problem, problem } from '../contract/problems.ts'
import type { Settings } from '../contract/settings.ts'
import { LARGEST } from '../discovery/cachedRead.ts'
import { LARGEST_FOLLOWED } from '../documents/understand.ts'
import { readText, whyUnreadable } from '../files/read.ts'
import { ownFiles } from '../project/role.ts'
import type { Project, View } from '../project/view.ts'
import { withoutDoubles } from './doubles.ts'
import { duplicateProblems } from './duplicates.ts'
import { embeddedProblems } from './embedded.ts'
import { needsDisk, withIgnores } from './ignores.ts'
import { withoutOtherHosts } from './otherHosts.ts'
import { spotProblems } from './spots.ts'
import { typedProblems } from './typed.ts'

/** The problems of a file; without its project only those that the text alone can tell. */
export async function findings(view: View, project?: Project): Promise<readonly Problem[]> {
  const { path, document } = view
  if (isForeign(view)) return []
  const typed = await view.typed()
  const discovered = project === undefined ? [] : await project.discovered()
  const found = [
    ...document.problems,
    ...typedProblems(view, typed),
    ...spotProblems(view, await view.loaded()),
    ...duplicateProblems(view),
    ...(await embeddedProblems(view)),
    // What discovery read in the text, the view has read in a newer one.
    ...discovered.filter((one) => one.path === path && needsDisk(one.code)),
  ]
  const left =
    // JSON has no comments, and Markdown that speaks of ours is none.
    view.role.kind === 'configuration'
      ? found
      : withIgnores(
          view,
          withoutOtherHosts(view, withoutDoubles(found)),
          project === undefined ? 'the text alone' : 'everything',
        )
  // Where not everything was looked into, a comment may silence what is there all the same.
  const isFollowed = view.text.length <= LARGEST_FOLLOWED
  const certain = isFollowed ? left : left.filter(({ code }) => code !== 'ignore.unused')
  return inOrder(severe(certain, project?.settings))
}

// Other programs have folders of that name too: a file that does not say that it is this agent's is theirs.
function isForeign({ role, document }: View): boolean {
  return role.kind === 'hook' && role.shared === true && document.unclaimed === true
}

/** The problems of one file of a project, which may be one that has no view: a folder, a link to nowhere. */
export async function fileFindings(path: string, project: Project): Promise<readonly Problem[]> {
  const view = await project.view(path)
  if (view !== undefined) return findings(view, project)
  const discovered = await project.discovered()
  const found = [...discovered.filter((one) => one.path === path), ...unreadProblems(path, project)]
  return inOrder(severe(found, project.settings))
}

// Hooks are discovery's; a configuration that nobody can read would otherwise count as one that says nothing.
function unreadProblems(path: string, project: Project): readonly Problem[] {
  const { settings, extensions } = ownFiles(project)
  if (path !== settings && !extensions.includes(path)) return []
  try {
    readText(path, LARGEST)
    return []
  } catch (error) {
    return [problem('settings.invalid', path, `The file cannot be read: ${whyUnreadable(error)}.`)]
  }
}

/** Problems with the severities that settings give them, without those that are off. */
export function severe(found: readonly Problem[], settings: Settings | undefined): readonly Problem[] {
  return found
    .map((one) => ({ ...one, severity: settings?.severities[one.code] ?? one.severity }))
    .filter(({ severity }) => severity !== 'off')
}

function inOrder(found: readonly Problem[]): readonly Problem[] {
  return [...found].sort(
    (one, two) =>
      (one.range?.start ?? -1) - (two.range?.start ?? -1) ||
      (one.range?.end ?? -1) - (two.range?.end ?? -1) ||
      (one.code < two.code ? -1 : 1),
  )
}
