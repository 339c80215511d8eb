// Hides built-in hooks that a hook of the user replaces. Runs after trust is decided, so that a
// file that may not run replaces nothing, least of all a guard.

import { basename } from 'node:path'
import type { Hook } from '../contract/hook.ts'
import { type Surroundings, shown } from '../discovery/places.ts'

/**
 * Returns the hooks with built-in ones hidden by an active hook of their name, or
 * with a note on why such a file does not hide them.
 */
export function hideBuiltins(hooks: readonly Hook[], ground: Surroundings): readonly Hook[] {
  return hooks.map((hook) => {
    if (hook.runner !== 'builtin') return hook
    const rivals = hooks.filter((one) => one.dialect === hook.dialect && takesNameOf(one, hook.name))
    const hider = rivals.find(({ state }) => state === 'active')
    if (hider !== undefined)
      return { ...hook, state: 'shadowed', why: `Hidden by ${shown(hider.path, ground)}.` }
    const [idle] = rivals.filter(({ state }) => state !== 'shadowed')
    if (idle === undefined || hook.state !== 'active') return hook
    return {
      ...hook,
      why: `${shown(idle.path, ground)} has the same name but does not hide it, because it is ${idle.state}.`,
    }
  })
}

// Spelling variants match: `cost_tracking.py` is `costTracking`. Hooks of plugins
// never match, because the plugin's name precedes theirs.
function takesNameOf({ name, path, source }: Hook, builtin: string): boolean {
  if (source !== 'user' && source !== 'workspace') return false
  const own = [name, basename(path).replace(/\.[^.]+$/, '')]
  return own.some((one) => plainName(one) === plainName(builtin))
}

function plainName(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase()
}
