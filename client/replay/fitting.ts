// Determines by matcher which payloads an entry of a host runs on, so that these are offered first. Pure: does not use
// the editor.

import type { Dialect } from '../../runtime/contract/dialect.ts'
import type { HookRow } from '../protocol.ts'

/**
 * Whether a hook runs on a payload, judged from its row alone; conditions of the entry are checked only by the runtime.
 */
export function runsOn(
  hook: HookRow,
  event: string,
  payload: unknown,
  dialect: Dialect | undefined,
): boolean {
  const { entry } = hook
  const host = dialect?.host
  const record = dialect?.events[event]
  if (entry === undefined || host === undefined || record === undefined) return true
  const facts = { version: host.versions[0] as string, ...host.facts }
  const [plan] = host.plan({ event, record, payload, facts, settings: {} }, [
    {
      host: hook.dialect as Dialect['id'],
      // The entry may be registered under another name of the event.
      event: hook.events.includes(event) ? event : (hook.events[0] ?? event),
      matcher: entry.matcher,
      kind: entry.kind,
      command: entry.runs,
      fields: {},
      group: {},
      scope: 'project',
      file: hook.path,
      at: entry.at,
      copies: 1,
      env: {},
      digest: '',
      scripts: entry.scripts,
    },
  ])
  return plan?.run !== false
}
