// All findings of one file: those of its reader, of the contract for its spots, of its types and of discovery, without
// duplicates, in text order. The editor and `hookbench check` both use this function, so they report the same.

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

/** The problems of a file; without its project, only those that the text alone shows. */
export async function findings(given: View, project?: Project): Promise<readonly Problem[]> {
  if (isForeign(given)) return []
  const view = await given.followed()
  const { path, document } = view
  const typed = await view.typed()
  const discovered = project === undefined ? [] : await project.discovered()
  const found = [
    ...document.problems,
    ...typedProblems(view, typed),
    ...spotProblems(view, await view.loaded()),
    ...duplicateProblems(view),
    ...(await embeddedProblems(view)),
    // Text-based problems of discovery are left out: the view may have a newer text.
    ...discovered.filter((one) => one.path === path && needsDisk(one.code)),
  ]
  const left =
    // JSON has no comments, and mentions of ignore comments in Markdown are not comments.
    view.role.kind === 'configuration'
      ? found
      : withIgnores(
          view,
          await withoutOtherHosts(view, withoutDoubles(found), project),
          project === undefined ? 'the text alone' : 'everything',
        )
  // In a text too large to follow, findings may be missing, so an unused ignore comment is not reported.
  const isFollowed = view.text.length <= LARGEST_FOLLOWED
  const certain = isFollowed ? left : left.filter(({ code }) => code !== 'ignore.unused')
  return inOrder(severe(certain, project?.settings))
}

// Other programs may use a folder of the same name: a file there that does not name this agent is assumed to be theirs.
function isForeign({ role, document }: View): boolean {
  return role.kind === 'hook' && role.shared === true && document.unclaimed === true
}

/** The problems of one file of a project, including a path without a view: a folder, a broken link. */
export async function fileFindings(path: string, project: Project): Promise<readonly Problem[]> {
  const view = await project.view(path)
  if (view !== undefined) return findings(view, project)
  const discovered = await project.discovered()
  const found = [...discovered.filter((one) => one.path === path), ...unreadProblems(path, project)]
  return inOrder(severe(found, project.settings))
}

// Unreadable hooks are reported by discovery; an unreadable configuration file would otherwise count as an empty one.
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

/** Applies the severities of the settings to problems, and drops those that are switched off. */
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
