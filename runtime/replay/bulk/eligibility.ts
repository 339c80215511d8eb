// Which events can replay in bulk: those whose every hook is a module or does not run. A file lives in one place only:
// where one event of it must go the ordinary way, all of its events do, so that what it remembers stays together.

import type { Hook } from '../../contract/hook.ts'
import type { ForThread } from '../../workspace/forThread.ts'

export type BulkEligibility = {
  /** Whether there is any hook to run in bulk. */
  readonly any: boolean
  takes(event: { readonly dialect: string; readonly event: string }): boolean
  /** The longest time that a hook in bulk may take. */
  readonly timeoutMs: number
}

export function bulkEligibility(
  { hooks, snapshots, untrusted }: ForThread,
  only: (hook: Hook) => boolean = () => true,
): BulkEligibility {
  const running = hooks.filter((hook) => hook.state === 'active' && !untrusted.has(hook.id) && only(hook))
  const ordinary = new Set<string>()
  const files = new Set<string>()
  for (const hook of running) if (!snapshots.has(hook.id)) add(hook)
  // Each round may draw in files that share an event with those of the round before.
  for (let size = -1; size !== files.size + ordinary.size; ) {
    size = files.size + ordinary.size
    for (const hook of running) {
      if (files.has(hook.path) || keysOf(hook).some((key) => ordinary.has(key))) add(hook)
    }
  }
  const bulk = running.filter((hook) => snapshots.has(hook.id) && !files.has(hook.path))
  return {
    any: bulk.length > 0,
    takes: ({ dialect, event }) => !ordinary.has(`${dialect} ${event}`),
    timeoutMs: Math.max(0, ...bulk.map((hook) => hook.timeoutMs)),
  }

  function add(hook: Hook): void {
    for (const key of keysOf(hook)) ordinary.add(key)
    if (hook.path !== '') files.add(hook.path)
  }
}

function keysOf({ dialect, events }: Hook): readonly string[] {
  return events.map((event) => `${dialect} ${event}`)
}
