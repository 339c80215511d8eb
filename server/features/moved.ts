// Updates references when a script that entries run is moved or renamed: the commands that contain its path, and the
// ids derived from it. Leaves a command unchanged if its path is not literal or the new one would need quoting.

import { dirname } from 'node:path'
import type { Hook } from '../../runtime/contract/hook.ts'
import type { Project } from '../../runtime/project/view.ts'
import { callersOf } from './configuration/scripts.ts'
import { isWritten, type Renamed } from './renaming.ts'
import { usesIn } from './uses.ts'

type Looked = Pick<Project, 'files' | 'hooks' | 'view'>

/** The edits elsewhere when a file or folder moves. */
export async function pathsAfter(from: string, to: string, project: Looked): Promise<readonly Renamed[]> {
  const hooks = await project.hooks()
  const scripts = new Set(hooks.flatMap(({ entry }) => entry?.scripts ?? []))
  const changes: Renamed[] = []
  for (const script of scripts) {
    if (script !== from && !script.startsWith(`${from}/`)) continue
    const moved = to + script.slice(from.length)
    // If the folder's configuration moves along with it, the host determines what its paths mean there.
    const stays = (path: string) => script === from || !path.startsWith(`${from}/`)
    for (const { path, range } of await callersOf(script, project)) {
      const view = await project.view(path)
      if (view === undefined || !stays(path)) continue
      const text = writtenAfter(view.text.slice(range.start, range.end), script, moved)
      if (text !== undefined) changes.push({ path, range, text })
    }
    changes.push(...(await idsAfterMove(script, moved, hooks, project)))
  }
  return changes
}

async function idsAfterMove(
  script: string,
  moved: string,
  hooks: readonly Hook[],
  project: Looked,
): Promise<readonly Renamed[]> {
  const changes: Renamed[] = []
  for (const { id, entry, path: own } of hooks) {
    if (entry?.scripts[0] !== script || own === script) continue
    const text = writtenAfter(id, script, moved)
    if (text === undefined) continue
    for (const path of await project.files()) {
      const view = await project.view(path)
      if (view === undefined || !isWritten(view)) continue
      const uses = await usesIn(view, { kind: 'hook', id }, [])
      changes.push(...uses.map((use) => ({ ...use, text })))
    }
  }
  return changes
}

/** The new text for a path whose file has moved; undefined if that is uncertain. */
function writtenAfter(written: string, from: string, to: string): string | undefined {
  const [steps, wanted] = [from.replaceAll('\\', '/').split('/'), to.replaceAll('\\', '/')]
  for (let at = 1; at < steps.length; at += 1) {
    const own = steps.slice(at).join('/')
    const rest = written.slice(0, -own.length)
    if (!written.endsWith(own) || /[\w.-]$/.test(rest)) continue
    const above = `${steps.slice(0, at).join('/')}/`
    const text = wanted.slice(above.length)
    return wanted.startsWith(above) && /^[\w./@+,-]+$/.test(text) ? rest + text : undefined
  }
  return undefined
}

/** The new path of a script, or why the name is refused. */
export function scriptPath(
  script: string,
  name: string,
): { readonly path: string } | { readonly refused: string } {
  return /^[\w.@+,-]+$/.test(name)
    ? { path: `${dirname(script)}/${name}` }
    : { refused: `"${name}" would have to be quoted in the command; use letters, digits, ".", "-" and "_".` }
}
