// Decides after trust and settings which hooks from outside the workspace are hidden: only a file that may run hides
// one of them. Otherwise a cloned file would switch off a guard of the user by having its name.

import { isAbsolute, relative } from 'node:path'
import { defined } from '../contract/defined.ts'
import type { Hook } from '../contract/hook.ts'
import { type Surroundings, shown } from './places.ts'

/**
 * Returns the hooks, in which a hook from outside the workspace is hidden only by a file of its name that may run, and
 * else has the state that it has by itself. `stated` gives a hook the state that trust gives it; `isInUse` answers
 * whether an earlier version of a broken file is still in use, and so hides as before.
 */
export function withoutIdleHiders(
  hooks: readonly Hook[],
  stated: (hook: Hook) => Hook,
  ground: Surroundings,
  isInUse: (hook: Hook) => boolean = () => false,
): readonly Hook[] {
  const partsOf = Map.groupBy(hooks, fileOf)
  const known = new Map<Hook, Hook>()
  return hooks.map(decided)

  // A hider is nearer than what it hides, so this ends.
  function decided(hook: Hook): Hook {
    const answer = known.get(hook) ?? decide(hook)
    known.set(hook, answer)
    return answer
  }

  function decide(hook: Hook): Hook {
    if (hook.hidden === undefined || !isOutside(hook.path)) return hook
    const { by, state, why } = hook.hidden
    const parts = by.map((path) => (partsOf.get(fileOf({ ...hook, path })) ?? []).map(decided))
    const hider = by.find((_, index) => parts[index]?.some(mayRun))
    if (hider !== undefined)
      return hider === by[0] ? hook : { ...hook, why: `Hidden by ${shown(hider, ground)}.` }
    const { hidden: _, why: __, ...own } = hook
    const revealed = stated({ ...own, state, ...defined({ why }) })
    const [nearest, idle] = [by[0], parts[0]?.[0]]
    if (revealed.state !== 'active' || nearest === undefined || idle === undefined) return revealed
    return {
      ...revealed,
      why: `${shown(nearest, ground)} has the same name but does not hide it, because it is ${idle.state}.`,
    }
  }

  function mayRun(hook: Hook): boolean {
    return hook.state === 'active' || hook.state === 'unknown' || (hook.state === 'broken' && isInUse(hook))
  }

  function isOutside(path: string): boolean {
    const below = relative(ground.root, path)
    return isAbsolute(below) || below.split(/[\\/]/)[0] === '..'
  }
}

const fileOf = ({ dialect, path }: Pick<Hook, 'dialect' | 'path'>) => `${dialect} ${path}`
