// The payload to fire where none is given: the event's own example, or that of another tool where no entry of the agent
// matches it.

import type { Dialect } from '../contract/dialect.ts'
import type { DialectId } from '../contract/dialectId.ts'
import { answersTo, dialectOf } from '../contract/dialects/index.ts'
import type { Hook } from '../contract/hook.ts'
import { valueAt } from '../contract/json.ts'
import { toolExamples } from '../contract/templates/examples.ts'

/** An example with this folder as the working directory, and notes on it. */
export function exampleFor(
  id: DialectId,
  event: string,
  hooks: readonly Hook[],
  folder: string,
): { readonly payload: unknown; readonly notes: readonly string[] } {
  const dialect = dialectOf(id) as Dialect
  const record = dialect.events[event]
  const { cwd, tool } = record?.common ?? {}
  const usual = structuredClone(record?.example) as Record<string, unknown>
  const payload = cwd === undefined ? usual : { ...usual, [cwd]: folder }
  const waiting = hooks.filter((hook) => hook.dialect === dialect.id && answersTo(hook, event))
  const fits = (value: unknown) => waiting.some((hook) => runsOn(hook, event, value, dialect))
  if (waiting.length === 0 || fits(payload)) return { payload, notes: [] }
  const other = toolExamples(dialect, event, folder).find(({ value }) => fits(value))
  if (other === undefined || tool === undefined) return { payload, notes: [] }
  const name = String(valueAt(other.value, tool))
  return {
    payload: other.value,
    notes: [`no hook here matches the event's own example, so the payload is an example of ${name}`],
  }
}

function runsOn({ entry }: Hook, event: string, payload: unknown, { host, events }: Dialect): boolean {
  const record = events[event]
  if (entry === undefined || host === undefined || record === undefined) return true
  const facts = { version: host.versions[0] as string, ...host.facts }
  const [plan] = host.plan({ event, record, payload, facts, settings: {} }, [entry])
  return plan?.run !== false
}
