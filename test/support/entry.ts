// Entries of a host's configuration as discovery returns them, for tests of running and judging.

import type { DialectId } from '../../runtime/contract/dialectId.ts'
import type { HookEntry } from '../../runtime/contract/entry.ts'
import type { Hook } from '../../runtime/contract/hook.ts'

/** A trusted, active entry; every field that is not given has a plain default. */
export function entryHook(
  event: string,
  name: string,
  entry: Partial<HookEntry> = {},
  hook: Partial<Hook> = {},
): Hook {
  const { host = 'claude-code' as DialectId, file = '/ws/.claude/settings.json' } = entry
  return {
    id: `${host}:workspace:${name}`,
    name,
    dialect: host,
    events: [event],
    source: 'workspace',
    path: file,
    part: name,
    runner: 'entry',
    state: 'active',
    order: 0,
    timeoutMs: 5000,
    files: [],
    entry: {
      host,
      event,
      matcher: undefined,
      kind: 'command',
      command: name,
      fields: {},
      group: {},
      scope: 'project',
      file,
      at: ['hooks', event, 0, 'hooks', 0],
      copies: 1,
      env: {},
      digest: name,
      scripts: [],
      ...entry,
    },
    ...hook,
  }
}
