// Loads the example session: events of all dialects in the order an agent would fire them. Fills in the folders;
// start.ts fires the events.

import { readFileSync } from 'node:fs'
import type { BuiltInDialectId } from '../runtime/contract/dialects/index.ts'
import { isObject } from '../runtime/contract/json.ts'

/** One event of the session, with a one-line description of what happens. */
export type SessionEvent = {
  readonly dialect: BuiltInDialectId
  readonly event: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly say: string
}

const FILE = new URL('../examples/session.json', import.meta.url)

/** The session with `${workspace}` and `${home}` replaced by these folders. */
export function loadSession(workspace: string, home: string): readonly SessionEvent[] {
  const values: Readonly<Record<string, string>> = { workspace, home, privateKey: fakeKey() }
  const session: unknown = JSON.parse(readFileSync(FILE, 'utf8'))
  return fill(session, values) as readonly SessionEvent[]
}

function fill(value: unknown, values: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, values))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, values)]))
}

// Assembled at run time, so that no file contains text that looks like a key.
function fakeKey(): string {
  const dashes = '-'.repeat(5)
  const label = ['PRIVATE', 'KEY'].join(' ')
  return `${dashes}BEGIN ${label}${dashes}\n${'NOT+A+REAL+KEY+'.repeat(4)}\n${dashes}END ${label}${dashes}`
}
