// The `logging` hook: one line per event, in the format of ADR-010's LoggingHook. Includes the payload only at DEBUG.

import type { Call } from '../contract/call.ts'
import { valueAt } from '../contract/json.ts'
import type { Settings } from '../contract/settings.ts'

const LONGEST = 2000

/** `[INFO] kodelet before_tool_call session=c1 tool=bash`. */
export function logEvent(call: Call, settings: Settings, say: (line: string) => void): void {
  const { logging } = settings.builtin
  if (logging === false || logging.level === 'WARNING' || logging.level === 'ERROR') return
  const { common } = call.record
  const facts = Object.entries({ session: common.session, tool: common.tool }).flatMap(([name, path]) => {
    const value = path === undefined ? undefined : valueAt(call.payload, path)
    return typeof value === 'string' ? [` ${name}=${value}`] : []
  })
  const data = logging.level === 'DEBUG' ? ` ${JSON.stringify(call.payload).slice(0, LONGEST)}` : ''
  say(`[${logging.level}] ${call.dialect.id} ${call.event}${facts.join('')}${data}`)
}
