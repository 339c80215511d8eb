// Selects events for bulk replay: those whose hooks are all modules or do not run. A file must run in one place only:
// if one event of a file is ineligible, all its events are, so that the file's state stays together.

import type { Hook } from '../../contract/hook.ts'
import type { ForThread } from '../../workspace/forThread.ts'

export type BulkEligibility = {
  /** Whether any hook runs in bulk. */
  readonly any: boolean
  takes(event: { readonly dialect: string; readonly event: string }): boolean
  /** The longest time limit of a hook in bulk, in milliseconds. */
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
  // Each round may add files that share an event with those of the previous one.
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
