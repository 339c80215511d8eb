// A hook's id contains its file name: when the file is renamed, settings and cases that name the hook are updated.
// Recordings stay unchanged, since they record the past.

import { basename, dirname, join } from 'node:path'
import type { Hook } from '../../runtime/contract/hook.ts'
import type { Project, View } from '../../runtime/project/view.ts'
import { type UseLocation, usesIn } from './uses.ts'

/** An edit that replaces a hook's id. */
export type Renamed = UseLocation & { readonly text: string }

/** The range of the file name in a hook's id; undefined for hooks without one. */
export function fileNameIn(
  hook: Pick<Hook, 'id' | 'path'>,
): { readonly start: number; readonly end: number } | undefined {
  if (hook.path === '') return undefined
  const part = hook.id.indexOf('#')
  const end = part === -1 ? hook.id.length : part
  const name = basename(hook.path)
  return hook.id.slice(0, end).endsWith(name) ? { start: end - name.length, end } : undefined
}

/** The edits elsewhere when a hook file is renamed within its folder; none if it moves to another folder. */
export async function idsAfter(
  from: string,
  to: string,
  project: Pick<Project, 'files' | 'hooks' | 'view'>,
): Promise<readonly Renamed[]> {
  if (dirname(from) !== dirname(to) || from === to) return []
  const hooks = await project.hooks()
  const changes: Renamed[] = []
  for (const hook of hooks.filter(({ path }) => path === from)) {
    const name = fileNameIn(hook)
    if (name === undefined) continue
    const text = hook.id.slice(0, name.start) + basename(to) + hook.id.slice(name.end)
    for (const path of await project.files()) {
      const view = await project.view(path)
      if (view === undefined || !isWritten(view)) continue
      const uses = await usesIn(view, { kind: 'hook', id: hook.id }, [])
      changes.push(...uses.map((use) => ({ ...use, text })))
    }
  }
  return changes
}

/** The new path of a hook file, or why the name is refused. */
export function renamedPath(
  hook: Pick<Hook, 'path'>,
  name: string,
  isHook: (path: string) => boolean,
): { readonly path: string } | { readonly refused: string } {
  if (name === '' || /[/\\:#"']/.test(name) || name !== name.trim())
    return { refused: `"${name}" is not a valid name of a hook file; omit slashes, colons, "#" and quotes.` }
  const path = join(dirname(hook.path), name)
  if (!isHook(path))
    return { refused: `"${name}" would not be a hook there: keep the extension of ${basename(hook.path)}.` }
  return { path }
}

/** Whether a file refers to current hooks; recordings record the past. */
export function isWritten({ role }: View): boolean {
  return role.kind === 'settings' || role.kind === 'case'
}
