// Which payloads an entry of a host runs on at all, by its matcher: those are offered first. Pure: knows no editor.

import type { Dialect } from '../../runtime/contract/dialect.ts'
import type { HookRow } from '../protocol.ts'

/** Whether a hook runs on a payload, as far as its row tells; a condition of its own is for the runtime to judge. */
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
      // It may wait for the event by another of its names.
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
