// Which executor runs which hook. Each is opened when the first hook needs it.

import { openBuiltins } from '../builtin/builtins.ts'
import type { Executor } from '../contract/call.ts'
import type { Hook, Runner } from '../contract/hook.ts'
import type { Settings } from '../contract/settings.ts'
import { type Executables, openExecutables } from '../executors/executable/executables.ts'
import { type Groups, openGroups } from '../executors/groups.ts'
import { openModules } from '../executors/module/openModules.ts'
import { openModulesHere } from '../executors/module/openModulesHere.ts'
import { openPython } from '../executors/python/openPython.ts'
import type { Snapshot } from '../trust/snapshot.ts'

export type ExecutorsOptions = {
  readonly root: string
  /** The user's data folder, where running process groups are noted. */
  readonly data: string
  readonly workers: number | undefined
  readonly settings: () => Settings
  /** The bytes that trust has looked at, or why there are none to run. */
  readonly snapshot: (hook: Hook) => Snapshot | { readonly untrusted: string }
  /** Trust's last word before a program is started. */
  readonly verify: (hook: Hook) => string | undefined
  readonly say: (line: string) => void
  /** Where module hooks run; workers unless `none`. */
  readonly isolation?: 'worker' | 'none' | undefined
  readonly onEmit?: ((event: string, data: unknown, hook: Hook) => void) | undefined
}

export type Executors = {
  of(hook: Hook): Executor
  readonly executables: Executables
  close(): Promise<void>
}

export function openExecutors(options: ExecutorsOptions): Executors {
  const { root, data, settings, snapshot, verify, say } = options
  const opened = new Map<Runner, Executor>()
  let groups: Groups | undefined
  const env = () => settings().environment.set
  const heard = options.onEmit === undefined ? {} : { onEmit: options.onEmit }
  const theGroups = () => (groups ??= openGroups(data))

  // Hooks with a handler never come here: the engine calls them itself.
  const open: Readonly<Record<Exclude<Runner, 'in-process'>, () => Executor>> = {
    module: () =>
      options.isolation === 'none'
        ? openModulesHere({ snapshot, ...heard })
        : openModules({
            workers: options.workers ?? settings().workers,
            snapshot,
            cwd: root,
            env: env(),
            ...heard,
          }),
    executable: () =>
      openExecutables({ root, groups: theGroups(), env, outputCap: settings().outputCap, verify }),
    python: () => openPython({ root, env: env(), snapshot, groups: theGroups() }),
    builtin: () => openBuiltins(settings, say),
  }

  function of(runner: Exclude<Runner, 'in-process'>): Executor {
    const known = opened.get(runner)
    if (known !== undefined) return known
    const executor = open[runner]()
    opened.set(runner, executor)
    return executor
  }

  return {
    of: ({ runner, id }) => {
      if (runner === 'in-process') throw new Error(`${id} brings no handler`)
      return of(runner)
    },
    get executables() {
      return of('executable') as Executables
    },
    async close() {
      await Promise.all([...opened.values()].map((executor) => executor.close()))
      groups?.close()
    },
  }
}
