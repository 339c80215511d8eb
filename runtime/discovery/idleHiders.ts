// Decides after trust which hooks from outside the workspace are hidden. A file of the workspace that may not run hides
// none of them: otherwise an untrusted file would switch off a guard of the user by having its name.

import { isAbsolute, relative } from 'node:path'
import { defined } from '../contract/defined.ts'
import type { Hook } from '../contract/hook.ts'
import { type Surroundings, shown } from './places.ts'

/**
 * Returns the hooks, in which a hook from outside the workspace that only an untrusted or broken file of the workspace
 * hides has the state that it has without that file. `stated` gives a hook the state that trust gives it; `isInUse`
 * answers whether an earlier version of a broken file is still in use, and so hides as before.
 */
export function withoutIdleHiders(
  hooks: readonly Hook[],
  stated: (hook: Hook) => Hook,
  ground: Surroundings,
  isInUse: (hook: Hook) => boolean = () => false,
): readonly Hook[] {
  const isOutside = (path: string) => {
    const below = relative(ground.root, path)
    return isAbsolute(below) || below.split(/[\\/]/)[0] === '..'
  }
  return hooks.map((hook) => {
    if (hook.hidden === undefined || !isOutside(hook.path)) return hook
    const { by, state, why } = hook.hidden
    const hiders = hooks.filter(({ dialect, path }) => dialect === hook.dialect && path === by)
    const isIdle = (one: Hook) => one.state === 'untrusted' || (one.state === 'broken' && !isInUse(one))
    const [idle] = hiders
    if (idle === undefined || isOutside(by) || !hiders.every(isIdle)) return hook
    const { hidden: _, why: __, ...own } = hook
    const revealed = stated({ ...own, state, ...defined({ why }) })
    if (revealed.state !== 'active') return revealed
    return {
      ...revealed,
      why: `${shown(by, ground)} has the same name but does not hide it, because it is ${idle.state}.`,
    }
  })
}
