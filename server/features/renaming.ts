// A hook's id holds the name of its file: when the file goes by another name, the settings and cases that name the
// hook follow. Recordings stay as they were; they say what happened.

import { basename, dirname, join } from 'node:path'
import type { Hook } from '../../runtime/contract/hook.ts'
import type { Project, View } from '../../runtime/project/view.ts'
import { type UseLocation, usesIn } from './uses.ts'

/** A change that gives a hook its new id in another file. */
export type Renamed = UseLocation & { readonly text: string }

/** Where the name of the hook's file stands in its id; undefined for hooks that have none. */
export function fileNameIn(
  hook: Pick<Hook, 'id' | 'path'>,
): { readonly start: number; readonly end: number } | undefined {
  if (hook.path === '') return undefined
  const part = hook.id.indexOf('#')
  const end = part === -1 ? hook.id.length : part
  const name = basename(hook.path)
  return hook.id.slice(0, end).endsWith(name) ? { start: end - name.length, end } : undefined
}

/** What changes elsewhere when a hook file goes by another name in its folder; nothing when it moves away. */
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

/** The new path of a hook file, or why it cannot be called so. */
export function renamedPath(
  hook: Pick<Hook, 'path'>,
  name: string,
  isHook: (path: string) => boolean,
): { readonly path: string } | { readonly refused: string } {
  if (name === '' || /[/\\:#"']/.test(name) || name !== name.trim())
    return { refused: `"${name}" is no name of a hook file; leave out slashes, colons, "#" and quotes.` }
  const path = join(dirname(hook.path), name)
  if (!isHook(path))
    return { refused: `"${name}" would be no hook there: keep the ending of ${basename(hook.path)}.` }
  return { path }
}

/** Whether a file says what is to be; recordings say what happened. */
export function isWritten({ role }: View): boolean {
  return role.kind === 'settings' || role.kind === 'case'
}
